import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Kind } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { processOf, type ReviewStatus } from '../../reviews/rules.ts';
import type { ExpertLine, FeeTerms } from '../../billing/rules.ts';
import type { Cause, ExpertFacts, MoneyFacts, Posted, PostedLine } from '../rules.ts';

/** A review as the book sees it. */
export interface LedgerReview {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  organization_id: number;
  facts: MoneyFacts;
  /** Whoever was told what they earn of it and was on it, also who left. */
  experts: readonly ExpertFacts[];
  posted: readonly Posted[];
}

interface Amount {
  id: number;
  cents: number;
  at: string;
}

interface StoredExpert {
  expert_profile_id: number;
  stay_id: number;
  on_it: boolean;
  was_there: boolean;
  lines: ExpertLine[];
  terms: FeeTerms;
  call_held_at: string | null;
  exam_held_at: string | null;
  delivered_at: string | null;
  late_calls: Amount[] | null;
  exam_fees: Amount[] | null;
  time: (Amount & { type: string; minutes: number })[] | null;
  expenses: Amount[] | null;
}

type Stored = Pick<LedgerReview, 'id' | 'kind' | 'status' | 'organization_id'> & {
  bucket: MoneyFacts['bucket'];
  quote: MoneyFacts['quote'];
  call_held_at: Date | null;
  exam_held_at: Date | null;
  delivered_at: Date | null;
  own_delivered_at: Date | null;
  ended_at: Date | null;
  cancellation: { cents: number | null; at: string } | null;
  late_calls: Amount[] | null;
  exam_fees: Amount[] | null;
  time: (Amount & Pick<MoneyFacts['time'][number], 'tax'>)[] | null;
  expenses: Amount[] | null;
  written_off: (Amount & { tax_cents: number })[] | null;
  retainer: (Amount & { event: MoneyFacts['retainer'][number]['event'] })[] | null;
  experts: StoredExpert[] | null;
  posted: StoredPosted[] | null;
};

/** What is posted of a cause, as JSON has it. */
export interface StoredPosted {
  cause: Cause;
  cause_id: number;
  parts: number;
  /** Whom it concerns, of what an expert earns. */
  expert_profile_id: number | null;
  lines: PostedLine[];
}

/** The same as the rules take it. */
export const asPosted = (rows: readonly StoredPosted[] | null): Posted[] =>
  (rows ?? []).map(({ expert_profile_id, ...one }) =>
    expert_profile_id === null ? one : { ...one, expert_profile_id },
  );

/** What of these entries (`e`) is posted, and credited since, by cause and line; null where nothing is. */
export const postedWhere = (of: RawBuilder<unknown>) => sql`
      (select json_agg(json_build_object('cause', p.cause, 'cause_id', p.cause_id, 'parts', p.parts,
          'expert_profile_id', p.expert_profile_id, 'lines', p.lines)) from (
        select s.cause, s.cause_id, max(s.parts) as parts, max(s.expert_profile_id) as expert_profile_id, json_agg(json_build_object(
            'key', s.line_key, 'label', s.label, 'cents', s.cents, 'credited', s.credited)) as lines
          from (select e.cause, e.cause_id, l.line_key, l.label, max(l.expert_profile_id) as expert_profile_id,
                sum(l.cents)::float8 as cents,
                coalesce(-sum((select sum(n.cents) from invoice_lines b join invoice_lines n on n.credits_line_id = b.id
                  where b.ledger_line_id = l.id)), 0)::float8 as credited,
                (select count(*)::int from ledger_entries n where n.cause = e.cause and n.cause_id = e.cause_id) as parts
              from ledger_entries e join ledger_lines l on l.entry_id = e.id
              where ${of}
                and l.account = case when e.cause like 'expert\\_%' then 'expert_fees' when e.cause <> 'retainer' then 'unbilled'
                  when l.line_key = 'paid_in' then 'cash' else 'retainers' end
              group by e.cause, e.cause_id, l.line_key, l.label) s
          group by s.cause, s.cause_id) p)`;

/** A day at the organization's noon, so that it is that day there. */
const noon = (day: RawBuilder<unknown>) => sql`((${day} + time '12:00') at time zone o.time_zone)`;

const dated = <T extends Amount>(rows: readonly T[] | null) =>
  (rows ?? []).map((row) => ({ ...row, at: new Date(row.at) }));

