import { Refusal } from '../../../core/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { isSsoDomain } from '../rules.ts';
import { type ActiveSso, ssoDomains, ssoOf } from './sso-settings.ts';

type Db = Services['database']['systemDb'];

/** The provider that alone signs an organization's people in; null where a password does, too. */
export async function requiredSso(
  services: Services,
  db: Db,
  organizationId: number | null,
): Promise<ActiveSso | null> {
  const sso = organizationId === null ? null : await ssoOf(services, db, organizationId);
  return sso?.required ? sso : null;
}

/** Whether an organization's provider knows people with such an address. */
export const knowsAddress = async (db: Db, sso: ActiveSso, email: string): Promise<boolean> =>
  isSsoDomain(email, await ssoDomains(db, sso.organization_id));

const refusal = (sso: ActiveSso): Refusal =>
  new Refusal('sso_required', `${sso.name} signs you in with its own sign-in service. Use that instead.`, {
    current: { organization: sso.name },
  });

/** Refuses `sso_required` where someone's organization has its people sign in by its provider alone. */
export async function refuseWhereSsoRequired(services: Services, organizationId: number | null): Promise<void> {
  const sso = await requiredSso(services, services.database.systemDb, organizationId);
  if (sso) throw refusal(sso);
}

/** Refuses `sso_required` where it does and the session was not begun by that provider. */
export async function refuseUnlessBySso(
  services: Services,
  sessionId: number,
  organizationId: number | null,
): Promise<void> {
  const db = services.database.systemDb;
  const sso = await requiredSso(services, db, organizationId);
  if (!sso) return;
  const begun = await db
    .selectFrom('sso_sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('organization_id', '=', sso.organization_id)
    .executeTakeFirst();
  if (!begun) throw refusal(sso);
}
