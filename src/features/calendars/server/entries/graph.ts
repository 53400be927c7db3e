import { z } from 'zod';
import { MINUTE } from '../../../../core/time.ts';
import { orGone, readServiceAnswer, type ServiceFailure } from '../../../../platform/http/service-answer.ts';
import type { Asked, ConnectedAccounts } from '../../../connected-accounts/ports.ts';
import type { EntryTime } from '../../rules.ts';

/** An entry to be written. */
export interface NewEntry extends EntryTime {
  /** The number of the review, and nothing else. */
  title: string;
  marker: string;
}

/** What became of it. `closed`: the connection lets nobody in now. */
export type Done<T> = { value: T } | Failed;
export interface Failed {
  failure: ServiceFailure | 'closed';
  retry_after_ms: number | null;
}

type Ask = (path: string, asking?: Parameters<ConnectedAccounts['ask']>[2]) => Promise<Asked>;

/** An entry keeps its id wherever its person moves it. */
const headers = { prefer: 'IdType="ImmutableId"' };
const EVENTS = '/v1.0/me/events';
const MOST_PAGES = 5;

const entry = z.object({ id: z.string().min(1).max(500), transactionId: z.string().nullish() });
const page = z.object({ value: z.array(entry), '@odata.nextLink': z.string().max(8000).nullish() });

async function read<T>(asked: Asked, shape: z.ZodType<T> | null, now: Date): Promise<Done<T>> {
  if ('failure' in asked) return { failure: asked.failure === 'away' ? 'away' : 'closed', retry_after_ms: null };
  // 409 is two at once
  return readServiceAnswer(asked.response, shape, now, { also_away: [409] });
}

const seconds = (at: Date): string => at.toISOString().slice(0, 19);
const endOf = ({ starts_at, duration_minutes }: EntryTime): Date =>
  new Date(starts_at.getTime() + duration_minutes * MINUTE);
const times = (time: EntryTime) => ({
  start: { dateTime: seconds(time.starts_at), timeZone: 'UTC' },
  end: { dateTime: seconds(endOf(time)), timeZone: 'UTC' },
});

/** Writes an entry; asked twice under one marker, Microsoft answers with the one it made. */
export async function makeEntry(ask: Ask, { title, marker, ...time }: NewEntry, now: Date): Promise<Done<string>> {
  const json = { subject: title, ...times(time), showAs: 'busy', sensitivity: 'private', transactionId: marker };
  const done = await read(await ask(EVENTS, { method: 'POST', json, headers }), entry, now);
  return 'value' in done ? { value: done.value.id } : done;
}

/** The entry that was marked so, about the time it was asked for; null: there is none. */
export async function findEntry(ask: Ask, { marker, ...time }: NewEntry, now: Date): Promise<Done<string | null>> {
  const query = new URLSearchParams({
    startDateTime: `${seconds(time.starts_at)}Z`,
    endDateTime: `${seconds(endOf(time))}Z`,
    $select: 'id,transactionId',
    $top: '100',
  });
  let next: string = `/v1.0/me/calendarView?${query.toString()}`;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const done = await read(await ask(next, { headers }), page, now);
    if (!('value' in done)) return done;
    const ours = done.value.value.find(({ transactionId }) => transactionId === marker);
    if (ours) return { value: ours.id };
    const further = done.value['@odata.nextLink'];
    if (!further) break;
    next = further;
  }
  return { value: null };
}

/** Has an entry at another time. */
export async function moveEntry(ask: Ask, id: string, time: EntryTime, now: Date): Promise<Done<string>> {
  const json = times(time);
  const done = await read(
    await ask(`${EVENTS}/${encodeURIComponent(id)}`, { method: 'PATCH', json, headers }),
    entry,
    now,
  );
  return 'value' in done ? { value: done.value.id } : done;
}

/** Takes an entry out; gone is as good. */
export async function removeEntry(ask: Ask, id: string, now: Date): Promise<Done<null>> {
  return orGone(
    await read<null>(await ask(`${EVENTS}/${encodeURIComponent(id)}`, { method: 'DELETE', headers }), null, now),
  );
}
