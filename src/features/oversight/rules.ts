import { type ActorKind, isAdmin } from '../../core/actor.ts';
import type { ConsolePlace } from '../../core/console.ts';

/** Who reads the audit log, exports and verifies it. */
export const readsAudit = (kind: ActorKind): boolean => isAdmin(kind);

export const AUDIT_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Audit log',
  about: 'Search what anybody did, export it, and verify that nothing was changed.',
  path: '/admin/audit',
  glyph: 'audit',
  admits: readsAudit,
  words: 'trail history who did what verify seal chain',
};
export const VERIFICATION_PATH = `${AUDIT_PLACE.path}/verification`;

/** A review by its number: "CR-20418" or "20418". Null where the words are none. */
export function reviewIn(words: string): number | null {
  const digits = /^(?:[a-z]{2,3}-)?(\d{1,15})$/i.exec(words.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A head as it was saved, in what somebody pasted. Null where there is none. */
export function headIn(text: string): { seal_id: number; mac: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('seal_id' in value) || !('mac' in value)) return null;
  const { seal_id, mac } = value;
  if (typeof seal_id !== 'number' || !Number.isSafeInteger(seal_id) || seal_id < 1) return null;
  return typeof mac === 'string' && /^[0-9a-f]{64}$/.test(mac) ? { seal_id, mac } : null;
}

/** What a verification found, in words. */
export const FAULT_WORDS: Readonly<Record<string, string>> = {
  seal_broken: 'A row under this seal, or the seal itself, was changed',
  chain_broken: 'A seal before this one was removed, put in or moved',
  row_missing: 'Rows are missing',
  row_sealed_twice: 'Rows are sealed twice',
  row_foreign: 'Rows were put in past the product',
  detail_changed: 'Values before and after were changed',
  unsealed_too_long: 'Rows wait for their seal for too long',
  head_missing: 'A head that was kept outside is not in the chain',
};
