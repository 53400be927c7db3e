import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import { stateName } from '../../reviews/rules.ts';
import { languageNamed, languageOf, sayIn } from '../rules.ts';
import type { ExamFacts } from './load.ts';

/** So many minutes before it begins the examinee is asked to be there. */
export const EARLY_MINUTES = 15;

/** What an examinee is told of their interpreter, in a language. */
export function interpreterLine(order: Partial<ImeFields>, code: string): string {
  const say = sayIn(code);
  return order.interpreter === true
    ? say('interpreter_planned', { language: languageNamed(order.language ?? 'en', languageOf(code).tag) })
    : say('interpreter_ask');
}

const RIDES = { sedan: 'ride_sedan', wheelchair: 'ride_wheelchair', flight: 'ride_flight' } as const;

/** What an examinee is told of the way there, a line each, in any language. */
export function transportLines({ transport }: Partial<ImeFields>): ((code: string, organization: string) => string)[] {
  if (transport === 'sedan' || transport === 'wheelchair' || transport === 'flight') {
    const ride = RIDES[transport];
    return [(code) => sayIn(code)('transport_planned', { how: sayIn(code)(ride) })];
  }
  if (transport === 'mileage') return [(code) => sayIn(code)('transport_mileage')];
  return [(code) => sayIn(code)('transport_self'), (code, organization) => sayIn(code)('mileage', { organization })];
}

/** How the order plans that they get there; null where they travel themselves. */
export function rideOf({
  transport,
}: Partial<ImeFields>): 'ride_sedan' | 'ride_wheelchair' | 'ride_flight' | 'mileage' | null {
  if (transport === 'mileage') return 'mileage';
  return transport === 'sedan' || transport === 'wheelchair' || transport === 'flight' ? RIDES[transport] : null;
}

/** What the rule an exam stands under says to its examinee; null where it says nothing to them. */
export const lawOf = ({ rule }: Pick<ExamFacts, 'rule'>): { state: string; says: string[]; source: string } | null =>
  rule.state !== null && rule.to_examinee && rule.to_examinee.length > 0
    ? { state: stateName(rule.state), says: [...rule.to_examinee], source: rule.source }
    : null;
