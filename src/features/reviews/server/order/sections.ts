import { isTeamChecked } from '../../../organizations/rules.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, isAdmin, isStaff } from '../../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { addBusinessDays } from '../../../../core/business-days.ts';
import { dateIn } from '../../../../core/time.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { addedCents, consentOver, coverage, reportLater, riseLeft } from '../../../billing/rules.ts';
import type { MissingField, QuoteView } from '../../contract.ts';
import { type Fault, formOf, GUARDS, isUnordered, refusedByPermission, type Section, SECTIONS } from '../../rules.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { faultsOf, limitsOf } from './checks.ts';
import { type LoadedReview, sectionData, servicePrices } from '../load.ts';

const missing = (f: Fault): MissingField => ({
  section: f.section,
  path: `${f.section}.${f.path}`,
  message: f.message,
  rule: f.rule,
});

/** What each step still needs. */
function stepsOf(loaded: LoadedReview, faults: readonly Fault[]) {
  return SECTIONS.map((section) => ({
    section,
    started: loaded.row.sections?.some((s) => s.section === section) ?? false,
    missing: faults.filter((f) => f.section === section).map(missing),
  }));
}

/** A step as it is stored, with what it still needs. */
export async function presentSection(
  db: Kysely<DB>,
  ports: Pick<Ports, 'orderLimits'>,
  loaded: LoadedReview,
  section: Section,
  now: Date,
) {
  const stored = loaded.row.sections?.find((s) => s.section === section);
  const limits = await limitsOf(db, ports, loaded, now);
  const faults = [...(await faultsOf(db, loaded, now)), ...limits.faults];
  const step = stepsOf(loaded, faults).find((s) => s.section === section);
  if (!step) throw new Error(`There is no step ${section}.`);
  return {
    section,
    data: sectionData(loaded.row, section),
    version: stored?.version ?? 0,
    updated_at: new Date(stored?.updated_at ?? loaded.row.created_at).toISOString(),
    step,
    warnings: [...(await warningsOf(db, loaded, now)), ...limits.warnings].filter((w) =>
      w.path.startsWith(`${section}.`),
    ),
  };
}

interface Warning {
  path: string;
  message: string;
}

/** What to look at that does not stand in the way: the number or a chart is in use elsewhere in the organization. */
async function warningsOf(db: Kysely<DB>, { row, fields }: LoadedReview, now: Date): Promise<Warning[]> {
  const { number, charts } = formOf(row.kind);
  const warnings: Warning[] = [];
  const same = row.claim_number ? await duplicatesOf(db, row, 3) : [];
  if (same.length > 0) {
    const numbers = same.map((d) => reviewNumber(row.kind, d.id)).join(', ');
    warnings.push({ path: number.path, message: `This ${number.noun} is already used in ${numbers}.` });
  }
  const asked = charts(fields);
  const used = await chartsUsedIn(
    db,
    row,
    asked.map((one) => one.known_as),
    now,
  );
  for (const [at, { path }] of asked.entries()) {
    const id = used.get(at);
    if (id !== undefined)
      warnings.push({
        path,
        message: `This chart is already reviewed this quarter in ${reviewNumber(row.kind, id)}.`,
      });
  }
  return warnings;
}

/** By its place among those asked: the newest other review of the organization begun this quarter with that chart. */
async function chartsUsedIn(
  db: Kysely<DB>,
  row: { id: number; kind: Kind; organization_id: number },
  knownAs: readonly string[],
  now: Date,
): Promise<Map<number, number>> {
  if (knownAs.length === 0) return new Map();
  const { rows } = await sql<{ at: number; id: number }>`
    select a.at::int - 1 as at, max(r.id) as id
    from reviews r join review_sections s on s.review_id = r.id and s.section = 'step_three'
      cross join lateral jsonb_array_elements(case jsonb_typeof(s.data -> 'charts') when 'array'
        then s.data -> 'charts' else '[]' end) c
      join unnest(${knownAs}::text[]) with ordinality a (known_as, at)
        on lower(coalesce(nullif(c ->> 'mrn', ''), c ->> 'label')) = lower(a.known_as)
    where r.organization_id = ${row.organization_id} and r.kind = ${row.kind} and r.id <> ${row.id}
      and r.bucket <> 'cancelled' and r.created_at >= date_trunc('quarter', ${now}::timestamptz)
    group by a.at`.execute(db);
  return new Map(rows.map(({ at, id }) => [at, id]));
}

