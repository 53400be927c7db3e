import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IsHoliday } from '../../../core/business-days.ts';
import { addDays } from '../../../core/durations.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import type { DB } from '../../../platform/db/types.ts';
import { rooms } from '../../../platform/live.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import type { PlaceView } from '../contract.ts';
import type { ExamRuleEffect } from '../contract/jurisdictions.ts';
import { changeOf, type Decided, type ExamAhead, isByVideo, type RuleChange, type WrittenRule } from '../rules.ts';
import { endOfDay, setAlarm, underRule } from './placing.ts';
import { ruleBook } from './rule-book.ts';

interface AheadRow {
  what: 'set' | 'offered';
  id: number;
  review_id: number;
  kind: Kind;
  organization_id: number;
  organization: string;
  zone: string;
  starts_at: Date;
  place: PlaceView;
  notice_by: string;
  jurisdiction: string | null;
  coverage: string | null;
  served: boolean;
  written: boolean;
  /** When it was set; null while it is on offer. */
  set_at: Date | null;
}

/** The exams ahead that a version could concern: set or on offer, held from its day on, of its state. */
async function examsAhead(db: Kysely<DB>, version: WrittenRule, now: Date): Promise<AheadRow[]> {
  // a day begins earlier in some zone than in ours
  const from = new Date(`${addDays(version.from_on, -1)}T00:00:00Z`);
  const { rows } = await sql<AheadRow>`
    with ahead as (
      select 'set' as what, a.id, e.review_id, a.starts_at, a.created_at as set_at, e.place, e.notice_by,
        exists (select from exam_notices n where n.appointment_id = a.id and n.superseded_at is null) as served,
        exists (select from examinee_letters l where l.appointment_id = a.id) as written
      from exams e join appointments a on a.id = e.appointment_id where a.status = 'scheduled'
      union all
      select 'offered', f.id, f.review_id, f.starts_at, null, f.place, f.notice_by, false, false
      from exam_offers f where f.status in ('open', 'proposed'))
    select ahead.what, ahead.id::int, ahead.review_id::int, ahead.starts_at, ahead.set_at, ahead.place, ahead.notice_by::text, ahead.served,
      ahead.written, r.kind, r.organization_id::int, o.name as organization, o.time_zone as zone,
      s.data ->> 'jurisdiction_state' as jurisdiction, s.data ->> 'coverage' as coverage
    from ahead join reviews r on r.id = ahead.review_id join organizations o on o.id = r.organization_id
      left join review_sections s on s.review_id = r.id and s.section = 'step_one'
    where r.bucket = 'active' and ahead.starts_at >= ${from} and ahead.starts_at > ${now}
      and (${version.state}::text is null or s.data ->> 'jurisdiction_state' = ${version.state})
    order by ahead.starts_at, ahead.what desc, ahead.id`.execute(db);
  return rows;
}

interface Changed {
  row: AheadRow & { isHoliday: IsHoliday };
  change: Extract<RuleChange, { stays: null }>;
}

/** What one more version changes among the exams ahead, soonest first, and how many stay under the rule they were served under. */
async function changesOf(
  db: Kysely<DB>,
  version: WrittenRule,
  now: Date,
): Promise<{ changed: Changed[]; stay: number }> {
  const book = await ruleBook(db);
  const extra = await extraHolidays(db);
  const changed: Changed[] = [];
  let stay = 0;
  for (const row of await examsAhead(db, version, now)) {
    const exam: ExamAhead = {
      what: row.what,
      held_on: dateIn(row.starts_at, row.place.time_zone),
      place_state: row.place.state,
      jurisdiction: { state: row.jurisdiction, coverage: row.coverage },
      notice_by: row.notice_by,
      served: row.served,
      video: isByVideo(row.place),
      today: dateIn(now, row.zone),
    };
    const isHoliday = holidaysIn(row.jurisdiction, extra);
    const change = changeOf(exam, book, version, isHoliday);
    if (change?.stays === 'served') stay += 1;
    else if (change) changed.push({ row: { ...row, isHoliday }, change });
  }
  return { changed, stay };
}

const decided = ({ notice_by, by_mail, attorney, report_due }: Decided) => ({
  notice_by,
  by_mail,
  attorney,
  report_due,
});

/** How many of what changes are shown. */
const SHOWN = 50;

function shown({ changed, stay }: Awaited<ReturnType<typeof changesOf>>): ExamRuleEffect {
  const data = changed.map(({ row, change }) => ({
    review_id: row.review_id,
    kind: row.kind,
    number: reviewNumber(row.kind, row.review_id),
    organization: row.organization,
    what: row.what,
    starts_at: row.starts_at.toISOString(),
    time_zone: row.place.time_zone,
    before: decided(change.before),
    after: decided(change.after),
    late: change.late,
    barred: change.barred,
    written: row.written,
  }));
  return {
    changed: data.length,
    stay,
    data: data.slice(0, SHOWN),
    seal: createHash('sha256')
      .update(JSON.stringify([data, stay]))
      .digest('base64url'),
  };
}

/** Which exams one more version would change, and how. */
export const effectOf = async (db: Kysely<DB>, version: WrittenRule, now: Date): Promise<ExamRuleEffect> =>
  shown(await changesOf(db, version, now));

/** What a version does to the exams ahead, before it is written; answers what was shown of it, and the way to carry it out. */
export async function effectToApply(
  tx: Tx,
  version: WrittenRule,
): Promise<{ effect: ExamRuleEffect; apply: () => Promise<void> }> {
  const changes = await changesOf(tx.system, version, tx.now);
  return { effect: shown(changes), apply: () => applyAll(tx, changes.changed) };
}

/** Exams come under the rule that holds for them by now; their last day for the notice, and what hangs on it, follow. */
async function applyAll(tx: Tx, changed: readonly Changed[]): Promise<void> {
  for (const { row, change } of changed) {
    const { rule, notice_by } = change.after;
    const { review_id, zone, id } = row;
    if (row.what === 'offered') {
      await tx.system.updateTable('exam_offers').set({ notice_by }).where('id', '=', id).execute();
      const lapses = change.barred ? tx.now : endOfDay(notice_by, zone);
      await tx.setDeadline({
        review_id,
        kind: 'exam_offer_lapse',
        key: String(id),
        due_at: lapses > tx.now ? lapses : tx.now,
        payload: { offer_id: id },
      });
    } else {
      const { starts_at, place, set_at } = row;
      const follows = underRule(rule, { starts_at, place, set_on: dateIn(set_at ?? tx.now, zone) }, row.isHoliday);
      await tx.system
        .updateTable('exams')
        .set({ ...follows, notice_by })
        .where('appointment_id', '=', id)
        .execute();
      await setAlarm(tx, { review_id, appointment_id: id, notice_by, ...follows, zone });
      await tx.audit({
        action: 'exam.rule_changed',
        review_id,
        organization_id: row.organization_id,
        data: { version: rule.version, before: decided(change.before), after: decided(change.after) },
        timeline: true,
      });
    }
    tx.live({ room: rooms.review(review_id), event: 'review.changed', payload: { review_id } });
  }
}
