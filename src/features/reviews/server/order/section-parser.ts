import type { OrganizationFlags } from '../../../organizations/rules.ts';
import { z } from 'zod';
import { Refusal } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { type Fields, formOf, parseSection, type Section, SECTIONS, switchedOff } from '../../rules.ts';

/** A step's data in its shape; wrong shapes are 400 with the path of each, unknown steps 404. */
export function readSection(
  kind: Kind,
  section: string,
  data: unknown,
): { section: Section; data: Record<string, unknown> } {
  const known = SECTIONS.find((s) => s === section);
  if (!known) throw new Refusal('not_found', 'There is no such step.');
  try {
    return { section: known, data: parseSection(formOf(kind), known, data) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Refusal('malformed', undefined, {
      errors: error.issues.map((i) => ({ path: ['data', ...i.path].join('.'), message: i.message })),
    });
  }
}

/** Refuses what a field says that the organization does not use. */
export function refuseSwitchedOff(
  kind: Kind,
  section: Section,
  before: Fields,
  after: Fields,
  flags: Readonly<Partial<OrganizationFlags>>,
): void {
  const specs = formOf(kind).sections.find((s) => s.key === section)?.fields ?? [];
  const off = switchedOff(specs, before, after, flags);
  if (off !== null) throw new Refusal('forbidden', `Your organization does not use this in “${off}”.`);
}
