import type { OrganizationFlag, OrganizationFlags } from '../../organizations/rules.ts';
import { grouped } from '../../../core/phrases.ts';
import type { z } from 'zod';
import { addBusinessDays, type IsHoliday } from '../../../core/business-days.ts';
import type { OnboardingHint } from '../../accounts/rules.ts';
import type { KindPrices } from '../../billing/rules.ts';
import type { DerivedColumns } from './columns.ts';
import type { StatuteRow } from './peer-review/statutes.ts';
import type { ConflictParty, Option } from './options.ts';

/** Every kind is ordered in four steps of these names; what they hold is the kind's. */
export const SECTIONS = ['step_one', 'step_two', 'step_three', 'step_four'] as const;
export type Section = (typeof SECTIONS)[number];

/** All fields of an order in one object; section names do not overlap within a kind. */
export type Fields = Readonly<Record<string, unknown>>;

export type FieldType =
  | 'text'
  | 'long_text'
  | 'date'
  | 'email'
  | 'number'
  | 'checkbox'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'states'
  | 'state'
  | 'specialty'
  | 'sub_specialty'
  | 'defendants'
  | 'lines'
  | 'attendees'
  | 'parties'
  | 'charts'
  | 'recipients'
  | 'requester';

/** How a form lays a field out and what it offers there. */
interface FieldLayout {
  /** A half-wide field that begins a line of its own, so that what belongs together stands together. */
  begins_line?: true;
  /** A choice that reads better all at once than in a list that opens. */
  as?: 'cards' | 'segments';
  /** It stands only while another field of the order is this, or is not. */
  while?: { field: string; is: string | boolean } | { field: string; is_not: string | boolean };
  /** The days it may be: up to today, from today, from the earliest the work can be done, from the day it is needed. */
  days?: 'past' | 'future' | 'from_earliest' | 'from_needed_by';
  /** It is emptied with another field of its step, on which it depends. */
  of?: string;
  /** It offers the organization's questions and the question bank. */
  questions?: true;
  /** It offers the peer review statute of the state in this field. */
  statute_of?: string;
  /** And shows the statement of the report, for the committee in this field. */
  statement_for?: string;
  /** It stands with what an order needs, though it may be left out: what decides the price, or is nearly always wanted. */
  up_front?: true;
  /** Its label names the terms, which are linked there. */
  terms?: true;
  /** The order's records are sent in above it. */
  after_records?: true;
}

/** What the lines of a field hold: one of them is called so, and each has these columns, of such a share of its width. */
export interface LinesSpec {
  noun: string;
  columns: readonly {
    key: string;
    label: string;
    type: 'text' | 'date' | 'choice';
    /** The option set a choice is from. */
    options?: string;
    required?: true;
    share: number;
  }[];
}

/** A field as forms, the edit page and the catalogue see it; the kind's table says more of it (`field.ts`). */
export interface FieldSpec {
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** What is said where it is left empty; a field that says nothing may be empty. */
  missing?: string;
  help?: string;
  /** Name of the option set in the field catalogue. */
  options?: string;
  /** Organization flag without which the field does not exist. */
  flag?: OrganizationFlag;
  /** Organization flag with which it does not. */
  unless_flag?: OrganizationFlag;
  /** Values that exist only with an organization flag. */
  value_flags?: Readonly<Record<string, OrganizationFlag>>;
  /** Keys of its rows that exist only with an organization flag. */
  row_flags?: Readonly<Record<string, OrganizationFlag>>;
  /** Shown only to those who manage others' reviews. */
  managers_only?: boolean;
  min_length?: number;
  /** Characters of prose, or of each of its texts, that fit; a line takes what its shape does. */
  max_length?: number;
  max_items?: number;
  layout?: FieldLayout;
  lines?: LinesSpec;
}

export interface SectionSpec {
  key: Section;
  title: string;
  lead: string;
  fields: FieldSpec[];
}

/** A type of review: how many charts it takes, and the form it is reported on, "key" or "key@version". */
export interface ReviewType {
  /** What addresses name it by. */
  id: number;
  value: string;
  label: string;
  form: string;
  charts: { min: number; max: number };
}

