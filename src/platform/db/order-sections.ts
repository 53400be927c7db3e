import type { Kysely } from 'kysely';
import type { DB } from './types.ts';

type Section = DB['review_sections']['section'];

/** What the sections of an order hold, all or those that are named. */
export function orderSections(db: Kysely<DB>, reviewId: number, only?: readonly Section[]) {
  const all = db.selectFrom('review_sections').select(['section', 'data']).where('review_id', '=', reviewId);
  return (only ? all.where('section', 'in', only) : all).execute();
}
