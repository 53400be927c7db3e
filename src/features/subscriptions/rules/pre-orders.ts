import { addDays } from '../../../core/durations.ts';
import type { Period } from '../../../core/periods.ts';

/** The last day on which a pre-order of a period can be confirmed: so many days into the next one. */
export const lapsesOn = (period: Period, carryOverDays: number): string => addDays(period.ends_on, carryOverDays);

/** A pre-order's reminder goes out so many days before it lapses. */
export const LAPSE_WARNING_DAYS = 7;