/** Facts beside the fields that ordering looks at. */
export interface CheckFacts {
  /** Today in the organization's zone, YYYY-MM-DD. */
  today: string;
  isHoliday: IsHoliday;
  flags: Readonly<Partial<OrganizationFlags>>;
  /** The organization's own case types. */
  case_types: readonly string[];
  /** The organization's own types of exam. */
  exam_types: readonly string[];
  /** Licenses a provider can be said to hold. */
  license_types: readonly string[];
  /** The types it offers, shipped ones and its own. */
  review_types: readonly ReviewType[];
  /** What it can order now. */
  services: readonly string[];
  /** Active specialties with the ids of their active sub-specialties. */
  specialties: ReadonlyMap<number, ReadonlySet<number>>;
  /** Domains e-mail addresses may have; null: any. */
  email_domains: readonly string[] | null;
  /** Counted pages of the records so far. */
  pages: number;
  requester_name: string;
  /** People of the ordering organization by id, who may be sent its reports. */
  colleagues: ReadonlyMap<number, string>;
}

export interface Fault {
  section: Section;
  /** Path below the section: "attendees.2.email". */
  path: string;
  rule: string;
  message: string;
}

export type Add = (path: string, rule: string, message: string) => void;
export type FieldRule<F> = (fields: Partial<F>, facts: CheckFacts, add: Add) => void;

/** What an order asks of an expert, in the words of the form; matching reads nothing else of it. */
export interface ExpertNeed {
  /** License keys that count as the level asked for; empty: any. */
  license_keys: readonly string[];
  preferred_states: readonly string[];
  licensed_in: readonly string[];
  excluded_states: readonly string[];
  setting: string | null;
  board_certified: boolean;
  /** Must have practiced clinically within so many years; null: not asked. */
  active_within_years: number | null;
  /** Experts to leave out, and those asked for, by name or code. */
  excluded_experts: readonly string[];
  preferred_experts: readonly string[];
  /** Further specialties asked for beside the first, which the matching desk weighs by hand. */
  further_specialty_ids: readonly number[];
  /** Where who is found has to be near, and within how many miles; null: anywhere. */
  near: { zip: string; miles: number } | null;
  /** The most an hour may cost, cents; null: no limit, or it is not paid by the hour. */
  max_hourly_cents: number | null;
  /** Lines the matching desk weighs by hand, beyond what is ranked. */
  notes: readonly { label: string; value: string }[];
}

/** What a report form's conditions and its matrix look at. */
interface ReportContext {
  facts: Record<string, string | boolean | readonly string[]>;
  questions: string[];
  charts: { key: string; label: string }[];
}

export interface Service {
  value: string;
  label: string;
  /** What one gets, in a line. */
  gets: string;
  /** The call's length; null without one. */
  minutes: number | null;
  report: boolean;
}

/** Where the records of an order are uploaded, beside the names of fields. */
export const AT_RECORDS = 'records';

/** What helps with a step the first time. */
export interface StepHint {
  key: OnboardingHint;
  section: Section;
  /** The field it points at, or where the records are; null: the step as a whole. */
  at: string | null;
  title: string;
  text: string;
}

/** How a good order fills a field. */
export interface ExampleField {
  section: Section;
  field: string;
  /** As it reads on the page. */
  value: string;
  /** What makes it good, where that does not show. */
  why?: string;
}

/** What the pages that fill in a form need of its rules; the schemas and checks stay on the server. */
export interface FormGuide {
  /** Fields that no longer change once an expert has accepted: the expert's basis and who was checked for conflicts. */
  fixed_after_acceptance: ReadonlySet<string>;
  /** What helps with a step the first time, in the order it is shown. */
  onboarding: readonly StepHint[];
  /** What an address asks the first step to begin with; those fields cannot be changed there. */
  prefill(asked: Fields): Fields;
  named_parties(fields: Fields): ConflictParty[];
}