const instant = (at: string | null): Date | null => (at === null ? null : new Date(at));

/**
 * Each expert who was on a review and was told what they earn of it, with what they did there. Whoever is beside the lead of a panel has
 * earned their part with its report, which the lead signs.
 */
const EXPERTS = sql`(select json_agg(json_build_object(
    'expert_profile_id', x.expert_profile_id, 'stay_id', x.stay_id, 'on_it', x.on_it, 'was_there', x.was_there,
    'lines', f.lines, 'terms', f.terms,
    'call_held_at', (select min(coalesce(a.ended_at, a.starts_at)) from appointments a
      where a.review_id = r.id and a.expert_profile_id = x.expert_profile_id and a.sort = 'call' and a.status = 'held'),
    'exam_held_at', (select min(coalesce(a.ended_at, a.starts_at)) from appointments a
      where a.review_id = r.id and a.expert_profile_id = x.expert_profile_id and a.sort = 'exam' and a.status = 'held'),
    'delivered_at', (select min(p.delivered_at) from reports p where p.review_id = r.id and case
      when x.led then p.signed_by = (select o.user_id from profiles o where o.id = x.expert_profile_id)
      else exists (select from review_experts s where s.review_id = r.id and s.expert_profile_id = x.expert_profile_id
        and s.since <= p.delivered_at and (s.until is null or s.until >= p.delivered_at)) end),
    'late_calls', (select json_agg(json_build_object('id', a.id, 'cents', a.late_fee_cents, 'at', coalesce(a.ended_at, a.starts_at)))
      from appointments a where a.review_id = r.id and a.expert_profile_id = x.expert_profile_id and a.sort = 'call' and a.late_fee_cents > 0),
    'exam_fees', (select json_agg(json_build_object('id', e.appointment_id, 'cents', e.fee_cents,
        'at', coalesce(e.recorded_at, a.ended_at, a.starts_at)))
      from exams e join appointments a on a.id = e.appointment_id
      where e.review_id = r.id and a.expert_profile_id = x.expert_profile_id and e.fee_cents > 0),
    'time', (select json_agg(json_build_object('id', t.id, 'cents', t.amount_cents, 'minutes', t.minutes, 'type', k.type,
        'at', ${noon(sql`t.worked_on`)}))
      from time_entries t join review_tasks k on k.id = t.task_id
      where t.review_id = r.id and k.expert_profile_id = x.expert_profile_id),
    'expenses', (select json_agg(json_build_object('id', m.id, 'cents', m.amount_cents, 'at', ${noon(sql`m.spent_on`)}))
      from matter_expenses m where m.review_id = r.id and m.expert_profile_id = x.expert_profile_id and m.state = 'approved')
  ) order by x.stay_id)
  from (select s.expert_profile_id, min(s.id) as stay_id, bool_or(s.until is null) as on_it, bool_or(s.part = 'lead') as led,
      bool_or(s.until is null or s.until >= coalesce(r.closed_at, r.updated_at)) as was_there
    from review_experts s where s.review_id = r.id and s.earns group by s.expert_profile_id) x
  join lateral (select v.lines, v.terms from expert_fees v
    where v.review_id = r.id and v.expert_profile_id = x.expert_profile_id order by v.version desc limit 1) f on true)`;

/**
 * What charges of a review hang on, and what is posted of them; undefined where there is no such review. One statement.
 * Whoever posts holds the review first, so that two do not post the same difference.
 */
