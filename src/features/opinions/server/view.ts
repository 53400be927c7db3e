import { isRequesterSide } from '../../../core/actor.ts';
import { resultsElsewhere } from '../../../platform/db/results-elsewhere.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import type { Kysely } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import { quote } from '../../billing/rules.ts';
import { formOf, processOf, seesPrices, statusView } from '../../reviews/rules.ts';
import type { OpinionsView } from '../contract.ts';
import {
  canAskAdjudication,
  canAskSecond,
  type Difference,
  differences,
  mayAsk,
  readsReports,
  familyStateOf,
  TRIGGER_WORDS,
  verdictWords,
} from '../rules.ts';
import { familyOf, orderOf, presentLevel } from './load.ts';
import { deliveredReport, type ReadReport } from './reports.ts';

/** A review in the actor's scope; absent, another tenant's, or of another kind: 404. */
export async function loadInScope(db: ActorDb, kind: Kind, id: number) {
  const found = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.requester_id', expertsOf('reviews.id').as('experts')])
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

const NOT_YOURS = { allowed: false, reason: 'Only the requester, a manager or the records desk can ask.' } as const;

/** The opinions on a review's case, as one of those who order or of the staff may know them. */
export async function opinionsOf(db: ActorDb, kind: Kind, id: number): Promise<OpinionsView> {
  const { actor, executor } = db;
  const review = await loadInScope(db, kind, id);
  const number = reviewNumber(kind, id);
  const has = processOf(kind).second_opinions;
  const family = has ? await familyOf(executor, id) : [];
  const here = family.find((one) => one.review_id === id);
  const first = family[0];
  if (!here || !first) {
    const none = { allowed: false, reason: 'There are no second opinions on reviews of this kind.' };
    return {
      review_id: id,
      number,
      role: null,
      original: null,
      reads: false,
      members: [],
      comparison: null,
      settled: null,
      price_cents: null,
      can: { ask_second: none, ask_adjudication: none },
    };
  }
  const standing = familyStateOf(family);
  const elsewhere = isRequesterSide(actor.kind) && (await resultsElsewhere(executor, id)) !== null;
  const reads =
    !elsewhere && readsReports(actor, first, formOf(kind).report_readers(await orderOf(executor, first.review_id)));
  const visible = new Set(
    (
      await db
        .selectFrom('reviews')
        .select('reviews.id')
        .where(
          'reviews.id',
          'in',
          family.map((one) => one.review_id),
        )
        .execute()
    ).map((one) => one.id),
  );
  const asks = mayAsk(actor, review);
  return {
    review_id: id,
    number,
    role: here.role,
    original:
      here === first ? null : { review_id: first.review_id, number: first.number, open: visible.has(first.review_id) },
    reads,
    members: family.map((one) => ({
      review_id: one.review_id,
      number: one.number,
      role: one.role,
      status: one.status,
      status_label: statusView(kind, one.status).label,
      open: visible.has(one.review_id),
      trigger: one.trigger,
      trigger_words: one.trigger === null ? null : TRIGGER_WORDS[one.trigger],
      reason: reads ? one.reason : '',
      asked_by: one.asked_by,
      asked_at: one.asked_at?.toISOString() ?? null,
      delivered_at: one.delivered_at?.toISOString() ?? null,
      level: reads ? presentLevel(one) : null,
    })),
    comparison:
      reads && standing.verdict !== null
        ? {
            verdict: standing.verdict,
            gap: standing.gap,
            says: verdictWords(standing.verdict, standing.gap),
            differences: partings(
              standing.first && (await deliveredReport(executor, standing.first.review_id)),
              standing.second && (await deliveredReport(executor, standing.second.review_id)),
            ),
          }
        : null,
    settled: reads ? presentSettled(standing) : null,
    price_cents: asks && seesPrices(actor) ? await priceOf(executor, first) : null,
    can: {
      ask_second: asks ? canAskSecond(standing, here) : NOT_YOURS,
      ask_adjudication: asks ? canAskAdjudication(standing, here) : NOT_YOURS,
    },
  };
}

function presentSettled(standing: ReturnType<typeof familyStateOf>): OpinionsView['settled'] {
  const { settled, first, second, adjudication } = standing;
  const level = settled && presentLevel(settled);
  if (!settled || !level) return null;
  const by =
    settled.how === 'adjudicated'
      ? `${adjudication?.number ?? 'A third reviewer'} settled it after reading both opinions`
      : `${first?.number ?? ''} and ${second?.number ?? ''} came to it independently`;
  return { ...level, how: settled.how, by };
}

/** Where two delivered reports part; null on different forms, or where one of them or its answers are gone. */
export function partings(a: ReadReport | null | undefined, b: ReadReport | null | undefined): Difference[] | null {
  if (!a || !b || a.definition.key !== b.definition.key) return null;
  if (Object.keys(a.answers).length === 0 || Object.keys(b.answers).length === 0) return null;
  return differences(b.definition, b.context, a.answers, b.answers);
}

/** What the same review costs once more, not expedited; null where the first has no price. */
async function priceOf(db: Kysely<DB>, { review_id, kind }: { review_id: number; kind: Kind }): Promise<number | null> {
  const fixed = await db
    .selectFrom('quotes')
    .select('inputs')
    .where('review_id', '=', review_id)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return fixed ? quote(formOf(kind).prices, { ...fixed.inputs, expedited: false }).total_cents : null;
}
