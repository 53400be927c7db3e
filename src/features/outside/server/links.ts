import type { ReviewStatus } from '../../reviews/rules.ts';
import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, type Keyring } from '../../../platform/crypto.ts';
import type { DB } from '../../../platform/db/types.ts';
import {
  type AskedItem,
  LINK_ENDED,
  type LinkEnd,
  type LinkState,
  linkState,
  type Purpose,
  recordsNeeded,
  responseNeeded,
  statementNeeded,
} from '../rules.ts';

/** A link with as much of its review and request as its rules ask. */
export interface LinkRow {
  id: number;
  review_id: number;
  purpose: Purpose;
  seed: Buffer;
  name: string;
  email: string;
  due_on: string;
  file_request_id: number | null;
  items: AskedItem[];
  created_by: number;
  created_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  finished_at: Date | null;
  revoked_at: Date | null;
  kind: Kind;
  bucket: string;
  status: ReviewStatus;
  organization_id: number;
  organization: string;
  time_zone: string;
  requester_id: number;
  request: { answered_at: string | null; answered_items: number[] } | null;
  released: 'report' | 'summary' | null;
  summary: string | null;
  report_id: number | null;
  text: string;
  text_version: number;
  signature_name: string | null;
  file_id: number | null;
  signed: boolean;
  delivered: boolean;
  another_judges: boolean;
}

/** Whether a version of the report of `r` was signed, and whether one was delivered. */
export const SIGNED = sql<boolean>`exists (select from reports p where p.review_id = r.id and p.signed_at is not null)`;
export const DELIVERED = sql<boolean>`exists (select from reports p where p.review_id = r.id and p.delivered_at is not null)`;

/** The reviews of the case of `r` besides it, whose reviewers have not signed and still can. */
const JUDGING = sql`select f.id from linked_reviews x join reviews f on f.id = x.review_id
  where x.original_id = coalesce((select y.original_id from linked_reviews y where y.review_id = r.id), r.id)
    and f.id <> r.id and f.bucket = 'active'
    and not exists (select from reports p where p.review_id = f.id and p.signed_at is not null)`;

/** The other reviews of a case whose reviewers have not signed and still can: what the provider says reaches them, too. */
export async function othersJudging(db: Kysely<DB>, reviewId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select j.id from reviews r, lateral (${JUDGING}) j
    where r.id = ${reviewId} order by j.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where the page of a statement is kept for a review of its case. */
export const statementKey = (reviewId: number, linkId: number): string => `files/${reviewId}/statement-${linkId}.pdf`;

/** Links with the facts their rules ask, unscoped: the caller has the review in scope, or the token. */
export function linksWhere(db: Kysely<DB>, where: { id: number } | { token_hash: Buffer } | { review_id: number }) {
  const [column, value] = Object.entries(where)[0] as [string, unknown];
  return linksThat(db, sql`${sql.ref(`l.${column}`)} = ${value}`);
}

/** Statements given in a case, by any of its reviews; newest first. Unscoped as above. */
export const statementsOfCase = (db: Kysely<DB>, reviewId: number): Promise<LinkRow[]> =>
  linksThat(
    db,
    sql`l.purpose = 'statement' and l.finished_at is not null and l.review_id in (
      with original as (select coalesce((select y.original_id from linked_reviews y where y.review_id = ${reviewId}),
        ${reviewId}::bigint) as id)
      select id from original
      union select x.review_id from linked_reviews x join original on x.original_id = original.id)`,
  );

/** Links `l` that meet a condition, newest first. */
function linksThat(db: Kysely<DB>, condition: RawBuilder<unknown>): Promise<LinkRow[]> {
  return sql<LinkRow>`
    select l.id, l.review_id, l.purpose, l.seed, l.name, l.email, l.due_on, l.file_request_id, l.items, l.created_by,
      l.created_at, l.expires_at, l.opened_at, l.finished_at, l.revoked_at,
      r.kind, r.bucket, r.status, r.organization_id, r.requester_id, o.name as organization, o.time_zone,
      (select json_build_object('answered_at', q.answered_at, 'answered_items', coalesce((
          select json_agg(i.item) from file_request_items i where i.file_request_id = q.id and i.answered_at is not null), '[]'))
        from file_requests q where q.id = l.file_request_id) as request,
      l.released, l.summary, l.report_id, l.text, l.text_version, l.signature_name, l.file_id,
      ${SIGNED} as signed, ${DELIVERED} as delivered, exists (${JUDGING}) as another_judges
    from outside_links l join reviews r on r.id = l.review_id join organizations o on o.id = r.organization_id
    where ${condition} order by l.id desc`
    .execute(db)
    .then(({ rows }) => rows);
}

/** How a link stands now. */
export function stateOf(link: LinkRow, now: Date): LinkState {
  const needed = {
    records: () => recordsNeeded(link, link.request),
    statement: () => statementNeeded(link),
    response: () => responseNeeded(link),
  }[link.purpose];
  return linkState(link, needed(), now);
}

/** The token of a link: 256 bits that follow from its seed and a key outside of the database. */
export const tokenOf = (keys: Keyring, seed: Uint8Array): string =>
  keys.hmac('outside_link', seed).toString('base64url');

/** What a mail with the link opens. */
export const openerOfLink = (id: number): string => `outside_link:${id}`;

/** A new link's seed, token, and the hash it is found by. */
export function newLink(keys: Keyring): { seed: Buffer; token: string; token_hash: Buffer } {
  const seed = randomBytes(32);
  const token = tokenOf(keys, seed);
  return { seed, token, token_hash: hashToken(token) };
}

/** The page a link's address leads to. */
export const PAGE_OF: Record<Purpose, string> = {
  records: '/records-upload',
  statement: '/provider-statement',
  response: '/provider-statement',
};

export const refuseEnded = (ended: LinkEnd): never => {
  throw new Refusal('gone', LINK_ENDED[ended].text, { current: { ended } });
};

/** An audit row of what was done with a link; in the timeline unless said otherwise. */
export const auditLink = (
  tx: Tx,
  link: Pick<LinkRow, 'id' | 'review_id' | 'organization_id'>,
  row: Pick<AuditEntry, 'action' | 'data' | 'detail' | 'timeline'>,
): Promise<number> =>
  tx.audit({
    review_id: link.review_id,
    organization_id: link.organization_id,
    subject: `outside_link:${link.id}`,
    timeline: true,
    ...row,
  });

/** The link, locked; undefined where there is none. */
export async function lockLink(tx: Tx, linkId: number): Promise<LinkRow | undefined> {
  await tx.system.selectFrom('outside_links').select('id').where('id', '=', linkId).forUpdate().execute();
  const [link] = await linksWhere(tx.system, { id: linkId });
  return link;
}

/** The link, locked, if it still opens; refuses `gone`. */
export async function lockOpen(tx: Tx, linkId: number): Promise<LinkRow> {
  const link = await lockLink(tx, linkId);
  if (!link) return refuseEnded('unknown');
  const state = stateOf(link, tx.now);
  return state === 'open' ? link : refuseEnded(state);
}
