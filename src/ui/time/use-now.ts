import { useEffect, useState } from 'react';
import { serverClock } from './server-clock.ts';

/**
 * The server's now in milliseconds, renewed every `intervalMs` (on the beat, so that all clocks of a page turn
 * together) and when the page is shown again.
 */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => serverClock.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const beat = () => {
      clearTimeout(timer);
      const at = serverClock.now();
      setNow(at);
      timer = setTimeout(beat, intervalMs - (at % intervalMs));
    };
    const shown = () => {
      if (document.visibilityState === 'visible') beat();
    };
    beat();
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [intervalMs]);
  return now;
}
