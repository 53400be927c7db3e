/** The place of the examiner who leads; further ones of a panel follow it. */
export const LEADS = 1;
export const PLACES_MAX = 3;

const ORDINALS = ['First', 'Second', 'Third'] as const;

/** "Second examiner" */
export const placeWords = (place: number): string => `${ORDINALS[place - 1] ?? 'Further'} examiner`;
