import type { ReviewStatus } from '../../reviews/rules.ts';
import { normalizeEmail } from '../../../core/emails.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { ExpertOfReview } from '../../../core/experts.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import type { Actor } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { type InsertObject, sql } from 'kysely';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import type { Kind } from '../../../core/kinds.ts';
import { HOUR } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, throttleKey } from '../../../platform/throttle.ts';
import type { outsideEndpoints, OutsideLinksView, OutsideLinkView } from '../contract.ts';
import {
  custodianFaults,
  dueDay,
  endAfter,
  mayAskCustodian,
  mayHearProvider,
  maySeeLinks,
  type Purpose,
  whyNoCustodian,
  whyNoRelease,
  whyNoStatement,
  whyNotRenewed,
  whyNotRevoked,
} from '../rules.ts';
import {
  auditLink,
  DELIVERED,
  type LinkRow,
  linksWhere,
  lockLink,
  newLink,
  openerOfLink,
  SIGNED,
  stateOf,
} from './links.ts';
import { mailLink, setClocks } from './link-mails.ts';

/** Mails to strangers that one person can cause. */
const LINKS_A_DAY = { tries: 100, window_ms: 24 * HOUR };

export interface LinkReview {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  bucket: string;
  organization_id: number;
  requester_id: number;
  expert_profile_id: number | null;
  experts: readonly ExpertOfReview[];
  time_zone: string;
  signed: boolean;
  delivered: boolean;
}

/** The review in the actor's scope; absent, another tenant's, or under another kind's path: 404. */
export async function loadLinkReview(db: ActorDb, id: number, kind: Kind): Promise<LinkReview> {
  const row = await db
    .selectFrom('reviews')
    .select([
      'reviews.expert_profile_id',
      expertsOf('reviews.id').as('experts'),
      'reviews.id',
      'reviews.kind',
      'reviews.status',
      'reviews.bucket',
      'reviews.organization_id',
      'reviews.requester_id',
    ])
    .where('reviews.id', '=', id)
    .executeTakeFirst();
  if (!row || row.kind !== kind) throw new Refusal('not_found');
  const { rows } = await sql<{ time_zone: string; signed: boolean; delivered: boolean }>`
    select o.time_zone, ${SIGNED} as signed, ${DELIVERED} as delivered
    from reviews r join organizations o on o.id = r.organization_id where r.id = ${id}`.execute(db.executor);
  const more = rows[0];
  if (!more) throw new Refusal('not_found');
  return { ...row, kind, ...more };
}

export const earlierOf = async (tx: Tx, review: LinkReview, purpose: Purpose): Promise<string[]> =>
  statesOf(await linksWhere(tx.system, { review_id: review.id }), purpose, tx.now);

const NEVER = { allowed: false, reason: 'Your role does not include this.' };
const unless = (reason: string | null) => ({ allowed: reason === null, reason });

/** Whether the actor looks after links of this purpose. */
const mayLookAfter = (actor: Actor, review: LinkReview, purpose: Purpose): boolean =>
  purpose === 'records' ? mayAskCustodian(actor, review) : mayHearProvider(actor, review);

async function present(db: ActorDb, actor: Actor, review: LinkReview, links: readonly LinkRow[], now: Date) {
  if (links.length === 0) return [];
  const people = await db.executor
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(links.map((l) => l.created_by))])
    .execute();
  const files = await db.executor
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'uploads.file_id')
    .select(['uploads.outside_link_id as link_id', (eb) => eb.fn.countAll<string>().as('n')])
    .where('uploads.review_id', '=', review.id)
    .where('uploads.outside_link_id', 'is not', null)
    .where('files.deleted_at', 'is', null)
    .groupBy('uploads.outside_link_id')
    .execute();
  return links.map((link): OutsideLinkView => {
    const state = stateOf(link, now);
    const maker = people.find((p) => p.id === link.created_by);
    const may = mayLookAfter(actor, review, link.purpose);
    return {
      id: link.id,
      purpose: link.purpose,
      name: link.name,
      email: link.email,
      due_on: link.due_on,
      state,
      file_request_id: link.file_request_id,
      items: link.items,
      files: Number(files.find((f) => f.link_id === link.id)?.n ?? 0),
      released: link.released,
      created_by: `${maker?.first_name ?? ''} ${maker?.last_name ?? ''}`.trim(),
      created_at: link.created_at.toISOString(),
      expires_at: link.expires_at.toISOString(),
      opened_at: link.opened_at?.toISOString() ?? null,
      finished_at: link.finished_at?.toISOString() ?? null,
      revoked_at: link.revoked_at?.toISOString() ?? null,
      abilities: {
        renew: may ? unless(whyNotRenewed(state)) : NEVER,
        revoke: may ? unless(whyNotRevoked(state)) : NEVER,
      },
    };
  });
}

