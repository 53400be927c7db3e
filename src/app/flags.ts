import { FLAG_ROWS } from '../features/organizations/rules.ts';

/** Prints every flag, one a line: name, scope, default, what it does. */
export function printFlags(): void {
  for (const flag of FLAG_ROWS)
    console.log(`${flag.name}\t${flag.scope}\t${flag.default ? 'on' : 'off'}\t${flag.explanation}`);
}
