import { emailFault, normalizeEmail } from '../../../core/emails.ts';
import { fullName } from '../../../core/names.ts';
import { sql } from 'kysely';
import { type Actor, isAdmin, type ProfileType, type Role } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import { CHOICES_READ, type ChoicesShown, showChoices } from '../../../core/choices.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { asTyped } from '../../../platform/db/as-typed.ts';
import { organizationPaths } from '../../../platform/db/organization-facts.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { InvitationChoices, InvitationRow, InviteBody } from '../contract/people.ts';
import {
  INVITATION_MS,
  invitableBy,
  invitationState,
  mayInvite,
  type Naming,
  namingOf,
  nameFault,
  personName,
  profileLabel,
  tidyName,
} from '../rules.ts';
import { countTries } from './limits.ts';
import { domainsOf, type ResolvedOrganization, resolveOrganization } from '../../organizations/rules.ts';
import { loadOrganization } from './people.ts';
import { knowsAddress, requiredSso } from './sso-required.ts';

/** What the invited person will be called in the words of the organization. */
export const labelOf = (
  as: { role: string; profile_type: string | null; is_review_manager: boolean },
  naming: Naming | null,
): string =>
  profileLabel(
    as.role as Role,
    as.profile_type === null ? null : { type: as.profile_type as ProfileType, is_review_manager: as.is_review_manager },
    naming,
  );

/**
 * Invites a person to be something somewhere; an open invitation of the same address there is replaced. The answer is
 * the same whether or not the address has an account. Who invites an admin, a review manager or staff shows
 * again who they are first.
 */
