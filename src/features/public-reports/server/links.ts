import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { dateIn, DAY, startOfDay } from '../../../core/time.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { In } from '../../../core/endpoint.ts';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { AnyActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { resultsElsewhere } from '../../../platform/db/results-elsewhere.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { rooms } from '../../../platform/live.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { countTry, type Limit, throttleKey } from '../../../platform/throttle.ts';
import { passcodeFrom, typedPasscode } from '../../reports/rules/deliveries.ts';
import type { publicReportEndpoints } from '../contract.ts';
import {
  allowsSharing,
  dayFault,
  isLive,
  needsPermit,
  passcodeFault,
  sharesReports,
  sharingRefused,
} from '../rules.ts';
import { type LinkRow, links, livePermit, newestDelivered, sharedReview, stateOf } from './load.ts';

/** The page a link leads to. */
const PAGE = '/public-report';
/** Links one person makes in a day. */
const LINKS_A_DAY: Limit = { tries: 100, window_ms: DAY };

type Asked = In<typeof publicReportEndpoints.make, 'body'>;
interface Of {
  kind: Kind;
  id: number;
}

/** The passcode a link is to have, as it is typed and told; null: none. */
function passcodeOf({ passcode, own_passcode }: Asked): string | null {
  if (passcode === 'none') return null;
  return passcode === 'own' ? typedPasscode(own_passcode) : passcodeFrom(randomBytes(8));
}

/**
 * Makes a link to the newest delivered report. Its token and its passcode are answered this once: what is kept of them is
 * hashes. Refuses `wrong_state` where there is nothing to share, or nobody allowed it.
 */
