import type { OrganizationFlag } from '../../organizations/rules.ts';
import { z } from 'zod';
import {
  checkbox,
  choice,
  column,
  date,
  people,
  requester,
  rows,
  specialty,
  states,
  subSpecialty,
  text,
  texts,
} from './field.ts';
import { type ConflictParty, PARTY_KINDS, PARTY_ROLES, type PartyRole, PRACTICE_SETTINGS } from './options.ts';

/*
 * Fields that more than one kind of order has, in blocks. A kind says in its table where they stand and what they are
 * called there; what they hold, fill and leave out of a copy stands here once. Their rules are in `shared-rules.ts`.
 */

/** Characters of one question. */
export const QUESTION_LENGTH = 2_000;
export const ATTENDEES_MAX = 10;
export const RECIPIENTS_MAX = 10;

const conflictParty = z.object({
  name: column.name(),
  role: column.option(PARTY_ROLES),
  kind: column.option(PARTY_KINDS).nullish(),
}) satisfies z.ZodType<ConflictParty>;

const attendee = z.object({ name: column.name(), email: column.name(254), role: column.line(100) });

/** Who answers for the review; only those who manage others' reviews choose. */
export const requesterField = {
  requester_id: requester('Requester', {
    managers_only: true,
    not_copied: true,
    help: 'The person responsible for this review.',
  }),
};

/** The specialty wanted and its sub-specialty. */
export const specialtyFields = (says: { help: string; missing: string }) => ({
  specialty_id: specialty('Specialty', { ...says, column: 'specialty_id', layout: { begins_line: true } }),
  sub_specialty_id: subSpecialty('Sub-specialty', {
    missing: 'Choose the sub-specialty.',
    column: 'sub_specialty_id',
    layout: { of: 'specialty_id' },
  }),
});

export const practiceSettingField = (says: { help: string; told?: true }) => ({
  practice_setting: choice('Practice setting', 'practice_settings', PRACTICE_SETTINGS, says),
});

/** Everyone experts are checked against, with the roles they can have in a matter of this kind. */
export const partiesField = (label: string, roles: readonly PartyRole[], says: { help: string; missing: string }) => ({
  conflict_parties: rows('parties', label, conflictParty, 100, {
    ...says,
    sets: { party_roles: PARTY_ROLES.filter((row) => roles.includes(row.value)), party_kinds: PARTY_KINDS },
  }),
});

/** States experts are not taken from. */
export const excludedStatesField = (label: string, help: string) => ({ excluded_states: states(label, { help }) });

/** Experts who are not asked, by name. */
export const excludedExpertsField = (label: string, help: string) => ({
  excluded_experts: texts(label, { max_items: 20, help }),
});

/** Questions the expert answers in the report; a few more than `max` are kept, and pointed out. */
export const questionsField = (label: string, max: number, says: { missing?: string } = {}) => ({
  questions: rows('texts', label, z.string().max(10_000), 20, {
    ...says,
    max_items: max,
    max_length: QUESTION_LENGTH,
    layout: { questions: true },
  }),
});

/** When the work is needed by. */
export const neededByField = {
  needed_by: date('Needed by', {
    missing: 'Choose the date you need it by.',
    not_copied: true,
    column: 'needed_by',
    layout: { days: 'from_earliest' },
  }),
};

/** Sooner, for more. */
export const expeditedField = (says: { help: string; flag?: OrganizationFlag }) => ({
  expedited: checkbox('Expedited', { ...says, column: 'expedited', layout: { up_front: true } }),
});

/** Further people in the call, where the organization asks them along. */
export const attendeesField = (flag: OrganizationFlag) => ({
  attendees: rows('attendees', 'Who joins the call', attendee, ATTENDEES_MAX, {
    max_items: ATTENDEES_MAX,
    flag,
    help: 'They get the invitation and the reminders of the call, and may join.',
    layout: { while: { field: 'service', is_not: 'report_only' } },
  }),
});

/** The colleagues who read the report beside the requester and its managers; more than fit are kept, and pointed out. */
export const recipientsField = {
  recipients: people('Who receives the report', 50, {
    max_items: RECIPIENTS_MAX,
    help: 'Only these colleagues, you and your managers can open it.',
    layout: { up_front: true },
  }),
};

/** What the bill carries for the customer's accounts. */
export const billingFields = {
  billing_reference: text('Billing reference', {
    max: 100,
    help: 'The reference your accounts team uses.',
    layout: { begins_line: true },
  }),
  po_number: text('PO number', { max: 100 }),
  cost_center: text('Cost center', { max: 100, column: 'cost_center' }),
};
