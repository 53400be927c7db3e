import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { stateName } from '../../reviews/rules.ts';
import { noticeGoesTo, toExaminee } from '../../exams/rules.ts';
import { FALLBACK, type ReportRole, type Ride } from '../rules.ts';
import type { ExamFacts } from './load.ts';

/** So many minutes before it begins the examinee is asked to be there. */
export const EARLY_MINUTES = 15;

const RIDES = {
  sedan: 'ride_sedan',
  wheelchair: 'ride_wheelchair',
  flight: 'ride_flight',
  mileage: 'mileage',
} as const;

/** How an order plans that they get there; null where they travel themselves. */
export const rideOf = ({ transport }: Partial<ImeFields>): Ride | null =>
  transport && transport !== 'none' ? RIDES[transport] : null;

/** Who gets the report without an account; a line that is not filled in yet names nobody. */
export const reportedTo = ({ outside_recipients }: Partial<ImeFields>): ReportRole[] =>
  (outside_recipients ?? []).flatMap(({ role }) => (role ? [role] : []));

/** The language interpreted at an exam; null where no interpreter is planned. */
export const interpretedOf = ({ interpreter, interpreter_language, language }: Partial<ImeFields>): string | null =>
  interpreter === true ? (interpreter_language ?? language ?? FALLBACK) : null;

/** Whether the attorney is written to instead of the examinee, by the rule the exam stands under. */
export const writesToAttorney = ({ rule }: Pick<ExamFacts, 'rule'>, { represented }: Partial<ImeFields>): boolean =>
  !noticeGoesTo(rule, represented === true).includes('examinee');

/** What the rule an exam stands under says to its examinee; null where it says nothing to them. */
export const lawOf = ({
  rule,
  call_off_until,
}: Pick<ExamFacts, 'rule' | 'call_off_until'>): {
  state: string;
  says: string[];
  source: string;
  call_off_until: Date | null;
} | null =>
  rule.state !== null && (toExaminee(rule).length > 0 || call_off_until !== null)
    ? { state: stateName(rule.state), says: toExaminee(rule), source: rule.source, call_off_until }
    : null;
