import type { ProfileType, Role } from '../../../core/actor.ts';
import { fullName } from '../../../core/names.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { accountRefusal, isSsoDomain, namesOf, type SsoFailure, verifiedEmail } from '../rules.ts';
import { createFromInvitation } from './invitation-accept.ts';
import { createPerson, isTaken, loadOrganization } from './people.ts';
import type { ProviderAnswer } from './sso-provider.ts';
import { type ActiveSso, ssoDomains } from './sso-settings.ts';

/** Thrown inside the transaction of a sign-in, which it undoes. */
export class SsoRefused extends Error {
  readonly reason: SsoFailure;
  constructor(reason: SsoFailure) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The user a provider's person is: who was linked before; else the account of a verified address in the organization's
 * domains, if it is one of its tree alone, and its person is told; else a new one: as invited, or as the organization adds
 * people. Throws SsoRefused.
 */
export async function personOf(tx: Tx, ports: Ports, sso: ActiveSso, answer: ProviderAnswer): Promise<number> {
  const tree = await treeOf(tx, sso.organization_id);
  const linked = await tx.system
    .updateTable('sso_identities')
    .set({ last_used_at: tx.now })
    .where('organization_id', '=', sso.organization_id)
    .where('issuer', '=', answer.issuer)
    .where('subject', '=', answer.subject)
    .returning('user_id')
    .executeTakeFirst();
  if (linked) return admitted(tx, linked.user_id, tree);
  const email = verifiedEmail(answer.claims);
  if (email === null) throw new SsoRefused('no_email');
  if (!isSsoDomain(email, await ssoDomains(tx.system, sso.organization_id))) throw new SsoRefused('other_domain');
  const account = await tx.system
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('email', '=', email)
    .executeTakeFirst();
  const userId = account ? await admitted(tx, account.id, tree) : await newPerson(tx, sso, answer, email, tree);
  const link = await tx.system
    .insertInto('sso_identities')
    .values({
      organization_id: sso.organization_id,
      issuer: answer.issuer,
      subject: answer.subject,
      user_id: userId,
      created_at: tx.now,
      last_used_at: tx.now,
    })
    .onConflict((oc) => oc.columns(['organization_id', 'issuer', 'subject']).doNothing())
    .executeTakeFirst();
  // the same person came twice at once: the other one stands
  if (link.numInsertedOrUpdatedRows !== 1n) throw new SsoRefused('ended');
  await tx.audit({
    action: 'user.sso_linked',
    organization_id: sso.organization_id,
    subject: `user:${userId}`,
    data: { issuer: answer.issuer, new_account: account === undefined },
  });
  if (account) {
    await ports.mail(tx, {
      to: { user_id: account.id, email: account.email, name: fullName(account) },
      template: 'sso_linked',
      data: { at: tx.now.toISOString(), organization: sso.name.slice(0, 200) },
    });
  }
  return userId;
}

async function treeOf(tx: Tx, organizationId: number): Promise<number[]> {
  const rows = await tx.system
    .selectFrom((eb) => eb.fn<{ id: number }>('organization_tree', [eb.val(organizationId)]).as('tree'))
    .select('tree.id')
    .execute();
  return rows.map(({ id }) => id);
}

async function admitted(tx: Tx, userId: number, tree: readonly number[]): Promise<number> {
  const user = await tx.system
    .selectFrom('users')
    .select(['role', 'organization_id', 'suspended_at'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();
  const profiles = await tx.system
    .selectFrom('profiles')
    .select('organization_id')
    .where('user_id', '=', userId)
    .execute();
  const refusal = accountRefusal(
    {
      role: user.role as Role,
      organization_id: user.organization_id,
      profile_organization_ids: profiles.map(({ organization_id }) => organization_id),
      suspended: user.suspended_at !== null,
    },
    tree,
  );
  if (refusal !== null) throw new SsoRefused(refusal);
  return userId;
}

async function newPerson(
  tx: Tx,
  sso: ActiveSso,
  answer: ProviderAnswer,
  email: string,
  tree: readonly number[],
): Promise<number> {
  if (await isTaken(tx.system, email, tx.now)) throw new SsoRefused('other_account');
  const { time_zone } = await loadOrganization(tx.system, sso.organization_id);
  const who = { email, ...namesOf(answer.claims, email), time_zone };
  const invited = await createFromInvitation(tx, tree, who);
  if (invited !== null) return invited;
  if (sso.default_profile_type === null) throw new SsoRefused('no_account');
  const person = await createPerson(tx, {
    ...who,
    password_hash: null,
    role: 'user',
    organization_id: sso.organization_id,
    profile: { type: sso.default_profile_type as ProfileType, is_review_manager: sso.is_review_manager },
  });
  if (!person) throw new SsoRefused('ended');
  return person.user_id;
}
