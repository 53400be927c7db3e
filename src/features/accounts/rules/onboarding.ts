/** The hints somebody gets who orders peer reviews for the first time; each is shown until it is put away. */
export const ONBOARDING_HINTS = ['create', 'step_one', 'step_two', 'step_three', 'step_four', 'records'] as const;
export type OnboardingHint = (typeof ONBOARDING_HINTS)[number];
