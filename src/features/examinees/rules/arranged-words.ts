import type { Arrangement, Ride } from './arrangements.ts';
import { languageNamed } from './dates.ts';
import { languageOf, sayIn } from './languages.ts';

const byWhom = (code: string, arrangement: Arrangement | null): string[] =>
  arrangement === null
    ? []
    : [sayIn(code)('provider_phone', { provider: arrangement.provider, phone: arrangement.phone })];

/** What an examinee is told of their interpreter, in a language. `language`: the one interpreted; null where none is planned. */
export function interpreterWords(code: string, language: string | null, arrangement: Arrangement | null): string[] {
  const say = sayIn(code);
  if (language === null) return [say('interpreter_ask')];
  const values = { language: languageNamed(language, languageOf(code).tag) };
  return [
    say(arrangement?.confirmed === true ? 'interpreter_arranged' : 'interpreter_planned', values),
    ...byWhom(code, arrangement),
  ];
}

/** Who gets the report without an account, as an order names them. */
export type ReportRole = keyof typeof TO;

const TO = {
  board: 'to_board',
  carrier: 'to_carrier',
  treating_provider: 'to_treating_provider',
  examinee: 'to_examinee',
  examinee_attorney: 'to_examinee_attorney',
  defense_attorney: 'to_defense_attorney',
  employer: 'to_employer',
  other: 'to_other',
} as const;

/** What an examinee is told of who receives the report, in a language: who ordered it, and whom the order names besides. */
export function reportWords(
  code: string,
  { organization, roles }: { organization: string; roles: readonly ReportRole[] },
): string[] {
  const say = sayIn(code);
  const who = [...new Set(roles)].map((role) => say(TO[role]));
  const also = new Intl.ListFormat(languageOf(code).tag).format(who);
  return [say('report', { organization }), ...(who.length === 0 ? [] : [say('report_also', { who: also })])];
}

/** What an examinee is told of the way there, in a language. `ride`: null where they travel themselves. */
export function rideWords(
  code: string,
  { ride, arrangement, organization }: { ride: Ride | null; arrangement: Arrangement | null; organization: string },
): string[] {
  const say = sayIn(code);
  if (ride === 'mileage') return [say('transport_mileage')];
  if (ride === null) return [say('transport_self'), say('mileage', { organization })];
  return [
    say(arrangement?.confirmed === true ? 'transport_arranged' : 'transport_planned', { how: say(ride) }),
    ...byWhom(code, arrangement),
  ];
}
