import {
  type Actor,
  isAdmin,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isStaff,
  readsContents,
  runsMatching,
} from '../../../core/actor.ts';
import { leads } from '../../../core/experts.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { whyNotOrdered } from '../../../platform/db/ordering-open.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import { filesToGo } from '../../../platform/db/shared-records.ts';
import { PARTY_ROLES } from '../../reviews/kinds/options.ts';
import { isOpenTo, officesOf } from '../../reviews/rules.ts';
import type { ContinuationView } from '../contract.ts';
import { CONSENT_LINES, consentState, isUndecided } from '../rules.ts';
import { type Continuing, newestOf } from './load.ts';

/** Whether somebody may ask for it now: who may ask for a transfer, of a review with an expert, where transfers are in use and legal cases ordered. */
export const mayAsk = async (db: ActorDb, actor: Actor, review: Continuing): Promise<boolean> =>
  review.expert_profile_id !== null &&
  isOpenTo(actor, review, 'request_transfer') &&
  (await organizationFlag(db.executor, review.organization_id, 'enable_case_closeout_transfer_requests')) &&
  (await whyNotOrdered(db.executor, review.organization_id, review.as_kind)) === null;

/** How the continuation of a review stands for this reader. */
export async function continuationOf(db: ActorDb, actor: Actor, review: Continuing): Promise<ContinuationView> {
  const system = db.executor;
  const row = await newestOf(system, review.id);
  const undecided = row !== undefined && isUndecided(row.state);
  const transferred = (
    await system
      .selectFrom('review_transfers')
      .select('continues')
      .where('review_id', '=', review.id)
      .executeTakeFirst()
  )?.continues;
  const ask = !undecided && transferred === undefined && (await mayAsk(db, actor, review));
  const reads = isRequesterSide(actor.kind) || readsContents(actor.kind);
  const files = ask || row ? await filesToGo(system, review.id) : [];
  const read = reads ? files : [];
  const seen = isExpertSide(actor.kind) ? read.filter((file) => file.visible_to_expert) : read;
  // an expert reads of what they were asked, nobody of theirs but them
  const told = row && (!isExpertSide(actor.kind) || actor.expert_profile_ids.includes(row.expert_profile_id));
  const continued = row?.continued_as ?? null;
  return {
    review_id: review.id,
    kind: review.kind,
    as_kind: review.as_kind,
    asked:
      row && told
        ? {
            id: row.id,
            state: row.state,
            by: row.by,
            at: row.asked_at.toISOString(),
            reason: row.reason,
            names: row.parties.map(({ name, role }) => ({
              name,
              role: PARTY_ROLES.find(({ value }) => value === role)?.label ?? role,
            })),
            file_count:
              row.state === 'granted' ? row.files.length : files.filter(({ id }) => row.files.includes(id)).length,
            files: seen.flatMap(({ id, name }) => (row.files.includes(id) ? [{ id, name }] : [])),
            expert: row.expert,
            answered_at: row.answered_at?.toISOString() ?? null,
            decline_reason: row.decline_reason,
            disclosed:
              mayGrant(actor) && row.answers
                ? consentState(row.answers).disclosed.map(
                    (key) => CONSENT_LINES.find((line) => line.key === key)?.text ?? key,
                  )
                : [],
            decided_at: row.decided_at?.toISOString() ?? null,
            continued_as:
              continued !== null && (isRequesterSide(actor.kind) || isStaff(actor.kind))
                ? { id: continued, number: reviewNumber(review.as_kind, continued) }
                : null,
          }
        : null,
    files: ask ? seen.map(({ id, name, pages }) => ({ id, name, pages })) : [],
    can: {
      ask,
      take_back: undecided && isRequesterSide(actor.kind) && actsHere(actor, review),
      answer: row?.state === 'asked' && isExpert(actor.kind) && leads(actor, review),
      grant: row?.state === 'agreed' && isStaff(actor.kind) && mayGrant(actor),
    },
  };
}

/** Whether somebody acts for the requester of it. */
export const actsHere = (actor: Actor, review: Continuing): boolean =>
  officesOf(actor, { ...review, invitation: null }).has('requester');

/** Whether somebody grants transfers elsewhere: admins, and the matching desk. */
export const mayGrant = ({ kind }: Actor): boolean => isAdmin(kind) || runsMatching(kind);
