import type { BookView } from '../contract.ts';
import type { BookNames, VersionState } from '../rules.ts';

export const STATE_WORDS: Readonly<Record<VersionState, string>> = {
  next: 'Not in effect yet',
  in_effect: 'In effect',
  past: 'Was in effect before',
};

/** What services and sub-specialties of a book are called. */
export const namesOf = ({ services, sub_specialties }: BookView): BookNames => ({
  services: Object.fromEntries(services.map(({ key, label }) => [key, label])),
  sub_specialties: Object.fromEntries(
    sub_specialties.map(({ id, name, specialty }) => [String(id), `${specialty}: ${name}`]),
  ),
});
