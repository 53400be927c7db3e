import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import type { In } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { organizationFlag, seenOrganization } from '../../../platform/db/organization.ts';
import { refuseWithoutFreshProof } from '../../../platform/fresh-proof.ts';
import { addressesIn } from '../../../platform/http/outgoing.ts';
import type { Services } from '../../../platform/services.ts';
import type { Hl7Connection, hl7Endpoints, Hl7Message } from '../contract.ts';
import { MOST_CONNECTIONS, networksOf, type Where, whereFaults, whereText } from '../rules.ts';
import { PARTIES, refuseForeignInbound, refuseInside, refuseSecondInbound } from './leads.ts';
import { readConnection, readMessage } from './read.ts';

interface Which {
  id: number;
  connectionId: number;
}
type Written = In<typeof hl7Endpoints.add, 'body'>;

/** Refuses `forbidden` where an organization's results do not go out by HL7. */
export async function refuseWithoutFlag(tx: Pick<Tx, 'system'>, organizationId: number): Promise<void> {
  if (!(await organizationFlag(tx.system, organizationId, 'enable_athena_intely_integration')))
    throw new Refusal('forbidden', 'Results by HL7 are not turned on for this organization.');
}

function refuseFaults(services: Services, where: Where & { ca_pem: string | null; arrives_from: string }): void {
  const loopback = addressesIn(services.env.HL7_ALLOW_PRIVATE ?? [])('127.0.0.1');
  refuseFields([
    ...whereFaults(where, loopback),
    ...certificateFaults(where.ca_pem),
    ...(networksOf(where.arrives_from).every(isNetworkText)
      ? []
      : [{ path: 'arrives_from', message: 'Give addresses or networks, such as 10.20.0.0/16, separated by commas.' }]),
  ]);
}

