const ACTIVITY = 'peritus.activity';
const BACK = 'peritus.back';

/** Notes for every page of this browser that somebody is at one of them. */
export function tellActivity(now: number): void {
  write(ACTIVITY, now);
}

/** Tells the other pages of this browser that the session was taken up again here. */
export function tellBack(): void {
  write(ACTIVITY, Date.now());
  write(BACK, Date.now());
}

/** When somebody last did something on any page of this browser, ms; 0 where nothing is known. */
export function lastActivity(): number {
  try {
    const noted = Number(localStorage.getItem(ACTIVITY));
    // a clock that was set back must not keep a page open for long
    return Number.isFinite(noted) && noted <= Date.now() ? noted : 0;
  } catch {
    return 0;
  }
}

/** Calls back when another page of this browser is signed in again. Answers what ends it. */
export function onBack(run: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === BACK && event.newValue !== null) run();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

function write(key: string, value: number): void {
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // storage is full or switched off: each page counts for itself
  }
}
