/** What setting up a new organization consists of, in the order it is done. */
export const SETUP_STEPS = ['logo', 'people', 'features', 'forms', 'order'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What tells that a step is done. */
export interface SetupFacts {
  has_logo: boolean;
  /** Its people and open invitations, whoever asks included. */
  people: number;
  /** A feature was switched here, whichever way. */
  switched_features: boolean;
  /** It says itself what its orders ask. */
  own_words: boolean;
  /** An order was submitted. */
  ordered: boolean;
}

const DONE: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean>> = {
  logo: (facts) => facts.has_logo,
  people: (facts) => facts.people > 1,
  features: (facts) => facts.switched_features,
  forms: (facts) => facts.own_words,
  order: (facts) => facts.ordered,
};

/** Where each step stands, and whether the list is still shown: until everything is done or skipped, or it is put away. */
export function setupOf(
  facts: SetupFacts,
  kept: { skipped: readonly string[]; put_away: boolean },
): { shown: boolean; steps: { key: SetupStep; done: boolean; skipped: boolean }[] } {
  const steps = SETUP_STEPS.map((key) => {
    const done = DONE[key](facts);
    return { key, done, skipped: !done && kept.skipped.includes(key) };
  });
  return { shown: !kept.put_away && steps.some(({ done, skipped }) => !done && !skipped), steps };
}