export async function invite(
  services: Services,
  ports: Ports,
  actor: Actor,
  ip: string,
  body: InviteBody,
): Promise<InvitationRow> {
  const email = normalizeEmail(body.email);
  return command(services, actor, async (tx) => {
    const organization = await scopedOrganization(tx, body.organization_id);
    if (body.expert_profile_id !== null) await expertExists(tx, body.expert_profile_id);
    if (!mayInvite(actor, body)) throw new Refusal('forbidden', 'Your role does not invite people as this.');
    if (body.profile_type === 'ExternalMedicalExpert' && !organization?.flags.enable_external_expert)
      throw new Refusal('forbidden', 'This organization does not use its own experts.');
    // a role, and the sight of everybody's reviews, is power over others, as it is when it is granted
    if (body.role !== 'user' || body.is_review_manager) await refuseWithoutFreshProof(tx);
    const isAssistant = body.profile_type === 'MedicalExpertAssistant';
    const email_fault =
      emailFault(body.email, domainsOf(organization)) ?? (await unknownToSso(tx, body.organization_id, email));
    const names = (['first_name', 'last_name'] as const).flatMap((path) => {
      const fault =
        body[path] === '' ? null : nameFault(body[path], path === 'first_name' ? 'a first name' : 'a last name');
      return fault ? [{ path, message: fault }] : [];
    });
    refuseFields([
      ...(email_fault ? [{ path: 'email', message: email_fault }] : []),
      ...names,
      ...(isAssistant === (body.expert_profile_id !== null)
        ? []
        : [
            {
              path: 'expert_profile_id',
              message: isAssistant ? 'Choose whose assistant.' : 'Only assistants work for an expert.',
            },
          ]),
    ]);
    await countTries(services, 'invite', ip, String(actor.user_id), tx.system);
    // two at once come after each other, so that one invitation of an address stands, and its link alone is good
    const place = `person_invitation:${body.organization_id ?? 'none'}:${email}`;
    await sql`select pg_advisory_xact_lock(hashtext(${place}))`.execute(tx.system);
    const replaced = await tx.db
      .updateTable('person_invitations')
      .set({ withdrawn_at: tx.now })
      .where('person_invitations.email', '=', email)
      .where((eb) =>
        body.organization_id === null
          ? eb('person_invitations.organization_id', 'is', null)
          : eb('person_invitations.organization_id', '=', body.organization_id),
      )
      .where('person_invitations.accepted_at', 'is', null)
      .where('person_invitations.withdrawn_at', 'is', null)
      .returning('person_invitations.id')
      .execute();
    await forgetOpeners(
      tx.system,
      replaced.map(({ id }) => invitationOpener(id)),
    );
    const token = newToken();
    const row = await tx.db
      .insertInto('person_invitations')
      .values({
        token_hash: hashToken(token),
        organization_id: body.organization_id,
        email,
        first_name: tidyName(body.first_name),
        last_name: tidyName(body.last_name),
        role: body.role,
        profile_type: body.profile_type,
        is_review_manager: body.is_review_manager,
        expert_profile_id: body.expert_profile_id,
        invited_by: actor.user_id,
        created_at: tx.now,
        expires_at: new Date(tx.now.getTime() + INVITATION_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await send(tx, ports, { ...row, token, organization });
    await tx.audit({
      action: 'person.invite',
      organization_id: body.organization_id,
      subject: `person_invitation:${row.id}`,
      data: { role: body.role, profile_type: body.profile_type, is_review_manager: body.is_review_manager },
    });
    return presentRow(row, organization, tx.now);
  });
}

/** Why an organization whose provider alone signs people in cannot invite an address, or null. */
async function unknownToSso(tx: Tx<Actor>, organizationId: number | null, email: string): Promise<string | null> {
  const sso = await requiredSso(tx.services, tx.system, organizationId);
  if (!sso || (await knowsAddress(tx.system, sso, email))) return null;
  return `${sso.name} signs its people in with its own sign-in service. Enter an address that it knows.`;
}

async function scopedOrganization(tx: Tx<Actor>, id: number | null) {
  if (id === null) return null;
  const seen = await tx.db
    .selectFrom('organizations')
    .select('organizations.id')
    .where('organizations.id', '=', id)
    .executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  return organizationOf(tx, id);
}

const organizationOf = async (tx: Tx<Actor>, id: number | null): Promise<ResolvedOrganization | null> =>
  id === null ? null : loadOrganization(tx.system, id);

/** Refuses an expert who is not there, and any to those who cannot invite for one: ids tell nothing apart. */
async function expertExists(tx: Tx<Actor>, profileId: number): Promise<void> {
  if (!isAdmin(tx.actor.kind)) throw new Refusal('not_found');
  const expert = await tx.system
    .selectFrom('expert_profiles')
    .select('profile_id')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (!expert) throw new Refusal('not_found');
}

/** What a mail with the invitation's link opens. */
export const invitationOpener = (id: number): string => `person_invitation:${id}`;

async function send(
  tx: Tx<Actor>,
  ports: Ports,
  row: {
    id: number;
    email: string;
    role: string;
    profile_type: string | null;
    is_review_manager: boolean;
    expires_at: Date;
    token: string;
    organization: ResolvedOrganization | null;
  },
): Promise<void> {
  await ports.mail(tx, {
    to: { email: row.email, name: '' },
    template: 'person_invitation',
    data: {
      opener: { value: row.token, of: invitationOpener(row.id), until: row.expires_at },
      organization: row.organization?.name ?? null,
      label: labelOf(row, row.organization && namingOf(row.organization)),
      inviter: fullName(tx.actor),
    },
    dedupe_key: `person_invitation:${row.id}:${hashToken(row.token).toString('hex').slice(0, 12)}`,
  });
}

/** What an admin may invite people to be. */
export async function invitationChoices(db: ActorDb): Promise<InvitationChoices> {
  const naming =
    db.actor.organization_id === null ? null : namingOf(await loadOrganization(db.executor, db.actor.organization_id));
  // where no organization brings in experts of its own, nobody is offered that
  const bringing = await db
    .selectFrom('organizations')
    .select('organizations.id')
    .where(sql<boolean>`(organizations.effective_flags ->> 'enable_external_expert')::boolean`)
    .limit(1)
    .executeTakeFirst();
  return {
    kinds: invitableBy(db.actor)
      .filter(({ profile_type }) => profile_type !== 'ExternalMedicalExpert' || bringing)
      .map((one) => ({ ...one, label: labelOf(one, naming) })),
  };
}

/** The experts an assistant can work for, by name, as far as they are shown; none for who invites no assistants. */
export async function invitationExperts(
  db: ActorDb,
  { q, id }: { q?: string | undefined; id?: number | undefined },
): Promise<ChoicesShown> {
  if (!invitableBy(db.actor).some(({ belongs_to }) => belongs_to === 'expert')) return showChoices([]);
  let found = db
    .selectFrom('expert_profiles')
    .innerJoin('profiles', 'profiles.id', 'expert_profiles.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['expert_profiles.profile_id', 'expert_profiles.code', 'users.first_name', 'users.last_name'])
    .where('expert_profiles.status', '<>', 'offboarded')
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('expert_profiles.profile_id')
    .limit(CHOICES_READ);
  for (const word of (q ?? '').split(/[\s,]+/).filter(Boolean)) {
    const like = `%${asTyped(word)}%`;
    found = found.where(
      sql<boolean>`users.first_name || ' ' || users.last_name || ' ' || expert_profiles.code ilike ${like}`,
    );
  }
  if (id !== undefined) found = found.where('expert_profiles.profile_id', '=', id);
  const rows = await found.execute();
  return showChoices(
    rows.map(({ profile_id, code, ...person }) => ({
      id: profile_id,
      name: `${personName(person, 'MedicalExpert')}, ${code}`,
    })),
  );
}

const PAGE = 50;

/** The invitations an admin sees, newest first. */
export async function listInvitations(db: ActorDb, now: Date, query: { cursor?: string | undefined }) {
  let list = db
    .selectFrom('person_invitations')
    .selectAll()
    .orderBy('person_invitations.id', 'desc')
    .limit(PAGE + 1);
  if (query.cursor !== undefined) {
    const [before] = decodeCursor(query.cursor) ?? [];
    if (typeof before !== 'number') throw new Refusal('malformed');
    list = list.where('person_invitations.id', '<', before);
  }
  const rows = await list.execute();
  const shown = rows.slice(0, PAGE);
  const paths = await organizationPaths(
    db.executor,
    shown.flatMap((row) => row.organization_id ?? []),
  );
  const data = shown.map((row) => {
    const path = paths.get(row.organization_id ?? 0);
    return presentRow(row, path ? resolveOrganization(path) : null, now);
  });
  return { data, next_cursor: rows.length > PAGE ? encodeCursor([data.at(-1)?.id ?? 0]) : null };
}

/** Sends an open or expired invitation again, under a new link; the old one ends. Refuses `wrong_state`. */
export async function inviteAgain(tx: Tx<Actor>, ports: Ports, id: number): Promise<InvitationRow> {
  const { row, state } = await load(tx, id);
  if (state === 'accepted' || state === 'withdrawn')
    throw new Refusal('wrong_state', `It was ${state}. Invite the person again.`, { current: { state } });
  await countTries(tx.services, 'invite', tx.actor.ip ?? '', String(tx.actor.user_id), tx.system);
  const token = newToken();
  const expires_at = new Date(tx.now.getTime() + INVITATION_MS);
  const sent = await tx.db
    .updateTable('person_invitations')
    .set({ token_hash: hashToken(token), expires_at })
    .where('person_invitations.id', '=', id)
    .where('person_invitations.accepted_at', 'is', null)
    .where('person_invitations.withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!sent) throw new Refusal('lost_race');
  await forgetOpeners(tx.system, [invitationOpener(id)]);
  const organization = await organizationOf(tx, row.organization_id);
  await send(tx, ports, { ...sent, token, organization });
  await tx.audit({
    action: 'person.invite_again',
    organization_id: row.organization_id,
    subject: `person_invitation:${id}`,
  });
  return presentRow(sent, organization, tx.now);
}

/** Takes an invitation back; its link ends at once. Refuses `wrong_state` when it was accepted. */
export async function withdrawInvitation(services: Services, actor: Actor, id: number) {
  return command(services, actor, async (tx) => {
    const { row, state } = await load(tx, id);
    if (state === 'accepted') throw new Refusal('wrong_state', 'It was accepted already.', { current: { state } });
    const withdrawn = await tx.db
      .updateTable('person_invitations')
      .set({ withdrawn_at: row.withdrawn_at ?? tx.now })
      .where('person_invitations.id', '=', id)
      .where('person_invitations.accepted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!withdrawn) throw new Refusal('lost_race');
    await forgetOpeners(tx.system, [invitationOpener(id)]);
    await tx.audit({
      action: 'person.invitation_withdrawn',
      organization_id: row.organization_id,
      subject: `person_invitation:${id}`,
    });
    return presentRow(withdrawn, await organizationOf(tx, row.organization_id), tx.now);
  });
}

/** An invitation in the actor's scope that the actor could have made. */
async function load(tx: Tx<Actor>, id: number) {
  const row = await tx.db
    .selectFrom('person_invitations')
    .selectAll()
    .where('person_invitations.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const as = { ...row, role: row.role as Role, profile_type: row.profile_type as ProfileType | null };
  if (!mayInvite(tx.actor, as)) throw new Refusal('forbidden', 'Your role does not invite people as this.');
  return { row, state: invitationState(row, tx.now) };
}

function presentRow(
  row: {
    id: number;
    email: string;
    first_name: string;
    last_name: string;
    organization_id: number | null;
    role: string;
    profile_type: string | null;
    is_review_manager: boolean;
    created_at: Date;
    expires_at: Date;
    accepted_at: Date | null;
    withdrawn_at: Date | null;
  },
  organization: ResolvedOrganization | null,
  now: Date,
): InvitationRow {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    organization_id: row.organization_id,
    organization: organization?.name ?? null,
    role: row.role as Role,
    profile_type: row.profile_type as ProfileType | null,
    is_review_manager: row.is_review_manager,
    label: labelOf(row, organization && namingOf(organization)),
    state: invitationState(row, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
