import type { Kysely } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../../core/actor.ts';
import { daysBetween } from '../../../core/days-between.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import type { DB } from '../../../platform/db/types.ts';
import { orderSections } from '../../../platform/db/order-sections.ts';
import type { LegalFields } from '../../reviews/kinds/legal-case/fields.ts';
import { formOf, officesOf, storedFields, viewOf } from '../../reviews/rules.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { MatterDatesView, MatterDateView } from '../contract.ts';
import {
  ballOf,
  type ComputedDate,
  computedDates,
  courtsOf,
  FEDERAL,
  fieldOf,
  isNamed,
  type MatterDateType,
  ORDER_DATES,
  rulesThatHold,
  sourceOf,
  titleOf,
  type WrittenMatterRule,
} from '../rules.ts';

const COLUMNS = [
  'reviews.id',
  'reviews.kind',
  'reviews.status',
  'reviews.requester_id',
  'reviews.expert_profile_id',
  'organizations.time_zone',
] as const;

const matters = (db: Kysely<DB>) =>
  db
    .selectFrom('reviews')
    .innerJoin('organizations', 'organizations.id', 'reviews.organization_id')
    .select([...COLUMNS, expertsOf('reviews.id').as('experts')]);

/** A review as its dates need it, as the system sees it; undefined for one that is no matter of a court. */
export async function systemMatter(db: Kysely<DB>, id: number) {
  const review = await matters(db).where('reviews.id', '=', id).executeTakeFirst();
  return review && KINDS[review.kind].names_first ? review : undefined;
}
export type Matter = NonNullable<Awaited<ReturnType<typeof systemMatter>>>;

/**
 * The same in the reader's scope. Refuses `not_found` also to an expert who has not cleared the names yet, and to everybody
 * who reads no contents.
 */
export async function loadMatter(db: ActorDb, actor: Actor, kind: Kind, id: number): Promise<Matter> {
  if (!KINDS[kind].names_first) throw new Refusal('not_found');
  const seen = await db
    .selectFrom('reviews')
    .select('reviews.id')
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  const review = seen && (await systemMatter(db.executor, seen.id));
  if (!review || viewOf(actor, { ...review, invitation: null }) !== 'full') throw new Refusal('not_found');
  return review;
}

/** Whether dates are still kept: once it is ordered, until it is concluded. */
export const takesDates = ({ kind, status }: Pick<Matter, 'kind' | 'status'>): boolean => {
  const { bucket, stage } = stateRow(kind, status);
  return bucket === 'active' && stage?.[0] !== 'closed';
};

/** Whether a person enters dates: whoever acts for the requester. */
export const mayWrite = (actor: Actor, { requester_id }: Matter): boolean =>
  officesOf(actor, { requester_id, invitation: null, experts: [] }).has('requester');

/** What staff wrote over the rules that come with the product. */
const matterRuleBook = (db: Kysely<DB>): Promise<WrittenMatterRule[]> =>
  db.selectFrom('matter_rules').select(['key', 'version', 'terms']).execute();

/** A date as it holds: out of the order or a row, or by a rule alone. `row`: its row's number, where it has one. */
export interface HeldDate extends Pick<MatterDateView, 'type' | 'label' | 'day' | 'time_of_day' | 'from' | 'source'> {
  row: number | null;
  computed: ComputedDate | null;
}
/** By what a date is known to its reminders. */
export const nameOf = ({ type, row }: Pick<HeldDate, 'type' | 'row'>): string =>
  isNamed(type) ? `${type}:${row}` : type;

/** The order of a matter as its dates read it, the courts it names, and what their rules and holidays are. */
async function courtsFor(db: Kysely<DB>, { id, kind }: Pick<Matter, 'id' | 'kind'>) {
  const sections = await orderSections(db, id, ['step_one']);
  const order = storedFields(formOf(kind), sections) as Partial<LegalFields>;
  const state = order.jurisdiction_state ?? null;
  const courts = order.federal ? FEDERAL : (state ?? '');
  const rules = rulesThatHold(await matterRuleBook(db)).filter((rule) => rule.courts === courts);
  const extra = await extraHolidays(db);
  return {
    order,
    courts,
    rules,
    holidays: { federal: holidaysIn(null, extra), state: holidaysIn(state, extra) },
  };
}