/** The links of a review and what the reader can do. */
export async function listLinks(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<OutsideLinksView> {
  const review = await loadLinkReview(db, id, kind);
  if (!maySeeLinks(actor)) throw new Refusal('forbidden');
  const open = await db
    .selectFrom('file_requests')
    .select('file_requests.id')
    .where('file_requests.review_id', '=', id)
    .where('file_requests.answered_at', 'is', null)
    .executeTakeFirst();
  const links = await linksWhere(db.executor, { review_id: id });
  const mayHear = mayHearProvider(actor, review);
  return {
    data: await present(db, actor, review, links, now),
    abilities: {
      ask_custodian: mayAskCustodian(actor, review) ? unless(whyNoCustodian(review, open !== undefined)) : NEVER,
      ask_statement: mayHear ? unless(whyNoStatement(review, statesOf(links, 'statement', now))) : NEVER,
      release_findings: mayHear ? unless(whyNoRelease(review, statesOf(links, 'response', now))) : NEVER,
    },
  };
}

const statesOf = (links: readonly LinkRow[], purpose: Purpose, now: Date): string[] =>
  links.filter((link) => link.purpose === purpose).map((link) => stateOf(link, now));

async function one(tx: Tx<Actor>, review: LinkReview, id: number): Promise<OutsideLinkView> {
  const [view] = await present(tx.db, tx.actor, review, await linksWhere(tx.system, { id }), tx.now);
  if (!view) throw new Refusal('not_found');
  tx.live({ room: rooms.review(review.id), event: 'review.changed', payload: { review_id: review.id } });
  return view;
}

/** Counts a mail to somebody outside, for whoever causes it. */
const countLink = (tx: Tx<Actor>): Promise<void> =>
  countTry(tx.system, throttleKey('outside_links_made', String(tx.actor.user_id)), LINKS_A_DAY, tx.now);

/** Asks a custodian outside for items of an open request, by a link that is mailed. */
export async function askCustodian(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  reviewId: number,
  body: In<typeof outsideEndpoints.askCustodian, 'body'>,
): Promise<OutsideLinkView> {
  return command(services, actor, async (tx) => {
    const review = await loadLinkReview(tx.db, reviewId, kind);
    const request = await tx.db
      .selectFrom('file_requests')
      .select(['file_requests.id', 'file_requests.due_on', 'file_requests.answered_at'])
      .where('file_requests.review_id', '=', reviewId)
      .where('file_requests.id', '=', body.file_request_id)
      .executeTakeFirst();
    if (!mayAskCustodian(actor, review)) throw new Refusal('forbidden');
    if (!request) throw new Refusal('not_found');
    const refused = whyNoCustodian(review, request.answered_at === null);
    if (refused !== null) throw new Refusal('wrong_state', refused, { current: { status: review.status } });
    const asked = await tx.system
      .selectFrom('file_request_items')
      .select(['item', 'answered_at'])
      .where('file_request_id', '=', request.id)
      .execute();
    refuseFields(
      custodianFaults(
        body,
        asked.map(({ item, answered_at }) => ({ id: item, answered_at: answered_at?.toISOString() ?? null })),
      ),
    );
    const { name, items, days } = body;
    const email = normalizeEmail(body.email);
    const expires_at = endAfter(days, tx.now);
    const link = {
      purpose: 'records' as const,
      name,
      email,
      due_on: dueDay(request.due_on, expires_at, tx.now, review.time_zone),
      expires_at,
      file_request_id: request.id,
      items: json(items),
    };
    return make(tx, ports, review, link, {
      action: 'outside.custodian_asked',
      data: { items: items.length, days },
      detail: { old: null, new: { name, email, items } },
    });
  });
}

type NewLink = Omit<
  InsertObject<DB, 'outside_links'>,
  'review_id' | 'purpose' | 'seed' | 'token_hash' | 'created_by' | 'created_at'
> & { purpose: Purpose };

/** Makes a link, mails it, sets its clocks and says so in the audit trail; counted for whoever causes the mail. */
export async function make(
  tx: Tx<Actor>,
  ports: Ports,
  review: LinkReview,
  link: NewLink,
  said: Parameters<typeof auditLink>[2],
): Promise<OutsideLinkView> {
  await countLink(tx);
  const { seed, token_hash } = newLink(tx.services.keys);
  const { id } = await tx.db
    .insertInto('outside_links')
    .values({ review_id: review.id, ...link, seed, token_hash, created_by: tx.actor.user_id, created_at: tx.now })
    .returning('outside_links.id')
    .executeTakeFirstOrThrow();
  const made = await send(tx, ports, id);
  await auditLink(tx, made, said);
  return one(tx, review, id);
}

/** Mails a link as it was just made or renewed, and sets its clocks. */
async function send(tx: Tx, ports: Ports, id: number): Promise<LinkRow> {
  const [link] = await linksWhere(tx.system, { id });
  if (!link) throw new Refusal('not_found');
  await mailLink(tx, ports, link, `outside_${link.purpose}`);
  await setClocks(tx, link, tx.now);
  return link;
}

/** The link of this review, locked; another review's is not there. */
async function lockOwn(tx: Tx<Actor>, review: LinkReview, id: number): Promise<LinkRow> {
  if (!maySeeLinks(tx.actor)) throw new Refusal('forbidden');
  const link = await lockLink(tx, id);
  if (!link || link.review_id !== review.id) throw new Refusal('not_found');
  if (!mayLookAfter(tx.actor, review, link.purpose)) throw new Refusal('forbidden');
  return link;
}

/** Lets a link go on, counted from now, and mails it again. The same address works, also where it had expired. */
export async function renewLink(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  ids: { id: number; linkId: number },
  days: number,
): Promise<OutsideLinkView> {
  return command(services, actor, async (tx) => {
    const review = await loadLinkReview(tx.db, ids.id, kind);
    const link = await lockOwn(tx, review, ids.linkId);
    const refused = whyNotRenewed(stateOf(link, tx.now));
    if (refused !== null) throw new Refusal('wrong_state', refused, { current: { state: stateOf(link, tx.now) } });
    await countLink(tx);
    const expires_at = endAfter(days, tx.now);
    const due_on = dueDay(link.due_on, expires_at, tx.now, review.time_zone);
    await tx.system.updateTable('outside_links').set({ expires_at, due_on }).where('id', '=', link.id).execute();
    await send(tx, ports, link.id);
    await auditLink(tx, link, { action: 'outside.renewed', data: { days, purpose: link.purpose } });
    return one(tx, review, link.id);
  });
}

/** The link under a new address, mailed; the earlier one ends. Refuses `wrong_state` where it does not open any more. */
export async function readdressLink(tx: Tx, ports: Ports, id: number): Promise<void> {
  const link = await lockLink(tx, id);
  const state = link && stateOf(link, tx.now);
  if (!link || state !== 'open')
    throw new Refusal('wrong_state', 'The link has ended. It is renewed on the page of its review.', {
      current: { state },
    });
  await forgetOpeners(tx.system, [openerOfLink(id)]);
  const { seed, token_hash } = newLink(tx.services.keys);
  await tx.system.updateTable('outside_links').set({ seed, token_hash }).where('id', '=', id).execute();
  await mailLink(tx, ports, { ...link, seed }, `outside_${link.purpose}`);
  await auditLink(tx, link, { action: 'outside.readdressed', data: { purpose: link.purpose } });
}

/** Withdraws a link. What came by it stays with whoever looks after the records. */
export async function revokeLink(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  ids: { id: number; linkId: number },
): Promise<OutsideLinkView> {
  return command(services, actor, async (tx) => {
    const review = await loadLinkReview(tx.db, ids.id, kind);
    const link = await lockOwn(tx, review, ids.linkId);
    const refused = whyNotRevoked(stateOf(link, tx.now));
    if (refused !== null) throw new Refusal('wrong_state', refused, { current: { state: stateOf(link, tx.now) } });
    await tx.system
      .updateTable('outside_links')
      .set({ revoked_at: tx.now, revoked_by: actor.user_id })
      .where('id', '=', link.id)
      .execute();
    await auditLink(tx, link, { action: 'outside.revoked', data: { purpose: link.purpose } });
    await forgetOpeners(tx.system, [openerOfLink(link.id)]);
    await tx.emit('outside.link_ended', { link_id: link.id }, review.id);
    // what was begun for a statement that is never given is nobody's record
    if (link.purpose === 'statement') await ports.records.settleLink(tx, link.id, false);
    return one(tx, review, link.id);
  });
}
