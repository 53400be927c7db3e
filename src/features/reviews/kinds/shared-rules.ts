import type { OrganizationFlag } from '../../organizations/rules.ts';
import { isAllowedDomain, isEmail, normalizeEmail } from '../../../core/emails.ts';
import { spelledPlural } from '../../../core/phrases.ts';
import type { ConflictParty } from './options.ts';
import { isNpi } from '../../../core/npi.ts';
import { ATTENDEES_MAX, QUESTION_LENGTH, RECIPIENTS_MAX } from './common-fields.ts';
import { type Add, type CheckFacts, earliestNeededBy } from './form.ts';

/*
 * Rules more than one kind of order has, most of them of the blocks in `common-fields.ts`. Each adds what is wrong,
 * with the rule's id and where.
 */

interface Specialties {
  specialty_id?: number | null | undefined;
  sub_specialty_id?: number | null | undefined;
}

/** The specialty is still offered, and the sub-specialty belongs to it. */
export function specialtyFits(f: Specialties, facts: CheckFacts, add: Add): void {
  const subs = !f.specialty_id ? undefined : facts.specialties.get(f.specialty_id);
  if (f.specialty_id && !subs)
    add('specialty_id', 'specialty_active', 'This specialty is no longer offered. Choose another.');
  if (subs && f.sub_specialty_id && !subs.has(f.sub_specialty_id))
    add('sub_specialty_id', 'sub_specialty_fits', 'This does not belong to the specialty. Choose again.');
}

/** A provider’s NPI holds its check digit; without one nothing is asked. */
export function npiHolds(npi: string | null | undefined, path: string, add: Add): void {
  if (npi && !isNpi(npi)) add(path, 'npi_valid', 'This is not an NPI: it has ten digits, the last one checks.');
}

/** A number lies between two, both included; `says` is what to do otherwise. */
export function inRange(
  value: number | null | undefined,
  [least, most]: readonly [number, number],
  at: { path: string; rule: string; says: string },
  add: Add,
): void {
  if (typeof value === 'number' && (value < least || value > most)) add(at.path, at.rule, at.says);
}

/** Every question is written and short enough to be one, and there are no more than `max`. */
export function questionsWritten(f: { questions?: readonly string[] | null | undefined }, max: number, add: Add): void {
  const questions = f.questions ?? [];
  for (const [i, q] of questions.entries()) {
    if (q.trim() === '') add(`questions.${i}`, 'question_written', 'Write the question, or remove it.');
    if (q.length > QUESTION_LENGTH)
      add(
        `questions.${i}`,
        'question_fits',
        'This is too long for one question. Split it, or put the facts elsewhere.',
      );
  }
  if (questions.length > max) add('questions', 'questions_count', `At most ${max} questions. Combine related ones.`);
}

/** Every party experts are checked against has a name. */
export function partiesNamed(
  f: { conflict_parties?: readonly ConflictParty[] | null | undefined },
  _facts: CheckFacts,
  add: Add,
): void {
  for (const [i, p] of (f.conflict_parties ?? []).entries())
    if (p.name === '') add(`conflict_parties.${i}.name`, 'party_named', 'Enter a name, or remove the line.');
}

/** A date of something that happened is not ahead; a year that slipped is pointed out. `rule` defaults to the path's own. */
export function notInFuture(
  value: string | null | undefined,
  path: string,
  facts: CheckFacts,
  add: Add,
  rule = `${path}_past`,
): void {
  if (!value || value <= facts.today) return;
  const thisYear = facts.today.slice(0, 4);
  const sameYear = `${thisYear}${value.slice(4)}`;
  const meant = sameYear <= facts.today ? thisYear : String(Number(thisYear) - 1);
  const hint = value.slice(0, 4) > meant ? ` Did you mean ${meant}?` : '';
  add(path, rule, `This date is in the future.${hint}`);
}

/** An address has the form of one; whether anybody reads it shows later. */
export function emailHolds(value: string | null | undefined, path: string, add: Add): void {
  if (value && !isEmail(normalizeEmail(value))) notAnEmail(value, path, add);
}
const notAnEmail = (value: string, path: string, add: Add): void =>
  add(path, 'email_valid', `“${value}” is not an e-mail address.`);

/** What is ordered can be done by the date it is needed by: not within so many business days. */
export const neededByPossible =
  (days: { standard: number; expedited: number }) =>
  (
    f: { needed_by?: string | null | undefined; expedited?: boolean | null | undefined },
    facts: CheckFacts,
    add: Add,
  ): void => {
    if (!f.needed_by) return;
    const expedited = f.expedited === true;
    const earliest = earliestNeededBy(days, facts.today, expedited, facts.isHoliday);
    if (f.needed_by >= earliest) return;
    const lead = spelledPlural(expedited ? days.expedited : days.standard, 'business day');
    const from = `The earliest is ${earliest}, ${lead} from now.`;
    add('needed_by', 'needed_by_possible', expedited ? from : `${from} Expedited it can be sooner.`);
  };

/** Those who join the call can be asked: by a name and an address each, under the flag, of the organization's domains. */
export const attendeesFit =
  (flag: OrganizationFlag) =>
  (
    f: { attendees?: readonly { name: string; email: string }[] | null | undefined },
    facts: CheckFacts,
    add: Add,
  ): void => {
    const attendees = f.attendees ?? [];
    if (attendees.length > 0 && !facts.flags[flag])
      add('attendees', 'attendees_allowed', 'Your organization does not invite others to calls.');
    if (attendees.length > ATTENDEES_MAX)
      add('attendees', 'attendees_count', `At most ${ATTENDEES_MAX} people can join.`);
    const seen = new Set<string>();
    for (const [i, a] of attendees.entries()) {
      const email = normalizeEmail(a.email);
      const path = `attendees.${i}.email`;
      if (a.name === '') add(`attendees.${i}.name`, 'attendee_named', 'Enter a name.');
      if (!isEmail(email)) notAnEmail(a.email, path, add);
      else if (seen.has(email)) add(path, 'attendees_distinct', 'This person is already on the list.');
      else if (!isAllowedDomain(email, facts.email_domains))
        add(path, 'attendee_domain', 'Your organization only invites addresses of its own domains.');
      seen.add(email);
    }
  };

/** Reports go to different people of the ordering organization; `whyNot` is the rule and words for one who cannot have it. */
export function recipientsKnown(
  f: { recipients?: readonly number[] | null | undefined },
  facts: CheckFacts,
  add: Add,
  whyNot: (name: string) => readonly [rule: string, message: string] | null = () => null,
): void {
  const recipients = f.recipients ?? [];
  if (recipients.length > RECIPIENTS_MAX)
    add('recipients', 'recipients_count', `At most ${RECIPIENTS_MAX} people receive a report.`);
  if (new Set(recipients).size < recipients.length)
    add('recipients', 'recipients_distinct', 'Somebody is on the list twice.');
  for (const one of recipients) {
    const name = facts.colleagues.get(one);
    const refused =
      name === undefined
        ? (['recipient_known', 'Reports go to people of your organization only. Choose again.'] as const)
        : whyNot(name);
    if (refused) add('recipients', ...refused);
  }
}
