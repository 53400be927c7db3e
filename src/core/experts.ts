/** An expert of a review, in the part they have on it now. */
export interface ExpertOfReview {
  expert_profile_id: number;
  /** One leads; others are on it beside the lead. */
  part: 'lead' | 'member';
}

interface WithExperts {
  experts: readonly ExpertOfReview[];
}
interface Profiled {
  expert_profile_ids: readonly number[];
}

/** The part a person has on a review as one of its experts, an assistant the part of theirs; null: they are none of them. */
const partOn = ({ expert_profile_ids }: Profiled, { experts }: WithExperts): ExpertOfReview['part'] | null =>
  experts.find((one) => expert_profile_ids.includes(one.expert_profile_id))?.part ?? null;

/** Whether a person is on a review as one of its experts or that one's assistant: they read what an expert reads. */
export const isOn = (actor: Profiled, review: WithExperts): boolean => partOn(actor, review) !== null;

/** Whether a person leads a review or assists who does: they act, and have the report and the times. */
export const leads = (actor: Profiled, review: WithExperts): boolean => partOn(actor, review) === 'lead';
