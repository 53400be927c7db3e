import { z } from 'zod';
import { startOfDay } from '../../../core/time.ts';
import type { Range } from './ranges.ts';

const isMoment = (text: string): boolean => {
  const at = new Date(`${text.slice(0, 19)}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19);
};
/** "2026-11-20T15:00:00.0000000", which is UTC: it was asked for so. */
const utc = z.object({
  dateTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    .refine(isMoment),
});

/** A page of entries, of which only when they are was asked for. */
export const graphPage = z.object({
  value: z.array(
    z.object({
      start: utc,
      end: utc,
      showAs: z.string().nullish(),
      isAllDay: z.boolean().nullish(),
      isCancelled: z.boolean().nullish(),
      iCalUId: z.string().nullish(),
      transactionId: z.string().nullish(),
    }),
  ),
  '@odata.nextLink': z.string().max(8000).nullish(),
});

/** What takes no time of its person. */
const FREE: ReadonlySet<string> = new Set(['free', 'workingElsewhere']);
/** Our own entries coming back, by mail or written there: we know them, and where they were moved to. */
const OURS = /@peritus$/i;

/** When somebody is busy by a page of entries; days without a time are those of their zone. */
export const busyOfPage = (page: z.output<typeof graphPage>, zone: string): Range[] =>
  page.value.flatMap(({ start, end, showAs, isAllDay, isCancelled, iCalUId, transactionId }) => {
    if (isCancelled || FREE.has(showAs ?? '')) return [];
    if (OURS.test(iCalUId ?? '') || OURS.test(transactionId ?? '')) return [];
    const at = ({ dateTime }: { dateTime: string }): Date =>
      isAllDay ? startOfDay(dateTime.slice(0, 10), zone) : new Date(`${dateTime.slice(0, 19)}Z`);
    return [{ start: at(start), end: at(end) }];
  });
