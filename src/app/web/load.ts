import { reportThrown } from '../../ui/errors.ts';

const KEY = 'loaded-again';

/**
 * Loads a part of the program. When that fails (a new version was installed meanwhile, the connection broke) the page
 * is loaded anew at its present address, once; a second failure is thrown.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load();
    forget();
    return part;
  } catch (error) {
    const here = location.pathname + location.search;
    if (remembered() === here) throw error;
    reportThrown('load', error);
    remember(here);
    location.reload();
    return new Promise<T>(() => undefined);
  }
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return location.pathname + location.search;
  }
}

function remember(here: string): void {
  sessionStorage.setItem(KEY, here);
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}
