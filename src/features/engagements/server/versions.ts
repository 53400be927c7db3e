import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { DAY, dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { nameOfUser } from '../../../platform/db/full-name.ts';
import { json } from '../../../platform/db/json.ts';
import type { DB } from '../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import {
  type AgreementFacts,
  agreementText,
  type EngagementTerms,
  OPEN_DAYS,
  TEMPLATE_VERSION,
  typedNameFaults,
} from '../rules.ts';
import { type EngagementReview, type HeldAgreement, openVersion, partiesOf, signaturesOf } from './load.ts';

type Side = 'requester' | 'expert';

/** Refuses a proposal or a signature without a fresh proof, or under another name than the account's; `faults` are told with it. */
export async function refuseSignature(
  tx: Tx<Actor>,
  name: string,
  faults: readonly { path: string; message: string }[] = [],
): Promise<void> {
  await refuseWithoutFreshProof(tx);
  refuseFields([...faults, ...typedNameFaults(name, await nameOfUser(tx.system, tx.actor.user_id))]);
}

/** Refuses `stale` and `wrong_state` where the version that waits is not the one that was read, or its time is over. */
export function refuseUnread(
  tx: Tx,
  open: { version: number; sha256: string; lapses_at: Date },
  read: { version: number; sha256: string },
): void {
  if (open.lapses_at <= tx.now)
    throw new Refusal('wrong_state', 'It was open until a day that has passed. Propose it again.');
  if (open.version !== read.version || open.sha256 !== read.sha256)
    throw new Refusal('stale', 'Other terms were proposed meanwhile. Read them before you sign.');
}

/** Keeps a signature under a version: the typed name, from where, and the very words. */
export async function putSignature(
  tx: Tx<Actor>,
  version: { id: number; sha256: string },
  side: Side,
  name: string,
): Promise<void> {
  const session = await tx.system
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', tx.actor.session_id)
    .executeTakeFirst();
  await tx.system
    .insertInto('agreement_signatures')
    .values({
      version_id: version.id,
      side,
      user_id: tx.actor.user_id,
      name,
      signed_at: tx.now,
      ip: tx.actor.ip ?? '',
      user_agent: session?.user_agent ?? '',
      sha256: version.sha256,
    })
    .execute();
}

/** Keeps terms as the version that is open from now on; `amends`: the one both signed, which it is to replace. */
export async function putVersion(
  tx: Tx<Actor>,
  review: EngagementReview,
  of: { side: Side; terms: EngagementTerms; note: string; amends?: HeldAgreement },
): Promise<{ id: number; sha256: string; version: number; lapses_at: Date }> {
  if (review.expert_profile_id === null) throw new Refusal('wrong_state', 'No expert is on the matter.');
  const parties = await partiesOf(tx.system, review, tx.now);
  const facts: AgreementFacts = of.amends
    ? { ...parties.facts, replaces: await replacedBy(tx.system, review.id, of.amends, parties.zone) }
    : parties.facts;
  const terms = { ...of.terms, further: of.terms.further.trim() };
  const { text } = agreementText(terms, facts);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const lapses_at = new Date(tx.now.getTime() + OPEN_DAYS * DAY);
  await tx.system
    .updateTable('agreement_versions')
    .set({ status: 'superseded' })
    .where('review_id', '=', review.id)
    .where('status', '=', 'open')
    .execute();
  const last = await tx.system
    .selectFrom('agreement_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('review_id', '=', review.id)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  const { id } = await tx.system
    .insertInto('agreement_versions')
    .values({
      review_id: review.id,
      expert_profile_id: review.expert_profile_id,
      version,
      amends: of.amends?.version_id ?? null,
      proposed_by_side: of.side,
      proposed_by: tx.actor.user_id,
      proposed_at: tx.now,
      template_version: TEMPLATE_VERSION,
      terms: json(terms),
      facts: json(facts),
      note: of.note,
      text,
      sha256,
      lapses_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.cancelDeadlines(review.id, ['agreement_lapse']);
  await tx.setDeadline({
    review_id: review.id,
    kind: 'agreement_lapse',
    key: String(id),
    due_at: lapses_at,
    payload: { version_id: id },
  });
  return { id, sha256, version, lapses_at };
}

/** What a change of the agreement that holds says it replaces; its day is that of this zone. */
export async function replacedBy(
  db: Kysely<DB>,
  reviewId: number,
  held: HeldAgreement,
  zone: string,
): Promise<NonNullable<AgreementFacts['replaces']>> {
  const last = (await signaturesOf(db, reviewId)).findLast(({ version_id }) => version_id === held.version_id);
  return {
    version: held.version,
    signed_on: dateIn(last?.signed_at ?? held.agreed_at, zone),
    role: held.terms.role,
  };
}

/** Ends the version that is open, for this outcome; nothing where none is. */
export async function endOpen(
  tx: Tx,
  reviewId: number,
  status: 'refused' | 'lapsed',
): Promise<Awaited<ReturnType<typeof openVersion>>> {
  const version = await openVersion(tx.system, reviewId);
  if (!version) return undefined;
  await tx.system.updateTable('agreement_versions').set({ status }).where('id', '=', version.id).execute();
  await tx.cancelDeadlines(reviewId, ['agreement_lapse']);
  return version;
}
