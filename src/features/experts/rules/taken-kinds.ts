import { KIND_NAMES, type Kind, KINDS } from '../../../core/kinds.ts';
import type { FieldError } from '../../../core/errors.ts';

/** Kinds an expert chooses among: those that can be ordered, for an organization's own expert by that organization. */
export const offeredKinds = (enabled: (kind: Kind) => boolean): Kind[] => KIND_NAMES.filter(enabled);

/** What is wrong with a choice: a kind that is not offered, or none left. A pause is something else, and not said here. */
export function takenFaults(said: readonly Kind[], offered: readonly Kind[]): FieldError[] {
  const foreign = said.find((kind) => !offered.includes(kind));
  if (foreign !== undefined)
    return [
      { path: 'kinds', message: `Nobody can order ${KINDS[foreign].label} from you. Choose among those offered.` },
    ];
  return said.length === 0
    ? [{ path: 'kinds', message: 'Keep at least one kind of review. Choose another one before you turn this one off.' }]
    : [];
}

/** The kinds an expert takes after a choice, in the order of kinds: of those not offered what it was before. */
export const takenAfter = (before: readonly Kind[], said: readonly Kind[], offered: readonly Kind[]): Kind[] =>
  KIND_NAMES.filter((kind) => (offered.includes(kind) ? said : before).includes(kind));
