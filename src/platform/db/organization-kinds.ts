import { type RawBuilder, sql } from 'kysely';
import { KINDS, type Kind } from '../../core/kinds.ts';

/** A flag of rows of organizations, inheritance and default included. */
const isOn = (organizations: string, flag: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce((${sql.ref(`${organizations}.effective_flags`)} ->> ${sql.lit(flag)})::boolean,
    organization_flag_default(${sql.lit(flag)}))`;

/** Organizations that have the kind, whether they take new ones or not; `organizations` is what the query calls them. */
export const usesKind = (organizations: string, kind: Kind): RawBuilder<boolean> =>
  isOn(organizations, KINDS[kind].enabled_flag);

/** Organizations the kind can be ordered for now: they have it, take new ones, and are offered for it. */
export function ordersKind(organizations: string, kind: Kind): RawBuilder<boolean> {
  const { enabled_flag, accepts_flag, offered_flag } = KINDS[kind];
  const flags = [enabled_flag, accepts_flag, ...(offered_flag === null ? [] : [offered_flag])];
  return sql<boolean>`(${sql.join(
    flags.map((flag) => isOn(organizations, flag)),
    sql` and `,
  )})`;
}
