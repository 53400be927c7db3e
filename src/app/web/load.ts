import { reportThrown } from '../../ui/errors.ts';

const KEY = 'loaded-again';
/** A page that was loaded anew so recently is not loaded anew again. */
const RECENT_MS = 5 * 60_000;

/**
 * Loads a part of the program. When that fails (a new version was installed meanwhile, the connection broke) the page
 * is loaded anew at its present address, once; a failure soon after is thrown. Other parts that arrive in between say
 * nothing about this one.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const here = location.pathname + location.search;
    if (isRecent(here)) throw error;
    reportThrown('load', error);
    sessionStorage.setItem(KEY, JSON.stringify({ here, at: Date.now() }));
    location.reload();
    return new Promise<T>(() => undefined);
  }
}

/** Whether this address was loaded anew a moment ago; also where that cannot be remembered. */
function isRecent(here: string): boolean {
  try {
    sessionStorage.setItem(`${KEY}-check`, '');
    sessionStorage.removeItem(`${KEY}-check`);
    const last = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { here?: unknown; at?: unknown };
    return last.here === here && typeof last.at === 'number' && Date.now() - last.at < RECENT_MS;
  } catch {
    return true;
  }
}