/** By when errata to a transcript are due: as it was entered among the matter’s dates, or by the rules of its courts from the day of the notice that it is available; null: they have none. */
export async function errataDue(
  db: Kysely<DB>,
  reviewId: number,
  transcriptOn: string,
): Promise<{ day: string; working: string } | null> {
  const matter = await systemMatter(db, reviewId);
  if (!matter) return null;
  const entered = await db
    .selectFrom('matter_dates')
    .select(['day', 'source'])
    .where('review_id', '=', reviewId)
    .where('type', '=', 'errata')
    .executeTakeFirst();
  if (entered && entered.day >= transcriptOn)
    return { day: entered.day, working: entered.source || 'As entered among the dates of the matter.' };
  const { courts, rules, holidays } = await courtsFor(db, matter);
  const held = new Map<MatterDateType, string>([['transcript_available', transcriptOn]]);
  const found = computedDates(rules, { courts, held, holidays }).find(({ type }) => type === 'errata');
  return found ? { day: found.day, working: `${found.working} ${sourceOf(found.rule)}` } : null;
}

/** The dates of a matter as they hold now, earliest first. The order's dates are read from the order, wherever they were changed. */
export async function datesOf(
  db: Kysely<DB>,
  { id, kind }: Pick<Matter, 'id' | 'kind'>,
): Promise<{ dates: HeldDate[]; courts: string; has_rules: boolean; side: MatterDatesView['side'] }> {
  const { order, courts, rules, holidays } = await courtsFor(db, { id, kind });
  const rows = await db.selectFrom('matter_dates').selectAll().where('review_id', '=', id).execute();
  const dates: HeldDate[] = rows.flatMap((row) =>
    fieldOf(row.type) === null ? [{ ...row, row: row.id, from: 'entered' as const, computed: null }] : [],
  );
  for (const { type, field } of ORDER_DATES) {
    const day = order[field];
    if (!day || order.no_schedule === true) continue;
    // time and source were said of a day; where the order has another by now they say nothing
    const row = rows.find((one) => one.type === type && one.day === day);
    dates.push({
      type,
      label: '',
      day,
      time_of_day: row?.time_of_day ?? null,
      source: row?.source ?? '',
      from: row ? 'entered' : 'order',
      row: null,
      computed: null,
    });
  }
  const held = new Map<MatterDateType, string>(dates.map(({ type, day }) => [type, day]));
  for (const computed of computedDates(rules, { courts, held, holidays })) {
    const entered = dates.find(({ type }) => type === computed.type);
    if (entered) entered.computed = computed;
    else
      dates.push({
        type: computed.type,
        label: '',
        day: computed.day,
        time_of_day: null,
        source: computed.rule.source,
        from: 'computed',
        row: null,
        computed,
      });
  }
  return {
    dates: dates.toSorted((a, b) => a.day.localeCompare(b.day) || (a.row ?? 0) - (b.row ?? 0)),
    courts: courts === '' ? '' : courtsOf(courts),
    has_rules: rules.length > 0,
    side: order.side === 'plaintiff' || order.side === 'defense' ? order.side : null,
  };
}

/** The dates of a matter as a person sees them. */
export async function presentDates(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  now: Date,
): Promise<MatterDatesView> {
  const matter = await loadMatter(db, actor, kind, id);
  const { dates, ...more } = await datesOf(db.executor, matter);
  const today = dateIn(now, matter.time_zone);
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    ...more,
    time_zone: matter.time_zone,
    dates: dates.map(({ type, label, day, time_of_day, from, source, computed }) => ({
      type,
      label,
      title: titleOf(type, label),
      day,
      time_of_day,
      from,
      source,
      days_left: daysBetween(today, day),
      ball: ballOf(type),
      by_rule: computed && {
        day: computed.day,
        working: computed.working,
        says: computed.rule.says,
        source: computed.rule.source,
        reviewed_by: computed.rule.reviewed_by,
      },
    })),
    can: { write: mayWrite(actor, matter) && takesDates(matter) },
  };
}

/** Nine in the morning of a day, where the organization is. */
export const morningOf = (day: string, zone: string): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '09:00' }).toInstant().epochMilliseconds,
  );
