import type { Kysely, Selectable } from 'kysely';
import { type Actor, isExpert, isExpertSide } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf, nameOfUser } from '../../../platform/db/full-name.ts';
import type { ReviewRowBeside } from '../../../platform/db/review-row.ts';
import type { DB, MeritStatements } from '../../../platform/db/types.ts';
import { sidesOf } from '../../work/rules.ts';
import type { MeritView } from '../contract/merit.ts';
import { type MeritTemplate, templatesFor, templatesThatHold } from '../rules.ts';
import { loadMatter } from './load.ts';
import { type Matter, matterOf } from './matter.ts';

export type Statement = Selectable<MeritStatements>;

/** The statements of a matter a reader sees: experts their own; the firm and staff all, also once who signed them is off it. */
export const statementsOf = (
  db: Kysely<DB>,
  actor: Actor,
  review: Pick<ReviewRowBeside, 'id' | 'expert_profile_id'>,
): Promise<Statement[]> =>
  db
    .selectFrom('merit_statements')
    .selectAll()
    .where('review_id', '=', review.id)
    .$if(isExpertSide(actor.kind), (q) => q.where('expert_profile_id', '=', review.expert_profile_id))
    .orderBy('number', 'desc')
    .execute();

const requestsOf = (db: Kysely<DB>, actor: Actor, review: Pick<ReviewRowBeside, 'id' | 'expert_profile_id'>) =>
  db
    .selectFrom('merit_requests as q')
    .innerJoin('users as u', 'u.id', 'q.asked_by')
    .selectAll('q')
    .select(fullNameOf('u').as('by'))
    .where('q.review_id', '=', review.id)
    .$if(isExpertSide(actor.kind), (q) => q.where('q.expert_profile_id', '=', review.expert_profile_id))
    .orderBy('q.id', 'desc')
    .execute();

/** The templates for a matter, as they hold. */
export async function templatesOf(db: Kysely<DB>, { state }: Matter): Promise<MeritTemplate[]> {
  const book = await db.selectFrom('merit_templates').select(['key', 'version', 'terms']).execute();
  return templatesFor(templatesThatHold(book), state);
}

/** What stands for braces in a template, but for the expert's own words. */
export const factsOf = ({ facts, today }: Matter): MeritView['facts'] => ({
  ...facts,
  docket: facts.docket === '' ? 'to be assigned' : facts.docket,
  date: dateText(today, 'long'),
});

export const maySign = (actor: Actor, review: ReviewRowBeside, { time, terms }: Matter): boolean =>
  isExpert(actor.kind) && sidesOf(actor, review).includes('expert') && time !== 'over' && terms !== null;

/** Whether the firm may ask the expert who is on a matter for a certificate now. */
export const mayAsk = (actor: Actor, review: ReviewRowBeside, { time, terms }: Matter): boolean =>
  sidesOf(actor, review).includes('requester') &&
  review.expert_profile_id !== null &&
  time !== 'over' &&
  terms !== null;

/** What a reader may do with a signed statement. */
export function statementCan(
  actor: Actor,
  review: ReviewRowBeside,
  one: Statement,
): MeritView['statements'][number]['can'] {
  const sides = sidesOf(actor, review);
  const stands = one.text !== null && one.withdrawn_at === null;
  const firm = sides.includes('requester') && one.text !== null;
  return {
    use: firm && stands && one.used_at === null,
    withdraw:
      stands &&
      isExpert(actor.kind) &&
      sides.includes('expert') &&
      actor.expert_profile_ids.includes(one.expert_profile_id),
    notarize: firm && stands && one.needs_notary && one.notary_recorded_at === null,
    add_copy: firm && stands && one.notary_recorded_at !== null && one.copy_storage_key === null,
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The certificates and affidavits of a matter as a reader sees them, with what was asked for. Refuses `not_found`. */
export async function presentMerit(db: ActorDb, actor: Actor, kind: Kind, id: number, now: Date): Promise<MeritView> {
  const review = await loadMatter(db, kind, id);
  const matter = await matterOf(db.executor, review, now);
  const sign = maySign(actor, review, matter);
  const requests = await requestsOf(db.executor, actor, review);
  const open = requests.some(
    ({ state, expert_profile_id }) => state === 'asked' && expert_profile_id === review.expert_profile_id,
  );
  return {
    review_id: id,
    kind,
    templates: sign ? await templatesOf(db.executor, matter) : [],
    facts: factsOf(matter),
    own_name: await nameOfUser(db.executor, actor.user_id),
    today: matter.today,
    statements: (await statementsOf(db.executor, actor, review)).map((one) => ({
      number: one.number,
      title: one.title,
      source: one.template_source,
      signed_by: one.signature_name,
      signed_at: one.signed_at.toISOString(),
      sha256: one.sha256,
      has_words: one.text !== null,
      used_at: iso(one.used_at),
      withdrawn_at: iso(one.withdrawn_at),
      withdrawn_reason: one.withdrawn_reason,
      needs_notary: one.needs_notary,
      notary:
        one.notary_name === null || one.notarized_on === null || one.notary_recorded_at === null
          ? null
          : {
              name: one.notary_name,
              state: one.notary_state ?? '',
              number: one.notary_number ?? '',
              notarized_on: one.notarized_on,
              recorded_at: one.notary_recorded_at.toISOString(),
            },
      copy: one.copy_name === null ? null : { name: one.copy_name, size_bytes: one.copy_size_bytes ?? 0 },
      can: statementCan(actor, review, one),
    })),
    requests: requests.map((one) => ({
      id: one.id,
      state: one.state,
      reason: one.reason,
      due_on: one.due_on,
      asked_by: one.by,
      asked_at: one.asked_at.toISOString(),
      answer: one.answer,
      answered_at: iso(one.answered_at),
      number: one.number,
      can: {
        decline: one.state === 'asked' && sign,
        take_back: one.state === 'asked' && sidesOf(actor, review).includes('requester'),
      },
    })),
    can: { sign, ask: !open && mayAsk(actor, review, matter) },
  };
}
