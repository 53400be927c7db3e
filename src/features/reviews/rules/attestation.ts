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

/** Kinds of relation a requester is told of where theirs is the word: which kind, never with whom. */
export const RELATIONS = [
  { value: 'personal', label: 'Personal', told: 'a personal relation' },
  { value: 'family', label: 'Family', told: 'a family relation' },
  { value: 'work', label: 'Work', told: 'a work relation' },
  { value: 'financial', label: 'Financial', told: 'a financial relation' },
  { value: 'training', label: 'Training', told: 'a relation from their training' },
  { value: 'litigation', label: 'Litigation', told: 'a relation from earlier litigation' },
  { value: 'same_market', label: 'Same facility or market', told: 'practice at the same facility or in its market' },
  { value: 'prior', label: 'Earlier treatment or opinion', told: 'earlier treatment, or an earlier opinion' },
] as const;
export type Relation = (typeof RELATIONS)[number]['value'];
export const RELATION_VALUES = RELATIONS.map(({ value }) => value) as [Relation, ...Relation[]];

/** How a relation is told: "a work relation". Unknown ones are told as just that. */
export const relationTold = (value: unknown): string =>
  RELATIONS.find((relation) => relation.value === value)?.told ?? 'a relation';

const WAIVABLE: ReadonlySet<string> = new Set<AttestationKey>(['relation', 'same_market', 'prior']);

/** Whether a requester could set aside what was disclosed: relations, not a missing license or pay by outcome. */
export const isWaivable = (disclosed: readonly string[]): boolean =>
  disclosed.length > 0 && disclosed.every((key) => WAIVABLE.has(key));

/** Where a decision on what was disclosed stands: whether it lets the expert accept, or waits for somebody. */
export function standingOf(attestation: {
  decision: string | null;
  waived: boolean | null;
}): 'undecided' | 'asked' | 'cleared' | 'released' {
  if (attestation.decision === null) return 'undecided';
  if (attestation.decision === 'none') return 'cleared';
  if (attestation.decision === 'hard') return 'released';
  return attestation.waived === null ? 'asked' : attestation.waived ? 'cleared' : 'released';
}
