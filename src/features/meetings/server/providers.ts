import { z } from 'zod';
import { MINUTE } from '../../../core/time.ts';
import { orGone, readServiceAnswer, type ServiceFailure } from '../../../platform/http/service-answer.ts';
import type { Asked, ConnectedAccounts } from '../../connected-accounts/ports.ts';
import type { Provider } from '../../connected-accounts/rules.ts';

/** A meeting to be held. */
export interface NewMeeting {
  /** The number of the review: never a name. */
  topic: string;
  marker: string;
  starts_at: Date;
  duration_minutes: number;
}

/** A meeting as the provider has it. */
export interface MadeMeeting {
  external_id: string;
  join_url: string;
  starts_at: Date;
  duration_minutes: number;
}

/** What became of it. `lost`: nothing can be asked by this connection any longer. */
export type Done<T> = { value: T } | { failure: ServiceFailure | 'lost'; retry_after_ms: number | null };

type Ask = (path: string, asking?: Parameters<ConnectedAccounts['ask']>[2]) => Promise<Asked>;

interface MeetingProvider {
  make(ask: Ask, meeting: NewMeeting, now: Date): Promise<Done<MadeMeeting>>;
  /** The meeting that was marked so, where asking to make it may have been done; null: there is none. */
  find(ask: Ask, meeting: NewMeeting, now: Date): Promise<Done<MadeMeeting | null>>;
  move(ask: Ask, external_id: string, meeting: NewMeeting, now: Date): Promise<Done<null>>;
  remove(ask: Ask, external_id: string, now: Date): Promise<Done<null>>;
}

async function read<T>(asked: Asked, shape: z.ZodType<T> | null, now: Date): Promise<Done<T>> {
  if ('failure' in asked) return { failure: asked.failure === 'away' ? 'away' : 'lost', retry_after_ms: null };
  return readServiceAnswer(asked.response, shape, now);
}

/** "2026-11-18T15:00:00Z". */
const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
const link = z.url({ protocol: /^https$/ }).max(1000);
const id = z.union([z.string().min(1).max(500), z.number().int()]).transform(String);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const zoomMeeting = z.object({
  id,
  join_url: link,
  start_time: instant,
  duration: z.number().int(),
});
const zoomPage = z.object({
  next_page_token: z.string().nullish(),
  meetings: z.array(z.object({ id, agenda: z.string().nullish() })),
});
const ofZoom = (one: z.output<typeof zoomMeeting>): MadeMeeting => ({
  external_id: one.id,
  join_url: one.join_url,
  starts_at: one.start_time,
  duration_minutes: one.duration,
});
/** A host with more meetings ahead than this is looked through no further. */
const MOST_PAGES = 20;

const zoomTime = (meeting: NewMeeting) => ({
  topic: meeting.topic,
  start_time: seconds(meeting.starts_at),
  duration: meeting.duration_minutes,
  timezone: 'UTC',
});

const zoom: MeetingProvider = {
  async make(ask, meeting, now) {
    const json = {
      ...zoomTime(meeting),
      type: 2,
      agenda: meeting.marker,
      settings: { waiting_room: true, join_before_host: false, auto_recording: 'none' },
    };
    const done = await read(await ask('/v2/users/me/meetings', { method: 'POST', json }), zoomMeeting, now);
    return 'value' in done ? { value: ofZoom(done.value) } : done;
  },
  async find(ask, meeting, now) {
    let next = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({ type: 'scheduled', page_size: '300', next_page_token: next });
      const listed = await read(await ask(`/v2/users/me/meetings?${query.toString()}`), zoomPage, now);
      if (!('value' in listed)) return listed;
      const ours = listed.value.meetings.find(({ agenda }) => agenda === meeting.marker);
      if (ours) {
        // the list does not say all of it
        const one = await read(await ask(`/v2/meetings/${encodeURIComponent(ours.id)}`), zoomMeeting, now);
        return 'value' in one ? { value: ofZoom(one.value) } : one.failure === 'gone' ? { value: null } : one;
      }
      next = listed.value.next_page_token ?? '';
      if (next === '') return { value: null };
    }
    return { value: null };
  },
  move: async (ask, external_id, meeting, now) =>
    read(
      await ask(`/v2/meetings/${encodeURIComponent(external_id)}`, { method: 'PATCH', json: zoomTime(meeting) }),
      null,
      now,
    ),
  remove: async (ask, external_id, now) =>
    orGone(await read(await ask(`/v2/meetings/${encodeURIComponent(external_id)}`, { method: 'DELETE' }), null, now)),
};

const teamsMeeting = z.object({ id, joinWebUrl: link, startDateTime: instant, endDateTime: instant });
const teamsTime = (meeting: NewMeeting) => ({
  subject: meeting.topic,
  startDateTime: seconds(meeting.starts_at),
  endDateTime: seconds(new Date(meeting.starts_at.getTime() + meeting.duration_minutes * MINUTE)),
});

const microsoft: MeetingProvider = {
  // asked twice under one marker, it answers with the one it made
  async make(ask, meeting, now) {
    const json = { ...teamsTime(meeting), externalId: meeting.marker };
    const asked = await ask('/v1.0/me/onlineMeetings/createOrGet', { method: 'POST', json });
    const done = await read(asked, teamsMeeting, now);
    if (!('value' in done)) return done;
    const { id: external_id, joinWebUrl: join_url, startDateTime: starts_at, endDateTime: end } = done.value;
    const duration_minutes = Math.round((end.getTime() - starts_at.getTime()) / MINUTE);
    return { value: { external_id, join_url, starts_at, duration_minutes } };
  },
  find: (ask, meeting, now) => microsoft.make(ask, meeting, now),
  move: async (ask, external_id, meeting, now) =>
    read(
      await ask(`/v1.0/me/onlineMeetings/${encodeURIComponent(external_id)}`, {
        method: 'PATCH',
        json: teamsTime(meeting),
      }),
      z.object({ id }).transform(() => null),
      now,
    ),
  remove: async (ask, external_id, now) =>
    orGone(
      await read(
        await ask(`/v1.0/me/onlineMeetings/${encodeURIComponent(external_id)}`, { method: 'DELETE' }),
        null,
        now,
      ),
    ),
};

/** Who holds meetings, by the provider of the connection. */
export const MEETING_PROVIDERS: Readonly<Partial<Record<Provider, MeetingProvider>>> = { zoom, microsoft };
