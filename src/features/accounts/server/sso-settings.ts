import { domainOf, normalizeDomains, normalizeEmail } from '../../../core/emails.ts';
import type { Actor } from '../../../core/actor.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { Database } from '../../../platform/db/database.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import type { Services } from '../../../platform/services.ts';
import type { SsoSettings, SsoSettingsBody } from '../contract/sso.ts';
import { issuerFault, ssoDomainFault, SSO_DOMAIN_GRANTERS } from '../rules.ts';
import { afterLogoutUrl, callbackUrl, openProvider, type ProviderSettings } from './sso-provider.ts';

const SECRET = 'sso.client_secret';

/** An organization's provider that is on. */
export interface ActiveSso extends ProviderSettings {
  organization_id: number;
  name: string;
  required: boolean;
  default_profile_type: string | null;
  is_review_manager: boolean;
}

type Db = Database['systemDb'];

/**
 * The single sign-on an organization uses: its own, else its nearest parent's that is set; null where that is off. What
 * is off undoes no requirement of a parent: then the provider of who requires it counts.
 */
export async function ssoOf(services: Services, db: Db, organizationId: number): Promise<ActiveSso | null> {
  const path = await organizationPath(db, organizationId);
  const rows = await db
    .selectFrom('organization_sso')
    .selectAll()
    .where('organization_id', 'in', [organizationId, ...path.map(({ id }) => id)])
    .execute();
  let isOff = false;
  for (const step of path) {
    const row = rows.find(({ organization_id }) => organization_id === step.id);
    if (row && !row.enabled) isOff = true;
    if (!row?.enabled || (isOff && !row.required)) continue;
    return {
      organization_id: row.organization_id,
      name: step.name,
      issuer: row.issuer,
      client_id: row.client_id,
      client_secret:
        row.client_secret === null
          ? null
          : services.keys.decrypt(row.client_secret, `${SECRET}:${row.organization_id}`).toString('utf8'),
      required: row.required,
      default_profile_type: row.default_profile_type,
      is_review_manager: row.is_review_manager,
    };
  }
  return null;
}

/** The single sign-on for an address, by its domain alone, or for an organization's registration link. */
export async function ssoFor(
  services: Services,
  whose: { email?: string | undefined; organization_slug?: string | undefined },
): Promise<ActiveSso | null> {
  const db = services.database.systemDb;
  const found =
    whose.organization_slug === undefined
      ? await db
          .selectFrom('sso_domains')
          .select('organization_id')
          .where('domain', '=', domainOf(normalizeEmail(whose.email ?? '')))
          .executeTakeFirst()
      : await db
          .selectFrom('organizations')
          .select('id as organization_id')
          .where('friendly_registration_slug', '=', whose.organization_slug)
          .executeTakeFirst();
  return found ? ssoOf(services, db, found.organization_id) : null;
}

