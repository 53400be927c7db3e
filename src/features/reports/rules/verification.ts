/** How long the code at the foot of a report's pages is at least and at most, in characters. */
export const CODE_LENGTH = { min: 8, max: 64 } as const;

/** Whether a text can be a verification code at all, before it is asked about. */
export const mayBeCode = (code: string): boolean => code.length >= CODE_LENGTH.min && code.length <= CODE_LENGTH.max;
