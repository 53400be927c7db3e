import type { Decision } from './tables.ts';

/** A column as the database's catalog has it. */
export interface CatalogColumn {
  table: string;
  column: string;
  type: string;
  /** The table a foreign key of it points to. */
  points_to: string | null;
  is_key: boolean;
}

/** What becomes of a column: as it is, left out, or a person's number where it is one of the organization's own people. */
export type Fate = 'kept' | 'left_out' | 'own_people';

/** Names of what opens something or says where it is stored. */
const SECRET = /password|passcode|token|secret|hash|(^|_)seed$|salt|(^|_)mac$|storage_key|sealed|dedupe_key/;
/** Tables whose rows say who an expert is. */
const EXPERTS = new Set(['expert_profiles', 'profiles']);

/** What an export does with a column of a table it has. A new column is decided by the same rules as the old ones. */
export function fateOf(column: CatalogColumn, decision: Extract<Decision, { by: unknown }>): Fate {
  if (decision.leaves_out?.includes(column.column)) return 'left_out';
  if (column.type === 'bytea' || column.type === 'tsvector' || SECRET.test(column.column)) return 'left_out';
  if (column.points_to !== null && EXPERTS.has(column.points_to)) return 'left_out';
  return column.points_to === 'users' ? 'own_people' : 'kept';
}
