/*
 * How a purpose letter comes about. The requester writes it and sends it to the examiner's records; or asks Peritus to write
 * it, who proposes one, which the requester sends or returns. What is sent stays; another version can be begun.
 */
export const LETTER_STATES = ['none', 'drafted', 'asked', 'proposed', 'sent'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

export const LETTER_ACTS = ['write', 'ask', 'take_back', 'propose', 'return', 'send'] as const;
export type LetterAct = (typeof LETTER_ACTS)[number];
export type LetterSide = 'requester' | 'writer';

interface Row {
  from: readonly LetterState[];
  act: LetterAct;
  to: LetterState;
  by: readonly LetterSide[];
  /** It exists only where the organization lets letters be written for it. */
  service?: true;
}

/** From, act, to, who. */
export const LETTER_TABLE: readonly Row[] = [
  { from: ['none', 'drafted', 'sent'], act: 'write', to: 'drafted', by: ['requester'] },
  { from: ['none', 'drafted', 'sent'], act: 'ask', to: 'asked', by: ['requester'], service: true },
  { from: ['asked'], act: 'take_back', to: 'drafted', by: ['requester'] },
  { from: ['asked'], act: 'write', to: 'asked', by: ['writer'] },
  { from: ['asked'], act: 'propose', to: 'proposed', by: ['writer'] },
  { from: ['proposed'], act: 'return', to: 'asked', by: ['requester'] },
  { from: ['drafted', 'proposed'], act: 'send', to: 'sent', by: ['requester'] },
];

/** The state after an act of a side, or null where it cannot be taken now. `open`: whether the review still takes letters. */
export function letterAfter(
  state: LetterState,
  act: LetterAct,
  { side, service, open }: { side: LetterSide | null; service: boolean; open: boolean },
): LetterState | null {
  const row = LETTER_TABLE.find(
    (one) => one.act === act && one.from.includes(state) && side !== null && one.by.includes(side),
  );
  if (!row || !open || (row.service && !service)) return null;
  return row.to;
}