/** The domains an organization's provider speaks for. */
export async function ssoDomains(db: Db, organizationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

async function inScope(db: ActorDb, id: number): Promise<void> {
  const seen = await db.selectFrom('organizations').select('organizations.id').where('id', '=', id).executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
}

/** The settings of an organization itself; what it inherits is its parent's. Refuses `not_found`. */
export async function readSsoSettings(
  services: Services,
  db: ActorDb,
  id: number,
  /** That of the transaction it is asked in: one that asked for a connection beside its own would wait for others that do the same. */
  system: Db = services.database.systemDb,
): Promise<SsoSettings> {
  await inScope(db, id);
  const row = await system
    .selectFrom('organization_sso')
    .selectAll()
    .where('organization_id', '=', id)
    .executeTakeFirst();
  return {
    redirect_uri: callbackUrl(services.env),
    post_logout_redirect_uri: afterLogoutUrl(services.env),
    settings: row
      ? {
          organization_id: id,
          issuer: row.issuer,
          client_id: row.client_id,
          has_client_secret: row.client_secret !== null,
          email_domains: await ssoDomains(system, id),
          default_profile_type: row.default_profile_type as 'ClaimConsultant' | 'Attendee' | null,
          is_review_manager: row.is_review_manager,
          enabled: row.enabled,
          required: row.required,
          updated_at: row.updated_at.toISOString(),
        }
      : null,
  };
}

/**
 * Sets an organization's single sign-on. A domain belongs to one organization, and only the platform's admins, who
 * look whether it is theirs, add one. The secret stays with issuer and client it was given for. When it is on, the
 * provider has to answer; once it is required, sessions by password end. Refuses `not_found`,
 * `reauthentication_required`, `stale`, `invalid`.
 */
export async function saveSsoSettings(
  services: Services,
  actor: Actor,
  db: ActorDb,
  id: number,
  body: SsoSettingsBody,
): Promise<SsoSettings> {
  const system = services.database.systemDb;
  await inScope(db, id);
  await refuseWithoutFreshProof({ actor, now: services.clock.now(), system });
  const issuer = body.issuer.trim();
  const client_id = body.client_id.trim();
  const domains = [...new Set(normalizeDomains(body.email_domains))];
  const before = await system
    .selectFrom('organization_sso')
    .select([
      'issuer',
      'client_id',
      'client_secret',
      'default_profile_type',
      'is_review_manager',
      'enabled',
      'required',
    ])
    .select('updated_at')
    .where('organization_id', '=', id)
    .executeTakeFirst();
  const stale = async (row: { updated_at: Date } | undefined, tx?: Tx<Actor>): Promise<void> => {
    if ((row?.updated_at.toISOString() ?? null) !== body.updated_at)
      throw new Refusal('stale', undefined, { current: await readSsoSettings(services, tx?.db ?? db, id, tx?.system) });
  };
  await stale(before);
  const own = await ssoDomains(system, id);
  const taken = domains.length === 0 ? [] : await takenDomains(system, id, domains);
  const faults: FieldError[] = [];
  const fault = (path: string, message: string | null): void => {
    if (message !== null) faults.push({ path, message });
  };
  fault('issuer', issuerFault(issuer, services.env.SSO_ALLOW_LOOPBACK));
  if (client_id === '') fault('client_id', 'Enter the client id your sign-in service gave you.');
  const isOther = before !== undefined && (before.issuer !== issuer || before.client_id !== client_id);
  if (isOther && before.client_secret !== null && body.client_secret === undefined)
    fault('client_secret', 'Enter the secret again: it goes to another sign-in service now.');
  if (body.enabled && domains.length === 0) fault('email_domains', 'Enter the domains your people’s addresses end in.');
  for (const domain of domains) {
    fault('email_domains', ssoDomainFault(domain));
    if (taken.includes(domain)) fault('email_domains', `Another organization signs in with ${domain}.`);
    else if (!own.includes(domain) && !SSO_DOMAIN_GRANTERS.has(actor.kind))
      fault('email_domains', `Write to us to add ${domain}: we look first whether it is yours.`);
  }
  if (body.required && !body.enabled) fault('required', 'Turn single sign-on on before you require it.');
  if (body.is_review_manager && body.default_profile_type !== 'ClaimConsultant')
    fault('is_review_manager', 'Only claim consultants can be review managers.');
  refuseFields(faults);
  const purpose = `${SECRET}:${id}`;
  const secret =
    body.client_secret === undefined
      ? (before?.client_secret ?? null)
      : body.client_secret === null
        ? null
        : services.keys.encrypt(body.client_secret, purpose);
  if (body.enabled) {
    const client_secret = secret === null ? null : services.keys.decrypt(secret, purpose).toString('utf8');
    try {
      await openProvider(services, { issuer, client_id, client_secret });
    } catch (error) {
      services.log.warn({ err: error, organization_id: id }, 'single sign-on: discovery failed');
      throw new Refusal('invalid', undefined, {
        errors: [{ path: 'issuer', message: 'No sign-in service answers there. Check the address and try again.' }],
      });
    }
  }
  await command(services, actor, async (tx) => {
    const values = {
      issuer,
      client_id,
      client_secret: secret,
      default_profile_type: body.default_profile_type,
      is_review_manager: body.is_review_manager,
      enabled: body.enabled,
      required: body.required,
      updated_at: tx.now,
    };
    // the organization stands for what is not there yet: of two who begin at once, one does
    await tx.system.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
    const standing = await tx.system
      .selectFrom('organization_sso')
      .select('updated_at')
      .where('organization_id', '=', id)
      .executeTakeFirst();
    await stale(standing, tx);
    await tx.system
      .insertInto('organization_sso')
      .values({ organization_id: id, ...values, created_at: tx.now })
      .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
      .execute();
    await tx.system.deleteFrom('sso_domains').where('organization_id', '=', id).execute();
    for (const domain of domains) {
      const added = await tx.system
        .insertInto('sso_domains')
        .values({ domain, organization_id: id })
        .onConflict((oc) => oc.column('domain').doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows !== 1n) throw new Refusal('lost_race');
    }
    const sessions_ended = body.required && !before?.required ? await endPasswordSessions(tx, id) : 0;
    await tx.audit({
      action: 'organization.sso_changed',
      organization_id: id,
      subject: `organization:${id}`,
      data: {
        field: 'sso',
        before: before ? kept(before, own) : null,
        after: kept(values, domains),
        secret_changed: body.client_secret !== undefined,
        sessions_ended,
      },
    });
  });
  return readSsoSettings(services, db, id);
}

/** Settings as the record keeps them: all but the secret. */
const kept = (
  {
    issuer,
    client_id,
    default_profile_type,
    is_review_manager,
    enabled,
    required,
  }: {
    issuer: string;
    client_id: string;
    default_profile_type: string | null;
    is_review_manager: boolean;
    enabled: boolean;
    required: boolean;
  },
  email_domains: readonly string[],
) => ({ issuer, client_id, default_profile_type, is_review_manager, enabled, required, email_domains });

async function takenDomains(db: Db, id: number, domains: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('domain', 'in', [...domains])
    .where('organization_id', '<>', id)
    .execute();
  return rows.map(({ domain }) => domain);
}

/** Takes an organization's single sign-on away, its secret with it. Refuses `not_found`, `reauthentication_required`, `stale`. */
export async function removeSsoSettings(
  services: Services,
  actor: Actor,
  db: ActorDb,
  id: number,
  shown: { updated_at: string },
): Promise<void> {
  await inScope(db, id);
  await command(services, actor, async (tx) => {
    await refuseWithoutFreshProof(tx);
    const domains = await ssoDomains(tx.system, id);
    const gone = await tx.system
      .deleteFrom('organization_sso')
      .where('organization_id', '=', id)
      .where('updated_at', '=', new Date(shown.updated_at))
      .returning(['issuer', 'client_id', 'default_profile_type', 'is_review_manager', 'enabled', 'required'])
      .executeTakeFirst();
    if (!gone)
      throw new Refusal('stale', undefined, { current: await readSsoSettings(services, tx.db, id, tx.system) });
    await tx.audit({
      action: 'organization.sso_removed',
      organization_id: id,
      subject: `organization:${id}`,
      data: { field: 'sso', before: kept(gone, domains), after: null },
    });
  });
}

/**
 * Ends the sessions that an organization's people have by password, now that its provider alone signs them in; the one
 * in which that was set goes on. Answers how many.
 */
async function endPasswordSessions(tx: Tx<Actor>, organizationId: number): Promise<number> {
  const tree = await tx.system
    .selectFrom((eb) => eb.fn<{ id: number }>('organization_tree', [eb.val(organizationId)]).as('tree'))
    .select('tree.id')
    .execute();
  const covered: number[] = [];
  for (const { id } of tree) {
    // a sub-organization with settings of its own keeps to those
    const sso = await ssoOf(tx.services, tx.system, id);
    if (sso?.organization_id === organizationId) covered.push(id);
  }
  if (covered.length === 0) return 0;
  const ended = await tx.system
    .updateTable('sessions')
    .set({ ended_at: tx.now })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .where('id', '<>', tx.actor.session_id)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('users.id').where('organization_id', 'in', covered))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sso_sessions')
            .select('sso_sessions.session_id')
            .whereRef('sso_sessions.session_id', '=', 'sessions.id')
            .where('sso_sessions.organization_id', '=', organizationId),
        ),
      ),
    )
    .returning('id')
    .execute();
  tx.afterCommit(() => {
    for (const { id } of ended) tx.services.live.disconnect({ session_id: id });
  });
  return ended.length;
}
