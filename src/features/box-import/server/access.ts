import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { organizationFlag } from '../../../platform/db/organization.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { FAULTS, type Fault } from '../rules.ts';

/** What somebody may import now: whether it is on for them, the folders that were opened, and their connection. */
export interface BoxAccess {
  is_on: boolean;
  opened: string[];
  connection_id: number | null;
}

/** As it is at this moment. Who is of no organization has what any organization has. */
export async function accessOf(
  db: Kysely<DB>,
  { connectedAccounts }: Pick<Ports, 'connectedAccounts'>,
  userId: number,
): Promise<BoxAccess> {
  const { rows } = await sql<{ is_on: boolean; folders: unknown }>`select u.box_folder_ids as folders,
      u.suspended_at is null and coalesce((u.feature_flags ->> 'box_folder_access')::boolean, false) and
        case when u.organization_id is null
          then exists (select from organizations o where organization_flag(o.id, 'enable_box_api_integration'))
          else organization_flag(u.organization_id, 'enable_box_api_integration') end as is_on
    from users u where u.id = ${userId}`.execute(db);
  const [row] = rows;
  const [connection] = await connectedAccounts.usable(db, [userId], 'files');
  return {
    is_on: row?.is_on ?? false,
    opened: Array.isArray(row?.folders) ? row.folders.filter((id): id is string => typeof id === 'string') : [],
    connection_id: connection?.id ?? null,
  };
}

/** What somebody may use now for a review of an organization: that one has Box, too, whichever they are of. */
export async function accessFor(
  db: Kysely<DB>,
  ports: Pick<Ports, 'connectedAccounts'>,
  userId: number,
  organizationId: number,
): Promise<BoxAccess> {
  const access = await accessOf(db, ports, userId);
  return {
    ...access,
    is_on: access.is_on && (await organizationFlag(db, organizationId, 'enable_box_api_integration')),
  };
}

/** A fault as a refusal with its reason. */
export const refused = (fault: Fault): Refusal =>
  fault === 'missing' || fault === 'not_yours'
    ? new Refusal('not_found')
    : new Refusal('wrong_state', FAULTS[fault], { current: { reason: fault } });

/** The same, as it must be to be used. Refuses `not_found` where it is not for them, `wrong_state` while Box is not connected. */
export function mustBeUsable({ is_on, opened, connection_id }: BoxAccess): { opened: string[]; connection_id: number } {
  if (!is_on) throw new Refusal('not_found');
  if (connection_id === null) throw refused('gone');
  return { opened, connection_id };
}
