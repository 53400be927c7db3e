import { HOUR, MINUTE } from '../../core/durations.ts';
import type { NotScannedError } from './clamd.ts';

/** Every so often a scanner is set to take larger contents. */
const LARGER_MS = 6 * HOUR;
const MOST_MS = HOUR;

/** How long until a scanner is asked again that could not say, after so many tries: a minute, then twice as long each time. */
export const scanAgainIn = (why: NotScannedError['why'], tries: number): number =>
  why === 'too_large' ? LARGER_MS : Math.min(MOST_MS, MINUTE * 2 ** Math.min(Math.max(tries, 1) - 1, 10));
