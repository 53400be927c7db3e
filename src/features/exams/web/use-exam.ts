import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { formatDay, formatTime, formatTimeRange, dayOf, zoneShort } from '../../../ui/time/format.ts';
import { readReview } from '../../reviews/contract.ts';
import { examEndpoints, type PlaceView } from '../contract.ts';

/** Queries that a change of the exam makes old. */
export const TOUCHED = [examEndpoints.read, readReview] as const;

/** The exam of a review. */
export const useExam = (kind: Kind, reviewId: number) =>
  useQuery({ ...query(examEndpoints.read, { kind, params: { id: reviewId } }), refetchOnWindowFocus: true });

/** "Tuesday, January 12, 9:00 to 10:00 AM, CST": where it is held that is the time that counts. */
export const atPlace = (one: { starts_at: string; ends_at: string; place: PlaceView }): string => {
  const zone = one.place.time_zone;
  const day = formatDay(dayOf(one.starts_at, zone), { form: 'long' });
  return `${day}, ${formatTimeRange(one.starts_at, one.ends_at, { zone })} ${zoneShort(one.starts_at, { zone })}`;
};

/** "Harbor Street Clinic, 12 Harbor Street, Boston, MA 02110"; "By video". */
export const whereOf = (place: PlaceView): string => [place.name, ...place.lines].join(', ');

/** "9:00 to 10:00 AM": a part of a visit, where it is held. */
export const clockAt = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }, zone: string): string =>
  formatTimeRange(starts_at, ends_at, { zone });

/** "9:00 AM Ines Falkenrath, MD; 10:00 AM Omar Reyes, MD": who of a panel begins when; null where one examines. */
export const inTurn = ({
  examiners,
  place,
}: {
  examiners: readonly { name: string; starts_at: string }[];
  place: PlaceView;
}): string | null =>
  examiners.length < 2
    ? null
    : examiners.map((one) => `${formatTime(one.starts_at, { zone: place.time_zone })} ${one.name}`).join('; ');
