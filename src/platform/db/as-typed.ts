/** What somebody typed, to stand in a LIKE as it is: what stands for any sign there is looked for itself. */
export const asTyped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
