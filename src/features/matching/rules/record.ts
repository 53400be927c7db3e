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
  (e) =>
    `Has been in practice for ${plural(e.years_in_practice, 'year')}${e.board_certified ? ', board certified' : ''}.`,
  (e) =>
    e.finished === 0 ? 'This would be a first review here.' : `Has ${plural(e.open_reviews, 'review')} open now.`,
];

const within = (hours: number): string =>
  hours <= 1 ? 'an hour' : hours < 36 ? `${Math.ceil(hours)} hours` : `${Math.ceil(hours / 24)} days`;

/** Two sentences about an expert from their own record, what tells most first; nothing that names them. */
export const recordSentences = (expert: ExpertFacts): string[] =>
  SENTENCES.flatMap((say) => say(expert) ?? []).slice(0, 2);
