import { type RawBuilder, sql } from 'kysely';
import type { ExpertOfReview } from '../../core/experts.ts';

/** The experts of a review now, as a column of a query that has the review's number in `id`. */
export const expertsOf = (id: string): RawBuilder<ExpertOfReview[]> => sql<ExpertOfReview[]>`(
  select coalesce(json_agg(json_build_object('expert_profile_id', x.expert_profile_id, 'part', x.part)), '[]')
  from review_experts x where x.review_id = ${sql.ref(id)} and x.until is null)`;
