/** What an expert attests before any record opens. `good` is the answer that shows no conflict. */
export const ATTESTATION_LINES = [
  { key: 'licensed', text: 'I hold an active, unrestricted license of the required type.', good: true },
  { key: 'practicing', text: 'I have practiced clinically in this field within the last 24 months.', good: true },
  {
    key: 'relation',
    text: 'Within the past five years I had a personal, family, work, financial, training or litigation relation with any of these names.',
    good: false,
  },
  { key: 'same_market', text: 'I practice at the same facility or within its market.', good: false },
  { key: 'outcome_pay', text: 'My pay depends on the outcome.', good: false },
  { key: 'prior', text: 'I have treated this patient or given an opinion on this matter before.', good: false },
  {
    key: 'confidential',
    text: 'I will keep everything confidential, keep no copies outside Peritus and destroy my notes.',
    good: true,
  },
  { key: 'no_ai', text: 'I will enter nothing from the records into AI tools outside Peritus.', good: true },
] as const;

export type AttestationKey = (typeof ATTESTATION_LINES)[number]['key'];

/** Lines of an attestation that are unanswered, and those answered so that a person has to look at them. */
export function attestationState(answers: Partial<Record<string, boolean>>): {
  missing: AttestationKey[];
  disclosed: AttestationKey[];
} {
  return {
    missing: ATTESTATION_LINES.filter((l) => answers[l.key] === undefined).map((l) => l.key),
    disclosed: ATTESTATION_LINES.filter((l) => answers[l.key] !== undefined && answers[l.key] !== l.good).map(
      (l) => l.key,
    ),
  };
}
