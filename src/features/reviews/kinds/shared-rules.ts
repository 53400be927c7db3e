import { isNpi } from '../../experts/rules.ts';
import type { Add, CheckFacts, ConflictParty } from './form.ts';

/** Rules more than one kind of order has. Each adds what is wrong, with the rule's id and where. */

interface Specialties {
  specialty_id?: number | null | undefined;
  sub_specialty_id?: number | null | undefined;
}

/** The specialty is still offered, and the sub-specialty belongs to it. */
export function specialtyFits(f: Specialties, facts: CheckFacts, add: Add): void {
  const subs = !f.specialty_id ? undefined : facts.specialties.get(f.specialty_id);
  if (f.specialty_id && !subs)
    add('specialty_id', 'specialty_active', 'This specialty is not offered any more. Choose another.');
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

/** Characters of one question. */
export const QUESTION_LENGTH = 2_000;

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
  if (questions.length > max)
    add('questions', 'questions_count', `At most ${max} questions. Put related ones together.`);
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