export async function loadLedger(db: Kysely<DB>, reviewId: number): Promise<LedgerReview | undefined> {
  const { rows } = await sql<Stored>`
    select r.id, r.kind, r.status, r.organization_id, r.bucket,
      (select json_build_object('id', q.id, 'lines', q.lines) from quotes q where q.review_id = r.id
        order by q.version desc limit 1) as quote,
      (select min(coalesce(a.ended_at, a.starts_at)) from appointments a
        where a.review_id = r.id and a.sort = 'call' and a.status = 'held') as call_held_at,
      (select min(coalesce(a.ended_at, a.starts_at)) from appointments a
        where a.review_id = r.id and a.sort = 'exam' and a.status = 'held') as exam_held_at,
      (select min(p.delivered_at) from reports p where p.review_id = r.id) as delivered_at,
      (select min(p.delivered_at) from reports p where p.review_id = r.id and p.left_at is null) as own_delivered_at,
      coalesce(r.closed_at, r.updated_at) as ended_at,
      case when r.bucket = 'cancelled' then (
        select json_build_object('cents', (c.data ->> 'fee_cents')::float8, 'at', c.at) from audit_rows c
          where c.review_id = r.id and c.timeline and c.action = 'review.cancel' order by c.id desc limit 1) end as cancellation,
      (select json_agg(json_build_object('id', a.id, 'cents', a.late_fee_cents, 'at', coalesce(a.ended_at, a.starts_at)))
        from appointments a where a.review_id = r.id and a.sort = 'call' and a.late_fee_cents > 0) as late_calls,
      (select json_agg(json_build_object('id', e.appointment_id, 'cents', e.fee_cents,
          'at', coalesce(e.recorded_at, a.ended_at, a.starts_at)))
        from exams e join appointments a on a.id = e.appointment_id
        where e.review_id = r.id and e.fee_cents > 0) as exam_fees,
      (select json_agg(json_build_object('id', t.id, 'cents', t.amount_cents, 'at', ${noon(sql`t.worked_on`)}, 'tax', x.tax))
        from time_entries t left join time_entries b on b.id = t.reverses
        left join lateral (
          select json_build_object('state', q.inputs ->> 'state',
            'percent', (q.inputs -> 'book' -> 'tax_percent' ->> (q.inputs ->> 'state'))::float8) as tax
          from (select inputs from quotes where review_id = r.id and frozen_at <= coalesce(b.made_at, t.made_at)
            order by version desc limit 1) q
          where coalesce(b.taxed, t.taxed)
            and (q.inputs -> 'book' -> 'tax_percent' ->> (q.inputs ->> 'state'))::numeric > 0) x on true
        where t.review_id = r.id) as time,
      (select json_agg(json_build_object('id', x.id, 'cents', x.amount_cents, 'at', ${noon(sql`x.spent_on`)}))
        from matter_expenses x where x.review_id = r.id and x.state = 'approved') as expenses,
      (select json_agg(json_build_object('id', b.id, 'at', b.written_off_at, 'cents', c.cents, 'tax_cents', c.tax_cents))
        from billing_orders b cross join lateral (select coalesce(sum(l.cents), 0)::float8 as cents,
            coalesce(sum(l.cents) filter (where l.line_key = 'tax'), 0)::float8 as tax_cents
          from billing_order_lines y join ledger_lines l on l.id = y.ledger_line_id
            join ledger_entries n on n.id = l.entry_id and n.cause <> 'write_off' where y.order_id = b.id) c
        where b.review_id = r.id and b.written_off_at is not null) as written_off,
      (select json_agg(json_build_object('id', m.id, 'event', m.event, 'cents', m.cents,
          'at', coalesce(${noon(sql`m.moved_on`)}, m.at)))
        from retainer_movements m where m.review_id = r.id and m.event in ('received', 'used', 'unused', 'refunded')) as retainer,
      ${EXPERTS} as experts,
      ${postedWhere(sql`e.review_id = r.id`)} as posted
    from reviews r join organizations o on o.id = r.organization_id where r.id = ${reviewId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { id, kind, status, organization_id, bucket, posted } = row;
  return {
    id,
    kind,
    status,
    organization_id,
    posted: asPosted(posted),
    experts: (row.experts ?? []).map((one) => ({
      ...one,
      call_held_at: instant(one.call_held_at),
      exam_held_at: instant(one.exam_held_at),
      delivered_at: instant(one.delivered_at),
      late_calls: dated(one.late_calls),
      exam_fees: dated(one.exam_fees),
      time: dated(one.time),
      expenses: dated(one.expenses),
    })),
    facts: {
      review_id: id,
      by_the_hour: processOf(kind).by_the_hour !== undefined,
      bucket,
      quote: row.quote,
      call_held_at: row.call_held_at,
      exam_held_at: row.exam_held_at,
      delivered_at: row.delivered_at,
      own_delivered_at: row.own_delivered_at,
      ended_at: row.ended_at,
      cancellation: row.cancellation && {
        cents: row.cancellation.cents ?? 0,
        at: new Date(row.cancellation.at),
      },
      late_calls: dated(row.late_calls),
      exam_fees: dated(row.exam_fees),
      time: dated(row.time),
      expenses: dated(row.expenses),
      written_off: dated(row.written_off),
      retainer: dated(row.retainer),
    },
  };
}
