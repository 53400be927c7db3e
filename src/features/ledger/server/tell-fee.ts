import { type Kysely, sql } from 'kysely';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { transitionFor } from '../../../core/machine.ts';
import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { expertOf } from '../../../platform/mail/about-review.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { AmountOf, FeeTerms } from '../../billing/rules.ts';
import { type ReviewStatus, rulesOf } from '../../reviews/rules.ts';
import { type AgreedRates, type Earned, type FeeReason, rateChanges } from '../rules.ts';

/** A review an expert is told about, and how it stands. */
interface Told {
  review_id: number;
  kind: Kind;
  status: ReviewStatus;
}

/** An amount that is another now, by what it is of. */
interface Change {
  of: AmountOf;
  before: number;
  now: number;
}

/** Tells an expert alone that what they earn has changed; whoever is shown no amounts is told nothing. */
export async function tellFeeChanged(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  { review_id, kind, status }: Told,
  expertProfileId: number,
  { changes, reasons }: { changes: readonly Change[]; reasons: readonly FeeReason[] },
): Promise<void> {
  const [first, ...also] = changes.map(({ of, before, now }) => ({
    what: of,
    before: formatCents(before),
    now: formatCents(now),
  }));
  if (!first || reasons.length === 0) return;
  const { rows } = await sql<{ invited: boolean }>`
    select not exists (select from review_experts x where x.review_id = ${review_id}
      and x.expert_profile_id = e.profile_id and x.until is null) as invited
    from expert_profiles e where e.profile_id = ${expertProfileId} and e.display_earnings`.execute(tx.system);
  const [row] = rows;
  if (!row) return;
  const leaves = transitionFor(rulesOf(kind).lifecycle, status, 'withdraw_expert')?.who.includes('expert') === true;
  for (const { user_id, email, name } of await expertOf(tx.system, expertProfileId))
    await ports.mail(tx, {
      to: { user_id, email, name },
      template: 'fee_changed',
      review_id,
      side: 'expert',
      data: {
        ...first,
        also,
        reasons: [...reasons],
        can: row.invited ? 'decline' : leaves ? 'withdraw' : 'ask',
        ...(row.invited ? { link: `${KINDS[kind].invite_path}/review-${review_id}` } : {}),
      },
    });
}

/** What of a review's work each expert has earned already, as it is posted. */
export async function earnedBy(db: Kysely<DB>, reviewId: number): Promise<(expertProfileId: number) => Earned> {
  const { rows } = await sql<{ expert_profile_id: number; cause: string }>`
    select l.expert_profile_id, e.cause from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.review_id = ${reviewId} and e.cause in ('expert_service', 'expert_report') and l.account = 'expert_fees'
    group by 1, 2 having sum(l.cents) <> 0`.execute(db);
  const has = (id: number, cause: string) => rows.some((row) => row.expert_profile_id === id && row.cause === cause);
  return (id) => ({ service: has(id, 'expert_service'), report: has(id, 'expert_report') });
}

/** Tells an expert by the hour what a signed change of the agreement makes of an hour of theirs. */
export async function tellAgreementChanged(tx: Tx, ports: Pick<Ports, 'mail'>, versionId: number): Promise<void> {
  const { rows } = await sql<Told & { expert_profile_id: number; was: AgreedRates; is: AgreedRates; terms: FeeTerms }>`
    select r.id as review_id, r.kind, r.status, v.expert_profile_id, b.terms as was, v.terms as is, f.terms
    from agreement_versions v join agreement_versions b on b.id = v.amends join reviews r on r.id = v.review_id
      join lateral (select f.terms from expert_fees f where f.review_id = r.id
        and f.expert_profile_id = v.expert_profile_id order by f.version desc limit 1) f on true
      join review_experts x on x.review_id = r.id and x.expert_profile_id = v.expert_profile_id and x.until is null and x.earns
    where v.id = ${versionId} and r.bucket = 'active'`.execute(tx.system);
  for (const { expert_profile_id, was, is, terms, ...review } of rows)
    await tellFeeChanged(tx, ports, review, expert_profile_id, {
      changes: rateChanges(was, is, terms),
      reasons: ['agreement'],
    });
}
