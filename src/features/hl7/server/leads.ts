import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import { isPublicAddress } from '../../../platform/http/outgoing.ts';
import { networksOverlap, type Parties, type Where } from '../rules.ts';

/** What says who sends and who is meant, MSH-3 to MSH-6; with where it comes from, whose a document is that arrives. */
export const PARTIES = [
  'sending_application',
  'sending_facility',
  'receiving_application',
  'receiving_facility',
] as const satisfies readonly (keyof Parties)[];

type Inbound = Parties & { arrives_from: string };

/**
 * Whom documents are taken from by MLLP is Peritus' to say, as it would be anybody's word against another tenant's. An
 * organization's admins may end it. Refuses `forbidden`.
 */
export function refuseForeignInbound(actor: Actor, was: Inbound | null, next: Inbound): void {
  const stays = next.arrives_from === (was?.arrives_from ?? '');
  const isSame = PARTIES.every((key) => next[key] === was?.[key]);
  if (isAdmin(actor.kind) || next.arrives_from === '' || (stays && isSame)) return;
  throw new Refusal(
    'forbidden',
    'Peritus sets where documents arrive from, and MSH-3 to MSH-6 where they do. Send us the addresses.',
  );
}

/** Refuses `invalid` where a live connection takes what names the same parties from an address that can be the same. */
export async function refuseSecondInbound(tx: Tx<Actor>, id: number | null, next: Inbound): Promise<void> {
  if (next.arrives_from === '') return;
  // two at once: the second waits here, and sees the first
  await sql`select pg_advisory_xact_lock(hashtextextended('hl7_inbound', 0))`.execute(tx.system);
  const others = await tx.system
    .selectFrom('hl7_connections')
    .select(['id', 'arrives_from'])
    .where('removed_at', 'is', null)
    .where('off_at', 'is', null)
    .where('arrives_from', '<>', '')
    .where((eb) => eb.and(PARTIES.map((key) => eb(key, '=', next[key]))))
    .$if(id !== null, (qb) => qb.where('id', '<>', id ?? 0))
    .execute();
  const isTaken = others.some((other) => networksOverlap(other.arrives_from, next.arrives_from));
  const message =
    'A connection that is on takes documents of the same MSH-3 to MSH-6 from an address of these already.';
  refuseFields(isTaken ? [{ path: 'arrives_from', message }] : []);
}

const LOOKUP_MS = 3_000;

/** Whether a host is in a private network, as its name is known now; one nobody knows is not. */
async function isInside(host: string): Promise<boolean> {
  const bare = host.replaceAll(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return !isPublicAddress(bare);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOKUP_MS).unref());
  const found = await Promise.race([lookup(bare, { all: true }).catch(() => null), late]);
  return found?.some(({ address }) => !isPublicAddress(address)) ?? false;
}

/**
 * Into private networks the operator named, of the installation as a whole, only Peritus' admins lead a connection, or try one
 * out. Refuses `forbidden`. A name that leads there later is not followed: see `may_lead_inside`.
 */
export async function refuseInside(actor: Actor, { transport, host, url }: Where): Promise<void> {
  if (isAdmin(actor.kind)) return;
  const name = transport === 'https' ? (URL.parse(url)?.hostname ?? '') : host;
  if (transport === 'mllp' || (await isInside(name)))
    throw new Refusal('forbidden', 'This leads into a private network, which Peritus connects and tries out.');
}
