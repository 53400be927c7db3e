import { type Kysely, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { UsableConnection } from '../../connected-accounts/ports.ts';
import type { ConnectedAccounts } from '../../connected-accounts/ports.ts';
import { type Provider, PROVIDER_NAMES, providerRow } from '../../connected-accounts/rules.ts';
import { hidesExpert } from '../../reviews/rules.ts';
import { type Booking, hostsOf } from '../rules.ts';

/** What a booking is of, and who is in it. */
export interface BookingFacts extends Booking {
  review_id: number;
  kind: Kind;
  organization_id: number;
  sort: 'call' | 'interview';
  requester_id: number;
  expert_user_id: number | null;
  /** The organization's experts are not named before one is chosen. */
  redacted: boolean;
  flags: Provider[];
}

/** A booking by its latest appointment; undefined: there is none. */
export async function bookingOf(db: Kysely<DB>, icsUid: string): Promise<BookingFacts | undefined> {
  const flags = PROVIDER_NAMES.map((provider) => providerRow(provider).uses.meetings?.flag ?? '');
  const { rows } = await sql<Omit<BookingFacts, 'flags'> & { on: boolean[] }>`
    select a.status, a.starts_at, a.duration_minutes, a.sort, a.review_id, r.kind, r.organization_id, r.requester_id,
      r.bucket in ('cancelled', 'completed') as review_over, p.user_id as expert_user_id,
      a.location like 'https://%' as has_link, exists (select from purge_certificates c where c.review_id = r.id) as purged,
      organization_flag(r.organization_id, 'redacted_medical_expert_cvs') as redacted,
      (select array_agg(organization_flag(r.organization_id, f.flag) order by f.n)
        from unnest(${flags}::text[]) with ordinality f (flag, n)) as "on"
    from appointments a join reviews r on r.id = a.review_id left join profiles p on p.id = a.expert_profile_id
    where a.ics_uid = ${icsUid} and a.sort in ('call', 'interview') order by a.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { on, ...facts } = row;
  return { ...facts, flags: PROVIDER_NAMES.filter((_, index) => on[index]) };
}

/**
 * The connections that may host a booking now, first who should, and all that can be asked: those of these people, and the one
 * that holds its meeting, whose person may be out of it.
 */
export async function hostingOf(
  db: Kysely<DB>,
  connected: ConnectedAccounts,
  booking: BookingFacts | undefined,
  holding: number | null,
): Promise<{ hosts: number[]; connections: UsableConnection[] }> {
  if (!booking) return { hosts: [], connections: [] };
  const { requester_id: requester, expert_user_id: expert } = booking;
  const holder =
    holding === null
      ? undefined
      : await db.selectFrom('provider_connections').select('user_id').where('id', '=', holding).executeTakeFirst();
  const people = new Set([requester, expert, holder?.user_id ?? null].filter((id) => id !== null));
  const connections = await connected.usable(db, [...people], 'meetings');
  const unnamed = hidesExpert(booking.kind) || (booking.sort === 'interview' && booking.redacted);
  return { hosts: hostsOf(connections, { requester, expert, unnamed }, new Set(booking.flags)), connections };
}
