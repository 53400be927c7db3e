/** Where a matter's record lies in the storage. */
export const recordKey = (matter: string, index: number): string => `demo/${matter}/${index}.pdf`;
