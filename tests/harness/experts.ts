import type { ExpertOfReview } from '../../src/core/experts.ts';

/** A review's experts where one leads it, and others are on it in another part. */
export const ledBy = (lead: number | null, ...others: number[]) => ({
  expert_profile_id: lead,
  experts: [
    ...(lead === null ? [] : [{ expert_profile_id: lead, part: 'lead' as const }]),
    ...others.map((expert_profile_id) => ({ expert_profile_id, part: 'member' as const })),
  ] satisfies ExpertOfReview[],
});
