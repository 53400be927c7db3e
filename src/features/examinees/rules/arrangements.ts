/** What is ordered for the day of an exam of somebody else than the examiner. */
export const ARRANGEMENT_SORTS = ['interpreter', 'transport'] as const;
export type ArrangementSort = (typeof ARRANGEMENT_SORTS)[number];

/** Of whom it was ordered, and whether they took it on. */
export interface Arrangement {
  provider: string;
  phone: string;
  confirmed: boolean;
}

/** How an examinee gets there where they do not travel themselves. */
export type Ride = 'ride_sedan' | 'ride_wheelchair' | 'ride_flight' | 'mileage';

/** Whether what was ordered for an appointment is still to be called off: it will not be held, and its hour has not come. */
export const isToCallOff = ({ status, starts_at }: { status: string; starts_at: Date }, now: Date): boolean =>
  OFF.has(status) && starts_at > now;
/** What becomes of appointments nobody comes to. */
const OFF: ReadonlySet<string> = new Set(['moved', 'cancelled', 'missed']);
