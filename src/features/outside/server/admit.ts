import type { OutsideGrant, OutsideLinks } from '../../files/ports.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import type { AuditAction } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, forgiveTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { type Held, held as heldShape } from '../contract.ts';
import { auditLink, type LinkRow, linksWhere, lockOpen, refuseEnded, stateOf } from './links.ts';

/** Tokens that open nothing, for each source. They carry 256 bits: this keeps the database quiet. */
const UNKNOWN: Limit = { tries: 60, window_ms: HOUR };
/** Requests by one link from anywhere; autosaving and looking after uploads stay far below. */
const BY_LINK: Limit = { tries: 3000, window_ms: HOUR };

export interface Asking {
  ip: string;
  request_id: string;
}

interface Admitted {
  link: LinkRow;
  visit_hash: Buffer;
  actor: OutsideGrant['actor'];
}

/** The open link of a token. Counted before it is looked up, so that tries made at once cannot slip past together. */
export async function admit(services: Services, held: Held, asking: Asking): Promise<Admitted> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const source = throttleKey('outside_link_source', sourceOf(asking.ip));
  await countTry(db, source, UNKNOWN, now);
  const [link] = await linksWhere(db, { token_hash: hashToken(held.token) });
  if (!link || !heldShape.shape.visit.safeParse(held.visit).success) return refuseEnded('unknown');
  await forgiveTry(db, source);
  await countTry(db, throttleKey('outside_link', String(link.id)), BY_LINK, now);
  const state = stateOf(link, now);
  if (state !== 'open') return refuseEnded(state);
  return {
    link,
    visit_hash: hashToken(held.visit),
    actor: { kind: 'system', request_id: asking.request_id, outside: { link_id: link.id, ip: asking.ip } },
  };
}

/** Who holds a link, as uploads ask it. */
export function outsideLinks(services: Services): OutsideLinks {
  return {
    async admit(held, asking) {
      const { link, visit_hash, actor } = await admit(services, held, asking);
      if (link.purpose === 'response') throw new Refusal('forbidden', 'This link takes no files.');
      const answered = new Set(link.request?.answered_items ?? []);
      return {
        link_id: link.id,
        review_id: link.review_id,
        purpose: link.purpose,
        item_ids: link.items.map(({ item }) => item).filter((item) => !answered.has(item)),
        visit_hash,
        by: doneBy(link),
        actor,
      };
    },
    async recheck(tx, linkId) {
      await lockOpen(tx, linkId);
    },
  };
}

/** A row of what somebody outside did, as theirs. */
export function audit(
  tx: Tx,
  link: LinkRow,
  action: AuditAction,
  timeline: boolean,
  data: Record<string, unknown> = {},
) {
  return auditLink(tx, link, { action, data: { ...doneBy(link), ...data }, timeline });
}

/** What the timeline says an act of somebody outside is by. */
export const doneBy = (link: LinkRow) => ({
  by: link.purpose === 'records' ? 'custodian' : 'provider',
  link_id: link.id,
  link_of: link.created_by,
});