/** What the form of one kind is: its fields, what ordering checks, and what the rest of the product reads out of it. */
export interface KindForm<F = Fields> extends FormGuide {
  schemas: Readonly<Record<Section, z.ZodObject>>;
  sections: readonly SectionSpec[];
  rules: Readonly<Record<Section, readonly FieldRule<F>[]>>;
  /** Business days from today until which nothing can be needed: standard and expedited. */
  needed_by_days: { standard: number; expedited: number };
  /** One good order as an example: how it fills fields, and why so. */
  example: readonly ExampleField[];
  /** Fields of the one order alone, which a copy does not take over. */
  not_copied: ReadonlySet<string>;
  /** Fields whoever reads a review whole is told on its page, in order: what the expert works from. */
  told: readonly string[];
  services: readonly Service[];
  /** A call that is not ordered but asked for once the report is there; a kind without leaves it out. */
  later_call?: Service;
  /** The service that stands in for the ordered one where its report is on the records alone after all; a kind without leaves it out. */
  on_records?: string;
  /** What they cost. */
  prices: KindPrices;
  /** What the order asks for beside its service: the same by others, and extras of the price book; a kind without leaves it out. */
  beside?(fields: Partial<F>): { further: readonly string[]; extras: readonly string[] };
  /** Types of review the order chooses from, each with the key of the form it is reported on. */
  types: readonly { id: number; label: string; form: string }[];
  /** How far the matter has come, where the kind has such stages. */
  stages: readonly Option[];
  /** Option sets that are the same for every organization. */
  options: Readonly<Record<string, readonly Option[]>>;
  question_bank: readonly { issue: string; text: string }[];
  /** The option set the question bank is grouped by. */
  question_groups: string;
  /** The field that holds the requester's own number, and what it is called; used twice it is pointed out. */
  number: { path: string; noun: string };
  /** The charts that should be reviewed once in a quarter, by what tells them apart; used twice it is pointed out. */
  charts(fields: Partial<F>): { path: string; known_as: string }[];
  columns(fields: Fields): DerivedColumns;
  expert_need(fields: Partial<F>): ExpertNeed;
  /** What is told beside the usual facts before the names are cleared: nothing of what happened; a kind without leaves it out. */
  told_first?(fields: Partial<F>): [label: string, value: string][];
  /** The key of the report form ordered; null: the kind's default. */
  report_form(fields: Partial<F>): string | null;
  /** `recorded`: the categories of the records the expert has. */
  report_context(fields: Partial<F>, recorded?: ReadonlySet<string>): ReportContext;
  /**
   * Facts of the matter on a report's first page, in order; empty values are left out. `ownType`: what its type was
   * called when it was ordered, where that is the organization's own.
   */
  matter(fields: Partial<F>, ownType: string | null): [label: string, value: string][];
  /** What a report is called where what was ordered says more than its kind does; null or left out: by its kind. */
  report_title?(fields: Partial<F>): string | null;
  /**
   * The privilege or confidentiality statement on every page of a report, and what stands on its cover beside it; null:
   * none. `rows`: what is written about statutes, nearest first.
   */
  protection(fields: Partial<F>, rows: readonly StatuteRow[]): { statement: string; cover: string } | null;
  /** The only people of the organization who read its reports beside the requester and its managers; null: no such limit. */
  report_readers(fields: Partial<F>): readonly number[] | null;
}

/**
 * The form of a kind, written over its own fields and read over any. Stored fields are parsed by the kind's schemas
 * before a form sees them, which is what makes the one reading of the other.
 */
export const kindForm = <F>(form: KindForm<F>): KindForm => form as KindForm;

/** Reads a stored or sent section leniently: known fields of the right shape; throws ZodError for a wrong shape. */
export const parseSection = (form: KindForm, section: Section, data: unknown): Record<string, unknown> =>
  form.schemas[section].parse(data ?? {});

/** An order's fields in one object, from its sections as they are stored; one that is not there has none. */
export const storedFields = (form: KindForm, stored: readonly { section: string; data: unknown }[]): Fields =>
  Object.assign(
    {},
    ...SECTIONS.map((section) => parseSection(form, section, stored.find((s) => s.section === section)?.data)),
  );

/** The step a field stands in. */
export const sectionOf = (form: KindForm, key: string): Section | undefined =>
  form.sections.find((s) => s.fields.some((f) => f.key === key))?.key;

/** The flag with which an organization's own number is not asked for, and ours stands in its place; undefined: there is none. */
export function numberIsOursWith(form: KindForm): OrganizationFlag | undefined {
  const key = form.number.path.split('.').at(-1);
  return form.sections.flatMap((s) => s.fields).find((f) => f.key === key)?.unless_flag;
}

