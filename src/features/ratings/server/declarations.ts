/** What ratings tell the compiler: the shapes in their jsonb columns. */
import type { Scores } from '../rules.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'ratings.scores': Scores;
  }
}
