import { renderToString } from 'react-dom/server';
import { settle } from '../../ui/session/site.ts';
import { Entry } from './entry.tsx';
import { PRIVACY_DISMISSED_KEY } from '../../features/accounts/rules.ts';
import { markDismissed } from './privacy-message.ts';
import { applyColorScheme } from './scheme.ts';

const nothing = (): void => undefined;

/** The addresses the server puts in, by the names the page's settings have. */
const PLACES = { privacy_url: '__PRIVACY_URL__', terms_url: '__TERMS_URL__' };

/**
 * Sign-in as it looks before anything is known, drawn when the pages are built: it is seen while the scripts are on
 * their way, which then take it over as it stands. `head` sets light or dark before it is painted.
 */
export function drawSignIn(): { head: string; body: string; demo_body: string } {
  const draw = (demo: boolean): string => {
    settle({ ...PLACES, demo });
    return renderToString(<Entry page="login" onUser={nothing} onReady={nothing} />);
  };
  const head = `(${applyColorScheme.toString()})();(${markDismissed.toString()})(${JSON.stringify(PRIVACY_DISMISSED_KEY)})`;
  return { head, body: draw(false), demo_body: draw(true) };
}
