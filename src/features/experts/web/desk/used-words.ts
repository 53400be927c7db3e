import { plural } from '../../../../core/phrases.ts';
import type { TaxonomyUse } from '../../contract/taxonomy-desk.ts';

/** Where something is used, in words; nothing where it is not. */
export function usedWords({ experts, open_reviews, past_reviews, seats }: TaxonomyUse): string {
  return [
    experts > 0 ? plural(experts, 'expert') : null,
    open_reviews > 0 ? plural(open_reviews, 'open review') : null,
    past_reviews > 0 ? plural(past_reviews, 'past review') : null,
    seats > 0 ? plural(seats, 'subscription seat') : null,
  ]
    .filter(Boolean)
    .join(', ');
}
