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
