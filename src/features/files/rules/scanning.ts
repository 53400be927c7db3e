/** What a scanner has said, or not, of a file. */
export const SCAN_STATES = ['not_scanned', 'pending', 'waiting', 'clean', 'infected'] as const;
export type ScanStatus = (typeof SCAN_STATES)[number];

/** Where a file stands once its bytes are there. */
export const scanBegins = (hasScanner: boolean): ScanStatus => (hasScanner ? 'pending' : 'not_scanned');

/** What whoever sent an infected file reads beside it. */
export const INFECTED =
  'A virus was found in this file, so nobody can open it. Remove it, and send one from a clean computer.';

/** What is said of a file that waits. */
export const waitsWords = (fault: string | null): string =>
  fault === 'too_large'
    ? 'This file is larger than the virus scanner takes. Split it, or ask Peritus.'
    : 'This file waits for the virus scanner, which is away. It opens once it was checked.';
