import { plural } from '../../../core/phrases.ts';
import type { ExpertFacts } from '../rules.ts';

const SENTENCES: readonly ((e: ExpertFacts) => string | null)[] = [
  (e) =>
    e.finished === 0
      ? null
      : e.late === 0
        ? `Finished ${plural(e.finished, 'review')} here, ${e.finished === 1 ? 'on time' : 'all on time'}.`
        : `Finished ${plural(e.finished, 'review')} here, ${e.finished - e.late} of them on time.`,
  (e) =>
    e.used_by_organization > 0 ? `Took ${plural(e.used_by_organization, 'review')} of yours this quarter.` : null,
  (e) => (e.answer_hours === null ? null : `Answers an invitation within ${within(e.answer_hours)} on average.`),
  (e) => (e.open_reviews === 0 ? 'Has no other review open now.' : null),
  (e) => (e.board_certified ? 'Is board certified.' : null),
  (e) => (e.open_reviews > 0 ? `Has ${plural(e.open_reviews, 'review')} open now.` : null),
  (e) => (e.finished === 0 ? 'This would be a first review here.' : null),
];

const within = (hours: number): string =>
  hours <= 1 ? 'an hour' : hours < 36 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;

/**
 * Two sentences about an expert from their own record, what tells most first; nothing that names them. What could be said
 * of everybody to choose from (`among`) helps nobody choose, and comes only where there is nothing else.
 */
export function recordSentences(expert: ExpertFacts, among: readonly ExpertFacts[] = []): string[] {
  const others = among.filter((one) => one !== expert);
  const isShared = (say: (typeof SENTENCES)[number]) =>
    others.length > 0 && others.every((one) => say(one) === say(expert));
  const said = SENTENCES.filter((say) => say(expert) !== null);
  return [...said.filter((say) => !isShared(say)), ...said.filter(isShared)]
    .slice(0, 2)
    .map((say) => String(say(expert)));
}