export async function makeLink(
  tx: Tx<Actor>,
  of: Of,
  asked: Asked,
): Promise<{ address: string; passcode: string | null }> {
  const review = await sharedReview(tx.db, of.kind, of.id);
  if (!sharesReports(tx.actor, review)) throw new Refusal('forbidden');
  await refuseWithoutFreshProof(tx);
  // nothing is delivered, purged or disallowed while it is made
  await tx.system.selectFrom('reviews').select('id').where('id', '=', review.id).forNoKeyUpdate().execute();
  const newest = await newestDelivered(tx.system, review.id);
  const permitted = (await livePermit(tx.system, review.id)) !== undefined;
  const elsewhere = (await resultsElsewhere(tx.system, review.id)) !== null;
  const facts = { kind: of.kind, version: newest?.version ?? null, permitted, elsewhere };
  const refused = sharingRefused(facts, asked.version);
  if (refused !== null || !newest) throw new Refusal('wrong_state', refused ?? undefined);
  const wrongDay = dayFault(asked.expires_on, dateIn(tx.now, review.time_zone));
  const wrongPasscode = asked.passcode === 'own' ? passcodeFault(asked.own_passcode) : null;
  refuseFields([
    ...(wrongDay === null ? [] : [{ path: 'expires_on', message: wrongDay }]),
    ...(wrongPasscode === null ? [] : [{ path: 'own_passcode', message: wrongPasscode }]),
  ]);
  await countTry(tx.system, throttleKey('public_report_made', String(tx.actor.user_id)), LINKS_A_DAY, tx.now);
  const token = newToken();
  const passcode = passcodeOf(asked);
  const { id } = await tx.system
    .insertInto('public_report_links')
    .values({
      review_id: review.id,
      report_id: newest.id,
      token_hash: hashToken(token),
      passcode_hash: passcode === null ? null : await hashPassword(passcode),
      audience: asked.audience,
      made_by: tx.actor.user_id,
      created_at: tx.now,
      expires_at: startOfDay(asked.expires_on, review.time_zone, 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(
    tx,
    { id, review_id: review.id, organization_id: review.organization_id, version: newest.version },
    'public_report.link_made',
    {
      timeline: true,
      data: { has_passcode: passcode !== null, expires_on: asked.expires_on },
    },
  );
  return { address: `${tx.services.env.public_url}${PAGE}/${token}`, passcode };
}

/** Ends a link at once. Refuses `wrong_state` where it has ended. */
export async function endLink(tx: Tx<Actor>, of: Of, linkId: number): Promise<void> {
  const review = await sharedReview(tx.db, of.kind, of.id);
  const row = await lockedLink(tx, linkId);
  if (row?.review_id !== review.id) throw new Refusal('not_found');
  if (!sharesReports(tx.actor, review)) throw new Refusal('forbidden');
  if (!isLive(stateOf(row, tx.now))) throw new Refusal('wrong_state', 'This link has ended already.');
  await tx.system
    .updateTable('public_report_links')
    .set({ ended_at: tx.now, ended_by: tx.actor.user_id, ended_why: 'revoked' })
    .where('id', '=', row.id)
    .execute();
  await record(tx, row, 'public_report.link_ended', { timeline: true });
}

/** A link, held until the transaction ends; undefined where there is none. */
export async function lockedLink(tx: Tx, id: number): Promise<LinkRow | undefined> {
  await tx.system.selectFrom('public_report_links').select('id').where('id', '=', id).forUpdate().execute();
  return links(tx.system).where('l.id', '=', id).executeTakeFirst();
}

/** Allows the report of a confidential review to be shared. Refuses `wrong_state` where nobody needs to, or somebody did. */
export async function allowLinks(tx: Tx<Actor>, of: Of, reason: string): Promise<void> {
  const review = await sharedReview(tx.db, of.kind, of.id);
  if (!allowsSharing(tx.actor)) throw new Refusal('forbidden');
  await refuseWithoutFreshProof(tx);
  if (!needsPermit(of.kind))
    throw new Refusal('wrong_state', `The report of a ${KINDS[of.kind].singular} needs no permission to be shared.`);
  const made = await tx.system
    .insertInto('public_report_permits')
    .values({ review_id: review.id, reason, allowed_by: tx.actor.user_id, allowed_at: tx.now })
    .onConflict((oc) => oc.column('review_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('wrong_state', 'It is allowed already.');
  await recordPermit(tx, review, 'public_report.allowed', reason);
}

/** Takes that back: every link to the review's report ends. Refuses `wrong_state` where nothing was allowed. */
export async function disallowLinks(tx: Tx<Actor>, of: Of): Promise<void> {
  const review = await sharedReview(tx.db, of.kind, of.id);
  if (!allowsSharing(tx.actor)) throw new Refusal('forbidden');
  await tx.system.selectFrom('reviews').select('id').where('id', '=', review.id).forNoKeyUpdate().execute();
  const ended = await tx.system
    .updateTable('public_report_permits')
    .set({ ended_at: tx.now, ended_by: tx.actor.user_id })
    .where('review_id', '=', review.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw new Refusal('wrong_state', 'It is not allowed.');
  await tx.system
    .updateTable('public_report_links')
    .set({ ended_at: tx.now, ended_by: tx.actor.user_id, ended_why: 'disallowed' })
    .where('review_id', '=', review.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .execute();
  await recordPermit(tx, review, 'public_report.disallowed');
}

async function recordPermit(
  tx: Tx<Actor>,
  review: { id: number; organization_id: number },
  action: 'public_report.allowed' | 'public_report.disallowed',
  reason?: string,
): Promise<void> {
  await tx.audit({
    action,
    review_id: review.id,
    organization_id: review.organization_id,
    timeline: true,
    ...(reason === undefined ? {} : { reason }),
  });
  changed(tx, review.id);
}

type LinkAction =
  | 'public_report.link_made'
  | 'public_report.link_ended'
  | 'public_report.opened'
  | 'public_report.downloaded'
  | 'public_report.wrong_passcode'
  | 'public_report.guessed';

/** What happens with a link, in the trail and on open pages. Neither token nor passcode nor whom it is for is among it. */
export async function record<A extends AnyActor>(
  tx: Tx<A>,
  link: Pick<LinkRow, 'id' | 'review_id' | 'organization_id' | 'version'>,
  action: LinkAction,
  { data, timeline = false }: Pick<AuditEntry, 'data' | 'timeline'> = {},
): Promise<void> {
  await tx.audit({
    action,
    review_id: link.review_id,
    organization_id: link.organization_id,
    subject: `public_report_link:${link.id}`,
    // the timeline says by it that whoever has the link did this
    data: { ...(tx.actor.kind === 'system' ? { by: 'public_link' } : {}), version: link.version, ...data },
    timeline,
  });
  changed(tx, link.review_id);
}

const changed = (tx: Tx, reviewId: number): void =>
  tx.live({ room: rooms.review(reviewId), event: 'review.changed', payload: { review_id: reviewId } });