/** Other reviews of the organization with the same claim number, newest first. */
export function duplicatesOf(
  db: Kysely<DB>,
  row: { id: number; kind: Kind; organization_id: number; claim_number: string | null },
  limit: number,
) {
  return db
    .selectFrom('reviews')
    .select(['id', 'kind', 'subject', 'status', 'created_at'])
    .where('organization_id', '=', row.organization_id)
    .where('kind', '=', row.kind)
    .where('claim_number', '=', row.claim_number)
    .where('id', '<>', row.id)
    .where('bucket', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The price as the requester sees it: live in a draft, fixed afterwards with what changed since. `adds`: for whoever may add to it. */
export function presentQuote(loaded: LoadedReview, reader: Actor | null = null): QuoteView | null {
  const { price, row, facts } = loaded;
  if (!price) return null;
  const { seat } = loaded;
  const { prices } = formOf(row.kind);
  const may = reader !== null && isAdmin(reader.kind) && row.fixed !== null && row.bucket === 'active';
  const common = {
    subscription: seat ? coverage(seat) : null,
    pages: row.files.visible_pages,
    included_pages: price.input.book.included_pages,
    report_later_cents: reportLater(prices, price.input),
    added: may
      ? (row.extras ?? []).flatMap(({ id, label, cents, note }) => (id === null ? [] : [{ id, label, cents, note }]))
      : [],
    approval:
      facts.approval &&
      // of a price that was declined nothing is to be said once it is another
      (facts.approval.state === 'waiting' ||
        (facts.approval.state === 'declined' && (facts.approval.sort === 'order' || facts.requote_pending)))
        ? { sort: facts.approval.sort, state: facts.approval.state, reason: facts.approval.reason }
        : null,
    extras: may ? Object.entries(prices.extras ?? {}).map(([key, { label }]) => ({ key, label })) : [],
  };
  const { fixed } = row;
  if (!fixed) {
    const { lines, total_cents } = price.now;
    return {
      ...common,
      state: 'live',
      lines,
      total_cents,
      fixed_at: null,
      consent_over_cents: consentOver(total_cents),
      requote: null,
    };
  }
  const changed = price.now.total_cents !== fixed.total_cents;
  return {
    ...common,
    state: 'fixed',
    lines: fixed.lines,
    total_cents: fixed.total_cents,
    fixed_at: new Date(fixed.frozen_at).toISOString(),
    consent_over_cents: riseLeft(fixed),
    requote: changed
      ? {
          total_cents: price.now.total_cents,
          lines: price.now.lines,
          needs_consent: loaded.facts.requote_pending,
          agrees:
            loaded.facts.requote_pending &&
            facts.approval?.state !== 'waiting' &&
            reader !== null &&
            refusedConsent(reader, loaded) === null,
        }
      : null,
  };
}

/** Why somebody does not agree to a changed price; null for whoever may. What our own staff added since it was fixed, who pays for it agrees to. */
export function refusedConsent(actor: Actor, { facts, row }: LoadedReview): string | null {
  if (refusedByPermission(actor, facts, 'cancel') !== null) return 'Only the requester agrees to a price.';
  const isAdded = addedCents(row.extras) > addedCents(row.fixed?.inputs.added);
  return isStaff(actor.kind) && isAdded ? 'We added to this price, so that only the requester agrees to it.' : null;
}

const SPECIALTY: ReadonlySet<string> = new Set(['specialty_id', 'sub_specialty_id']);
/** Something about the specialty is still open, on which every price depends. */
const isOfSpecialty = ({ path }: Fault): boolean => SPECIALTY.has(path);

/** What could not be taken of what was sent in for a draft. */
async function failedFiles(db: Kysely<DB>, reviewId: number) {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'failure'])
    .where('review_id', '=', reviewId)
    .where('status', '=', 'failed')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, failure }) => ({
    id,
    name,
    failure: failure ?? 'It could not be read. Send it again.',
  }));
}

/** The quote with what each step misses and what else keeps it from being ordered. */
export async function presentQuoteAndSteps(
  db: Kysely<DB>,
  ports: Pick<Ports, 'orderLimits' | 'budgetNotes'>,
  loaded: LoadedReview,
  now: Date,
  reader: Actor | null,
) {
  const { facts } = loaded;
  const unordered = isUnordered(facts);
  const limits = await limitsOf(db, ports, loaded, now);
  const faults = unordered ? [...(await faultsOf(db, loaded, now)), ...limits.faults] : [];
  const blocked = unordered ? (GUARDS.accepting(facts, now, {}) ?? GUARDS.no_billing_hold(facts, now, {})) : null;
  const today = dateIn(now, facts.organization.time_zone);
  return {
    quote: reader ? presentQuote(loaded, reader) : null,
    steps: stepsOf(loaded, faults),
    warnings: [...(await warningsOf(db, loaded, now)), ...limits.warnings],
    ready: faults.length === 0 && blocked === null && unordered,
    blocked,
    services: reader && unordered && !faults.some(isOfSpecialty) ? servicePrices(loaded) : [],
    team_checked: isTeamChecked(facts.organization),
    budgets:
      reader && unordered && loaded.price
        ? await ports.budgetNotes(db, { review_id: facts.id, adds_cents: loaded.price.now.total_cents }, now)
        : [],
    failed_files: unordered ? await failedFiles(db, loaded.row.id) : [],
    without_records: unordered && facts.records === 0,
    experts_by: unordered
      ? addBusinessDays(today, facts.expedited ? 2 : 3, holidaysIn(facts.state, await extraHolidays(db)))
      : null,
  };
}
