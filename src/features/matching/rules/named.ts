import { fullName } from '../../../core/names.ts';

/** An expert as a requester may write them down. */
export interface Nameable {
  profile_id: number;
  code: string;
  first_name: string;
  last_name: string;
}

/** A name or code as it is compared: without the doctor before it and what follows a comma. */
export const plainName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replace(/^dr\.?\s+/, '')
    .replace(/,.*$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** How somebody may be written down, the surest first. */
const WAYS: readonly ((expert: Nameable) => string)[] = [
  (expert) => expert.code,
  (expert) => fullName(expert),
  (expert) => expert.last_name,
];

/** Who may be meant by what somebody wrote: by code, else by the whole name, else by the surname alone. */
function expertsMeant<E extends Nameable>(written: string, experts: readonly E[]): E[] {
  const wanted = plainName(written);
  if (wanted === '') return [];
  for (const way of WAYS) {
    const fit = experts.filter((expert) => plainName(way(expert)) === wanted);
    if (fit.length > 0) return fit;
  }
  return [];
}

/** The one expert who is asked for; where several may be meant none is, and the matching desk is told who they are. */
export function expertAskedFor<E extends Nameable>(
  written: string,
  experts: readonly E[],
): { expert: E | null; unclear: string | null } {
  const meant = expertsMeant(written, experts);
  if (meant.length <= 1) return { expert: meant[0] ?? null, unclear: null };
  const names = meant.map((expert) => `Dr. ${fullName(expert)} (${expert.code})`).toSorted();
  return {
    expert: null,
    unclear: `“${written.trim()}” may be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}. Ask the requester who is meant.`,
  };
}
