/**
 * Why a start is refused, and the code the process ends with: those of sysexits.h, so that a service manager can tell
 * what starting again may mend from what it does not.
 */
export const REFUSALS = {
  stored: [
    65,
    'What is stored cannot be used as it is: the database is damaged, of a newer version, or empty beside what an earlier one left, none of its files is there, or a migration was edited. Starting again does not help.',
  ],
  address: [69, 'The address to listen at is taken, or is not one of this machine.'],
  folder: [73, 'The data folder or the key file cannot be written.'],
  running: [75, 'Another Peritus works on this data folder or database. It may be started once that one has ended.'],
  setting: [
    78,
    'A setting cannot work, or the database it names refuses us. Each is named; starting again does not help.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

type Reason = keyof typeof REFUSALS;

/** The start is refused; the message says why and what to do, in words for whoever runs the product. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Refusal';
    this.reason = reason;
  }

  /** The process ends with it. */
  get exitCode(): number {
    return REFUSALS[this.reason][0];
  }
}
