/** What ratings tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Direction } from '../rules.ts';
import type { Scores } from '../rules.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'ratings.scores': Scores;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Events {
    'rating.given': { direction: Direction; review_id: number };
  }
  interface Deadlines {
    rating_request: Nothing;
    rating_reminder: Nothing;
  }
}
