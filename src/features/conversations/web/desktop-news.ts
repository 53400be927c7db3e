import { reviewNumber } from '../../../core/kinds.ts';
import { parseChannelId } from '../rules/channel-id.ts';

/** Kept in this browser alone: it is the browser that asks its owner. */
const KEY = 'peritus:desktop-news';

/** Whether this browser shows news while the page is not looked at; `blocked`: its owner said no; `unknown`: it cannot. */
export type DesktopNews = 'on' | 'off' | 'blocked' | 'unknown';

export function desktopNews(): DesktopNews {
  if (!('Notification' in window)) return 'unknown';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isWanted() ? 'on' : 'off';
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

/** Turns it on or off; the browser asks its owner the first time. Answers how it stands then. */
export async function setDesktopNews(on: boolean): Promise<DesktopNews> {
  if (on && 'Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // a browser that keeps nothing shows none, either
  }
  return desktopNews();
}

/** Shows that there is a message while the page is not looked at: the review's number, never a name or a word. */
export function showNews(channelId: string): void {
  if (document.visibilityState === 'visible' || desktopNews() !== 'on') return;
  const named = parseChannelId(channelId);
  const about = named ? ` about ${reviewNumber(named.kind, named.review_id)}` : '';
  // one for each conversation: the next takes the place of the one before
  const shown = new Notification(`New message${about}`, { tag: channelId });
  shown.addEventListener('click', () => {
    window.focus();
    location.assign(`/chat/${channelId}`);
    shown.close();
  });
}