/** The earliest date something can be needed by, of so many business days. */
export function earliestNeededBy(
  days: KindForm['needed_by_days'],
  today: string,
  expedited: boolean,
  isHoliday: IsHoliday,
): string {
  return addBusinessDays(today, expedited ? days.expedited : days.standard, isHoliday);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** A field exists for an organization unless its flag is off, or one that takes its place is on. */
export const fieldExists = (
  spec: { flag?: OrganizationFlag | undefined; unless_flag?: OrganizationFlag | undefined },
  flags: Readonly<Partial<OrganizationFlags>>,
): boolean =>
  (spec.flag === undefined || flags[spec.flag] === true) &&
  (spec.unless_flag === undefined || flags[spec.unless_flag] !== true);

/** Of these services those an organization is offered: not one that exists only with a flag that is off. */
export const offeredServices = <S extends Pick<Service, 'value'>>(
  form: KindForm,
  flags: Readonly<Partial<OrganizationFlags>>,
  services: readonly S[],
): S[] =>
  services.filter(({ value }) =>
    form.sections
      .flatMap((s) => s.fields)
      .every((f) => f.options !== 'services' || fieldExists({ flag: f.value_flags?.[value] }, flags)),
  );

/** What a step begins with where there is nothing to choose: the one service that is offered. */
export function withoutChoice(
  form: KindForm,
  section: Section,
  flags: Readonly<Partial<OrganizationFlags>>,
): Record<string, unknown> {
  const [only, ...others] = offeredServices(form, flags, form.services);
  if (only === undefined || others.length > 0) return {};
  const fields = form.sections.find((one) => one.key === section)?.fields ?? [];
  return Object.fromEntries(
    fields.filter((f) => f.options === 'services' && f.required).map((f) => [f.key, only.value]),
  );
}

/**
 * The label of the first field that says something its organization does not use, or null. What already stood there
 * when a flag was switched off may stay.
 */
export function switchedOff(
  specs: readonly FieldSpec[],
  before: Fields,
  after: Fields,
  flags: Readonly<Partial<OrganizationFlags>>,
): string | null {
  const isOff = (flag: OrganizationFlag | undefined): boolean => flag !== undefined && flags[flag] !== true;
  const rowsOf = (value: unknown): Record<string, unknown>[] =>
    Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];
  for (const spec of specs) {
    const { key, label, value_flags = {}, row_flags = {} } = spec;
    const value = after[key];
    if (isEmpty(value) || JSON.stringify(value) === JSON.stringify(before[key])) continue;
    if (!fieldExists(spec, flags) || (typeof value === 'string' && isOff(value_flags[value]))) return label;
    for (const [name, rowFlag] of Object.entries(row_flags)) {
      const stood = new Set(rowsOf(before[key]).map((row) => row[name]));
      if (isOff(rowFlag) && rowsOf(value).some((row) => !isEmpty(row[name]) && !stood.has(row[name]))) return label;
    }
  }
  return null;
}

/** Everything that stands in the way of ordering, in the order of the form. */
export function checkForm(form: KindForm, fields: Fields, facts: CheckFacts): Fault[] {
  const faults: Fault[] = [];
  for (const section of form.sections) {
    const add: Add = (path, rule, message) => {
      faults.push({ section: section.key, path, rule, message });
    };
    for (const spec of section.fields) {
      if (spec.missing === undefined || !fieldExists(spec, facts.flags) || !isEmpty(fields[spec.key])) continue;
      if (spec.key === 'sub_specialty_id' && !needsSubSpecialty(fields, facts)) continue;
      add(spec.key, 'required', spec.missing);
    }
    for (const { key, max_length = Infinity } of section.fields) {
      const value = fields[key];
      if (typeof value === 'string' && value.length > max_length)
        add(
          key,
          'text_fits',
          `${grouped(value.length)} characters, ${grouped(max_length)} fit. Put the rest into a record.`,
        );
    }
    for (const { key, min_length = 0 } of section.fields) {
      const value = fields[key];
      const length = typeof value === 'string' ? value.trim().length : 0;
      if (length > 0 && length < min_length)
        add(key, `${key}_long_enough`, `${length} characters so far, at least ${min_length} are needed.`);
    }
    for (const rule of form.rules[section.key]) rule(fields, facts, add);
  }
  return faults;
}

/** A sub-specialty is asked for only where the specialty has some. */
function needsSubSpecialty(fields: Fields, facts: CheckFacts): boolean {
  const specialty = fields['specialty_id'];
  return typeof specialty !== 'number' || (facts.specialties.get(specialty)?.size ?? 0) > 0;
}

/** Why a change of the ordered fields is refused after acceptance; empty when it is not. */
export function checkEditAfterAcceptance(
  form: KindForm,
  before: Fields,
  after: Fields,
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  for (const key of form.fixed_after_acceptance) {
    if (JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
      faults.push({ path: key, message: 'The expert accepted on this basis. Ask Peritus to change it.' });
  }
  const [was, is] = [before['needed_by'], after['needed_by']];
  if (typeof was === 'string' && typeof is === 'string' && is < was)
    faults.push({
      path: 'needed_by',
      message: 'After acceptance this only moves later, unless the expert agrees. Ask the expert for the earlier date.',
    });
  return faults;
}

/** What a kind tells an expert before the names are cleared, of an order as stored: what says something, with its label. */
export const toldFirst = (
  form: KindForm,
  stored: readonly { section: string; data: unknown }[],
): { label: string; value: string }[] =>
  (form.told_first?.(storedFields(form, stored)) ?? []).flatMap(([label, value]) =>
    value === '' ? [] : [{ label, value }],
  );
