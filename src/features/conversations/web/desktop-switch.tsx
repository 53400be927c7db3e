import { useState } from 'react';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { desktopNews, setDesktopNews } from './desktop-news.ts';

const SHOWS =
  'While you look elsewhere, this browser says which review has a new message, without a name or a word of it.';
const HELP = {
  on: SHOWS,
  off: SHOWS,
  blocked: 'Your browser blocks notifications from here. Allow them in its settings for this site first.',
  unknown: 'This browser cannot show notifications.',
} as const;

/** Whether this browser shows that there are messages. It holds for this browser alone. */
export function DesktopSwitch() {
  const [state, setState] = useState(desktopNews);
  return (
    <SwitchField
      path="desktop_news"
      label="Show new messages on this device"
      help={HELP[state]}
      value={state === 'on'}
      disabled={state === 'blocked' || state === 'unknown'}
      onChange={(on) => void setDesktopNews(on).then(setState)}
    />
  );
}
