import type { Kysely } from 'kysely';
import type { SystemActor } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { reviewNumber } from '../../../../core/kinds.ts';
import { dateIn } from '../../../../core/time.ts';
import { command } from '../../../../platform/command.ts';
import { hashToken } from '../../../../platform/crypto.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { foundByToken } from '../../../../platform/throttle.ts';
import { type Quote, riseLeft } from '../../../billing/rules.ts';
import type { PriceByLink } from '../../contract/price-link.ts';
import { PRICE_LINK_ENDED, type PriceLinkEnd, priceLinkState } from '../../rules/price-link.ts';
import { type LoadedReview, loadById, lockById } from '../load.ts';
import { agreeTo } from './price.ts';

interface Link {
  id: number;
  review_id: number;
  user_id: number;
  expires_at: Date;
  ended_at: Date | null;
  agreed_cents: number | null;
  suspended: boolean;
}

const linkOf = (db: Kysely<DB>, token: string): Promise<Link | undefined> =>
  db
    .selectFrom('price_links')
    .innerJoin('users', 'users.id', 'price_links.user_id')
    .select([
      'price_links.id',
      'price_links.review_id',
      'price_links.user_id',
      'price_links.expires_at',
      'price_links.ended_at',
      'price_links.agreed_cents',
    ])
    .select((eb) => eb('users.suspended_at', 'is not', null).as('suspended'))
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst() as Promise<Link | undefined>;

function refuseEnded(ended: PriceLinkEnd): never {
  throw new Refusal('gone', PRICE_LINK_ENDED[ended].text, { current: { ended } });
}

/** The review of a link that still takes an answer, with its price. Refuses `gone`. */
function opened(link: Link, loaded: LoadedReview | null, now: Date) {
  const reached = loaded !== null && !link.suspended && loaded.facts.organization.kind_enabled;
  const state = priceLinkState(
    {
      ...link,
      review: reached
        ? {
            requester_id: loaded.facts.requester_id,
            active: loaded.row.bucket === 'active',
            pending: loaded.facts.requote_pending,
          }
        : null,
    },
    now,
  );
  if (state !== 'open') return refuseEnded(state);
  const fixed = loaded?.row.fixed;
  if (!loaded || !fixed || !loaded.price) return refuseEnded('settled');
  return { loaded, fixed, price: loaded.price.now };
}

/** Its lines without what our people wrote beside one: that may tell of a patient. */
const unannotated = (lines: Quote['lines']): Quote['lines'] =>
  lines.map((line) => (line.key.startsWith('extra:') ? { ...line, how: null } : line));

function present(link: Link, { loaded, fixed, price }: ReturnType<typeof opened>): PriceByLink {
  const { facts } = loaded;
  return {
    number: reviewNumber(facts.kind, facts.id),
    organization: facts.organization.name,
    before: { lines: unannotated(fixed.lines), total_cents: fixed.total_cents },
    now: { lines: unannotated(price.lines), total_cents: price.total_cents },
    consent_over_cents: riseLeft(fixed),
    expires_on: dateIn(link.expires_at, facts.organization.time_zone),
  };
}

/** Where a request comes from. */
interface Asking {
  ip: string;
  id: string;
}

async function found(services: Services, token: string, { ip }: Asking): Promise<Link> {
  const { systemDb } = services.database;
  const link = await foundByToken(systemDb, 'price_link', ip, services.clock.now(), () => linkOf(systemDb, token));
  return link ?? refuseEnded('unknown');
}

/** The price that waits, for whoever has its link. */
export async function readPriceByLink(services: Services, token: string, asking: Asking): Promise<PriceByLink> {
  const now = services.clock.now();
  const link = await found(services, token, asking);
  return present(link, opened(link, await loadById(services.database.systemDb, link.review_id, now), now));
}

/** Agrees to the price that was looked at as its requester, by the link of their mail; once. */
export async function agreeByLink(
  services: Services,
  ports: Pick<Ports, 'holdToBudgets'>,
  { token, total_cents }: { token: string; total_cents: number },
  asking: Asking,
): Promise<{ number: string; total_cents: number; waits_for_approval: boolean }> {
  const { id } = await found(services, token, asking);
  const actor: SystemActor = { kind: 'system', request_id: asking.id, outside: { link_id: id, ip: asking.ip } };
  return command(services, actor, async (tx) => {
    const before = await linkOf(tx.system, token);
    if (!before) return refuseEnded('unknown');
    const review = await lockById(tx.system, before.review_id, tx.now);
    // as it is once nobody else writes to its review
    const link = (await linkOf(tx.system, token)) ?? refuseEnded('unknown');
    const open = opened(link, review, tx.now);
    const agreed = await agreeTo(tx, ports, open.loaded, total_cents, {
      consented_by: link.user_id,
      data: { by: 'price_link', link_id: link.id, link_of: link.user_id },
      current: () => present(link, open),
    });
    await tx.system
      .updateTable('price_links')
      .set({ agreed_cents: agreed.total_cents, ended_at: tx.now })
      .where('id', '=', link.id)
      .execute();
    return { number: reviewNumber(open.loaded.facts.kind, open.loaded.facts.id), ...agreed };
  });
}