function isNetworkText(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function certificateFaults(pem: string | null): { path: string; message: string }[] {
  const message = 'Paste the certificates as PEM, from BEGIN CERTIFICATE to END CERTIFICATE, and no private key.';
  if (pem === null) return [];
  if (/PRIVATE KEY/.test(pem)) return [{ path: 'ca_pem', message }];
  try {
    return new X509Certificate(pem).serialNumber === '' ? [{ path: 'ca_pem', message }] : [];
  } catch {
    return [{ path: 'ca_pem', message }];
  }
}

const emptied = (pem: string | null | undefined): string | null => (pem?.trim() ? pem.trim() : null);

/** The connection as it is, held until the transaction ends. Refuses `not_found`. */
async function held(tx: Tx<Actor>, { id, connectionId }: Which) {
  await seenOrganization(tx.db, id);
  const row = await tx.system
    .selectFrom('hl7_connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where('organization_id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Adds a connection. Refuses `not_found`, `forbidden`, `reauthentication_required`, `wrong_state` where there are too many, `invalid`. */
export function addConnection(
  services: Services,
  actor: Actor,
  organizationId: number,
  body: Written,
): Promise<Hl7Connection> {
  return command(services, actor, async (tx) => {
    await seenOrganization(tx.db, organizationId);
    await refuseWithoutFlag(tx, organizationId);
    await refuseWithoutFreshProof(tx);
    const written = { ...body, ca_pem: emptied(body.ca_pem) };
    // two at once: the second waits here, and counts the first
    await tx.system.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from hl7_connections
      where organization_id = ${organizationId} and removed_at is null`.execute(tx.system);
    if ((rows[0]?.n ?? 0) >= MOST_CONNECTIONS)
      throw new Refusal(
        'wrong_state',
        `There are ${MOST_CONNECTIONS} connections already. Remove one that is not used.`,
      );
    refuseForeignInbound(actor, null, written);
    await refuseInside(actor, written);
    refuseFaults(services, written);
    await refuseSecondInbound(tx, null, written);
    const { id } = await tx.system
      .insertInto('hl7_connections')
      .values({
        ...written,
        organization_id: organizationId,
        may_lead_inside: isAdmin(actor.kind),
        created_at: tx.now,
        created_by: actor.user_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'hl7.connection_added',
      organization_id: organizationId,
      subject: `hl7_connection:${id}`,
      data: { where: whereText(written), transport: written.transport },
    });
    return readConnection(tx.system, organizationId, id);
  });
}

/** What changes where an organization's results go, and whom documents are taken from: as good as a key. */
const WHERE = ['transport', 'host', 'port', 'url'] as const;
const LEADS = [...WHERE, 'ca_pem', 'arrives_from', ...PARTIES] as const;

/** Changes a connection. Refuses `not_found`, `forbidden`, `stale` with what it is now, `reauthentication_required` where it leads elsewhere, `invalid`. */
export function changeConnection(
  services: Services,
  actor: Actor,
  which: Which,
  { lock_version, on, ...sent }: In<typeof hl7Endpoints.change, 'body'>,
  wake: () => void,
): Promise<Hl7Connection> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    await refuseWithoutFlag(tx, which.id);
    if (row.lock_version !== lock_version)
      throw new Refusal('stale', undefined, { current: await readConnection(tx.system, which.id, row.id) });
    const changes = { ...sent, ...(sent.ca_pem === undefined ? {} : { ca_pem: emptied(sent.ca_pem) }) };
    const next = {
      transport: changes.transport ?? row.transport,
      host: changes.host ?? row.host,
      port: changes.port === undefined ? row.port : changes.port,
      url: changes.url ?? row.url,
      ca_pem: changes.ca_pem === undefined ? row.ca_pem : changes.ca_pem,
      arrives_from: changes.arrives_from ?? row.arrives_from,
      sending_application: changes.sending_application ?? row.sending_application,
      sending_facility: changes.sending_facility ?? row.sending_facility,
      receiving_application: changes.receiving_application ?? row.receiving_application,
      receiving_facility: changes.receiving_facility ?? row.receiving_facility,
    };
    const isMoved = WHERE.some((key) => next[key] !== row[key]);
    const leadsElsewhere = LEADS.some((key) => next[key] !== row[key]);
    if (leadsElsewhere) {
      await refuseWithoutFreshProof(tx);
      refuseForeignInbound(actor, row, next);
      if (isMoved) await refuseInside(actor, next);
      refuseFaults(services, next);
    }
    const turned = on === undefined || on === (row.off_at === null) ? null : on;
    if (turned === true || (turned === null && row.off_at === null && leadsElsewhere))
      await refuseSecondInbound(tx, row.id, next);
    await tx.system
      .updateTable('hl7_connections')
      .set({
        ...changes,
        ...(isMoved ? { may_lead_inside: isAdmin(actor.kind) } : {}),
        ...(turned === null ? {} : { off_at: turned ? null : tx.now }),
        lock_version: lock_version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await tx.audit({
      action: 'hl7.connection_changed',
      organization_id: which.id,
      subject: `hl7_connection:${row.id}`,
      data: {
        changed: [...Object.keys(changes), ...(turned === null ? [] : [turned ? 'on' : 'off'])],
        where: whereText(next),
      },
    });
    tx.afterCommit(wake);
    return readConnection(tx.system, which.id, row.id);
  });
}

/** Removes a connection; what waits is dropped. Refuses `not_found`. */
export function removeConnection(services: Services, actor: Actor, which: Which): Promise<null> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    await tx.system.updateTable('hl7_connections').set({ removed_at: tx.now }).where('id', '=', row.id).execute();
    await tx.system
      .updateTable('hl7_messages')
      .set({ status: 'dropped', next_at: null, ended_at: tx.now })
      .where('connection_id', '=', row.id)
      .where('status', 'in', ['queued', 'dead'])
      .execute();
    await tx.audit({
      action: 'hl7.connection_removed',
      organization_id: which.id,
      subject: `hl7_connection:${row.id}`,
      data: { where: whereText(row) },
    });
    return null;
  });
}

/** Puts a result that was not taken back into the queue, with the number it had. Refuses `not_found`, `forbidden`, `wrong_state`. */
export function sendAgain(
  services: Services,
  actor: Actor,
  { messageId, ...which }: Which & { messageId: number },
  wake: () => void,
): Promise<Hl7Message> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    const message = await readMessage(tx.system, row.id, messageId);
    await refuseWithoutFlag(tx, which.id);
    if (message.not_resent !== null) throw new Refusal('wrong_state', message.not_resent);
    const kept = await tx.system
      .selectFrom('reports')
      .innerJoin('hl7_messages', 'hl7_messages.report_id', 'reports.id')
      .select('reports.pdf_storage_key')
      .where('hl7_messages.id', '=', messageId)
      .executeTakeFirst();
    if (!kept?.pdf_storage_key) throw new Refusal('wrong_state', 'This report was deleted.');
    await tx.system
      .updateTable('hl7_messages')
      .set({ status: 'queued', attempts: 0, next_at: tx.now, ended_at: null })
      .where('id', '=', messageId)
      .where('status', 'in', ['dead', 'dropped'])
      .execute();
    await recorded(tx, which, message, 'hl7.message_resent');
    tx.afterCommit(wake);
    return readMessage(tx.system, row.id, messageId);
  });
}

/** Takes a result out of the queue, or off the dead letters. Refuses `not_found`, `wrong_state`. */
export function setAside(
  services: Services,
  actor: Actor,
  { messageId, ...which }: Which & { messageId: number },
  wake: () => void,
): Promise<Hl7Message> {
  return command(services, actor, async (tx) => {
    const row = await held(tx, which);
    const message = await readMessage(tx.system, row.id, messageId);
    const dropped = await tx.system
      .updateTable('hl7_messages')
      .set({ status: 'dropped', next_at: null, ended_at: tx.now })
      .where('id', '=', messageId)
      .where('status', 'in', ['queued', 'dead'])
      .executeTakeFirst();
    if (dropped.numUpdatedRows === 0n) throw new Refusal('wrong_state', 'It is over.');
    await recorded(tx, which, message, 'hl7.message_set_aside');
    // what waited behind it goes now
    tx.afterCommit(wake);
    return readMessage(tx.system, row.id, messageId);
  });
}

const recorded = (
  tx: Tx<Actor>,
  which: Which,
  message: Hl7Message,
  action: 'hl7.message_resent' | 'hl7.message_set_aside',
): Promise<number> =>
  tx.audit({
    action,
    organization_id: which.id,
    review_id: message.review_id,
    subject: `hl7_message:${message.id}`,
    data: { version: message.report_version, connection: which.connectionId },
  });
