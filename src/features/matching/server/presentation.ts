import { stateRow } from '../../reviews/rules/kinds.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, seesPrices } from '../../../core/actor.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import { feeSchedule } from '../../experts/rules/kept-rates.ts';
import { testimonyCounts } from '../../experts/rules/testimony-counts.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { showsExpertAmount } from '../../../platform/db/shows-expert-amount.ts';
import { keptRates } from '../../../platform/db/expert-rates.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { z } from 'zod';
import type { presentation } from '../contract.ts';
import { AGGREGATE_FROM } from '../../ratings/rules.ts';
import { isOpenTo } from '../../reviews/rules.ts';
import type { Reason } from '../rules.ts';
import { recordSentences } from '../rules/record.ts';
import { earnsOf, loadMatchingReview } from './board.ts';
import type { NamedExpert } from './facts.ts';
import { specialtyWords } from '../../experts/rules.ts';

/** What was known of a candidate when presented, kept with it: what the requester compares does not move under their eyes. */
export interface CandidateFacts {
  expert: NamedExpert;
  reasons: Reason[];
  price_cents: number | null;
  /** What `earns_cents` of the expert is for. Who was presented before it was asked has none kept. */
  per?: 'review' | 'hour' | null;
}

/** The presented experts of the newest round, as the requester side compares them. */
export async function presentationOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<z.output<typeof presentation>> {
  const review = await loadMatchingReview(db, kind, id);
  const [blind, asks, shows] = await Promise.all([
    organizationFlag(db.executor, review.organization_id, 'redacted_medical_expert_cvs'),
    organizationFlag(db.executor, review.organization_id, 'enable_expert_additional_opportunities'),
    showsExpertAmount(db.executor, actor, review, now),
  ]);
  const rows = await db
    .selectFrom('candidates')
    .selectAll()
    .where('candidates.review_id', '=', id)
    .where('candidates.withdrawn_at', 'is', null)
    .where(sql<boolean>`candidates.round = (select max(c.round) from candidates c where c.review_id = ${id})`)
    .orderBy('candidates.position')
    .execute();
  const cvOf = await cvsOf(
    db,
    review.organization_id,
    rows.map((row) => row.expert_profile_id),
    blind,
  );
  const testimonyOf = await testimonyCountsOf(
    db,
    kind,
    rows.map((row) => row.expert_profile_id),
    now,
  );
  const feesOf = await feesOfEach(
    db,
    actor,
    review,
    rows.map((row) => row.expert_profile_id),
    now,
  );
  const open = stateRow(kind, review.status).choosing_expert === true;
  const canSelect = isOpenTo(actor, { ...review, kind }, 'select_expert');
  return {
    review_id: id,
    number: reviewNumber(kind, id),
    subject: review.subject,
    status: review.status,
    lock_version: review.lock_version,
    note: rows[0]?.note ?? '',
    presented_at: rows[0]?.presented_at.toISOString() ?? null,
    answer_by: open ? (review.due_at?.toISOString() ?? null) : null,
    candidates: rows.map((row) => {
      const { expert, reasons, price_cents, per } = row.facts;
      const primary = expert.credentials[0];
      return {
        id: row.id,
        position: row.position,
        code: expert.code,
        name: blind ? null : expert.name,
        specialty: specialtyWords(primary?.specialty, primary?.sub_specialty),
        years: expert.years_in_practice,
        setting: expert.setting,
        region: expert.state,
        summary: expert.summary,
        rating: { mean: expert.rating_n >= AGGREGATE_FROM ? expert.rating_mean : null, n: expert.rating_n },
        earliest: expert.earliest,
        on_time: { finished: expert.finished, late: expert.late },
        record: recordSentences(
          expert,
          rows.map(({ facts }) => facts.expert),
        ),
        price_cents: seesPrices(actor.kind) ? price_cents : null,
        earns: earnsOf(expert, shows ? (per ?? null) : null),
        testimony: testimonyOf(row.expert_profile_id),
        fees: feesOf(row.expert_profile_id),
        reasons,
        // who was presented before this was asked has nothing kept
        open_to: asks ? ((expert as Partial<NamedExpert>).open_to ?? []) : [],
        cv: cvOf(row.expert_profile_id),
      };
    }),
    can_select: canSelect,
    cannot_because: open ? (canSelect ? null : 'The requester chooses.') : 'There is nothing to choose at the moment.',
  };
}

/** What each expert’s own record of testimony comes to, where a kind’s experts testify: those who get the names first. */
async function testimonyCountsOf(db: ActorDb, kind: Kind, profileIds: number[], now: Date) {
  if (!KINDS[kind].names_first || profileIds.length === 0) return () => null;
  const rows = await db.executor
    .selectFrom('expert_testimonies')
    .select(['expert_profile_id', 'form', 'side', 'testified_on', 'exclusion'])
    .where('expert_profile_id', 'in', profileIds)
    .execute();
  return (profileId: number) =>
    testimonyCounts(
      rows.filter((row) => row.expert_profile_id === profileId),
      dateIn(now, 'UTC'),
    );
}

/** What each expert asks today by the rates they keep, where an agreement will be signed on them, for who sees prices. */
async function feesOfEach(
  db: ActorDb,
  actor: Actor,
  { kind, organization_id }: { kind: Kind; organization_id: number },
  profileIds: number[],
  now: Date,
) {
  if (!KINDS[kind].has_agreement || !seesPrices(actor.kind) || profileIds.length === 0) return () => null;
  const { time_zone } = await db.executor
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  const rates = await keptRates(db.executor, profileIds, kind, dateIn(now, time_zone));
  return (profileId: number) => feeSchedule(rates.filter((rate) => rate.expert_profile_id === profileId));
}

/** The CV of each expert as this organization's people may read it: redacted while experts are blind to them. */
async function cvsOf(db: ActorDb, organizationId: number, profileIds: number[], blind: boolean) {
  if (profileIds.length === 0) return () => null;
  const [rows, canDownload] = await Promise.all([
    db.executor
      .selectFrom('cvs')
      .select(['profile_id', 'version', 'pages'])
      .where('profile_id', 'in', profileIds)
      .where('removed_at', 'is', null)
      .where('cvs.approved_at', 'is not', null)
      .execute(),
    organizationFlag(db.executor, organizationId, 'medical_expert_cv_download'),
  ]);
  const versions = blind ? (['redacted'] as const) : (['full', 'redacted'] as const);
  return (profileId: number) => {
    for (const version of versions) {
      const row = rows.find((one) => one.profile_id === profileId && one.version === version);
      if (!row) continue;
      const url = `/api/v1/experts/${profileId}/cv/${version}`;
      return { version, pages: row.pages, url, download_url: canDownload ? `${url}?download=1` : null };
    }
    return null;
  };
}

/** The number of the next round of candidates. */
export async function nextRound(db: Kysely<DB>, reviewId: number): Promise<number> {
  const row = await db
    .selectFrom('candidates')
    .select((e) => e.fn.max('round').as('round'))
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
  return (row?.round ?? 0) + 1;
}
