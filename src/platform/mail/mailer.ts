import { type Kysely, sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import { Refusal } from '../../core/errors.ts';
import { KINDS, type Kind, reviewNumber } from '../../core/kinds.ts';
import { isZone } from '../../core/time.ts';
import type { Tx } from '../command.ts';
import { json } from '../db/json.ts';
import type { DB } from '../db/types.ts';
import type { Env } from '../env.ts';
import { lookAtClock } from '../holds.ts';
import type { MailRequest, QueueMail } from '../ports.ts';
import { afterRefusal, createSender, type Patience, type Sender } from '../sending.ts';
import type { Services } from '../services.ts';
import { toHtml, toText } from './layout.ts';
import { filled, forgetOverdue, hasPlace, openerIn, sealed, unsealed } from './opener.ts';
import { type MailTemplates, type TemplateName, writeMail } from './template.ts';
import { inOwnWords, type Wording, wordingsOf } from './own-words.ts';

const PATIENCE: Patience = { most_attempts: 10, first_ms: 30_000, longest_ms: 3_600_000 };
const SMTP_TIMEOUT_MS = 20_000;
const TOO_LATE = 'too late';

export interface Mailer extends Sender {
  /** The port features queue mails through. */
  queue: QueueMail;
  /** Queues a stored mail once more as it stands, and answers the new one's id. Not for what opens something. */
  repeat(tx: Tx, id: number): Promise<number>;
}

/**
 * Mails: written and stored in the transaction that causes them, what opens something apart and encrypted; sent
 * afterwards. Without SMTP_URL they stand in the outbox, for the admin console. A mail may reach its reader twice when the process dies right after sending;
 * its Message-ID is the same then. What is not declared, or lacks its template, does not compile.
 */
export function createMailer<M extends MailTemplates>(
  services: Services,
  templates: M & Record<Exclude<keyof M, TemplateName>, never>,
): Mailer {
  const { env } = services;
  const { SMTP_URL } = env;
  let transport: Promise<Transporter> | undefined;
  const sender = createSender(services, 'mail', {
    sendNext:
      SMTP_URL === undefined
        ? null
        : async (held) => sendNext(services, await (transport ??= openTransport(SMTP_URL)), held),
    tidy: (now) => forgetOverdue(services.database.systemDb, 'mails', now),
    isHeld: () => lookAtClock(services),
    keep: async () => {
      const kept = await services.database.systemDb
        .updateTable('mails')
        .set({ status: 'outbox' })
        .where('status', '=', 'queued')
        .executeTakeFirst();
      return Number(kept.numUpdatedRows);
    },
  });

  return {
    ...sender,
    queue: async (tx, request) => {
      if (await queueMail(tx, templates, request)) tx.afterCommit(() => sender.wake());
    },
    async repeat(tx, id) {
      const { rows } = await sql<{ id: number }>`
        insert into mails (to_email, to_name, to_user_id, template, subject, text, letter, ics, ics_method, review_id,
          resent_of, created_at)
        select to_email, to_name, to_user_id, template, subject, text, letter, ics, ics_method, review_id, id, ${tx.now}
        from mails where id = ${id} and opener_purpose is null returning id`.execute(tx.system);
      const [made] = rows;
      if (!made) throw new Refusal('not_found');
      tx.afterCommit(() => sender.wake());
      return made.id;
    },
    async stop() {
      await sender.stop();
      (await transport)?.close();
    },
  };
}

/** The way to the mail server. Its program is read when there is something to send: without a server there never is. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Renders and stores a mail; answers whether there is one to send. */
async function queueMail(tx: Tx, templates: MailTemplates, request: MailRequest): Promise<boolean> {
  const { env } = tx.services;
  const facts = await loadFacts(tx.system, request);
  const written = writeMail(templates, request.template, request.data, {
    number: facts.kind === null || request.review_id === undefined ? null : reviewNumber(facts.kind, request.review_id),
    review_path: facts.kind === null ? '/' : `/${KINDS[facts.kind].slug}/${request.review_id}`,
    zone: facts.zone,
    side: request.side ?? 'none',
    public_url: env.public_url,
  });
  const letter = inOwnWords(facts.wordings, written);
  const stored = await tx.system
    .insertInto('mails')
    .values({
      to_email: request.to.email,
      to_name: request.to.name,
      to_user_id: request.to.user_id ?? null,
      template: request.template,
      subject: letter.subject,
      letter: json(letter),
      text: toText(letter, footerOf(env)),
      ...sealed(tx.services.keys, request.template, openerIn(request.data)),
      ics: request.ics?.content ?? null,
      ics_method: request.ics?.method ?? null,
      review_id: request.review_id ?? null,
      dedupe_key: request.dedupe_key ?? null,
      status: request.suppressed_by ? 'suppressed' : 'queued',
      suppressed_by: request.suppressed_by ?? null,
      created_at: tx.now,
    })
    .onConflict((oc) => oc.column('dedupe_key').doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n && !request.suppressed_by;
}

const footerOf = (env: Env) => ({ public_url: env.public_url, privacy_url: env.PRIVACY_URL });

interface Facts {
  kind: Kind | null;
  zone: string;
  wordings: readonly Wording[] | null;
}

/** The review's kind, the recipient's zone, else that of the review's organization, and how staff word the letter. */
async function loadFacts(db: Kysely<DB>, request: MailRequest): Promise<Facts> {
  const { rows } = await sql<Pick<Facts, 'kind' | 'wordings'> & { user_zone: string | null; zone: string | null }>`
    with review as (select kind, organization_id from reviews where id = ${request.review_id ?? null}),
      person as (select time_zone, organization_id from users where id = ${request.to.user_id ?? null})
    select (select kind from review) as kind, (select time_zone from person) as user_zone,
      (select time_zone from organizations
        where id = coalesce((select organization_id from review), (select organization_id from person))) as zone,
      ${wordingsOf(request.template)} as wordings`.execute(db);
  const row = rows[0];
  const zone = [row?.user_zone, row?.zone].find((name) => typeof name === 'string' && isZone(name));
  return { kind: row?.kind ?? null, zone: zone ?? 'UTC', wordings: row?.wordings ?? null };
}

/**
 * Sends the next mail that is due, holding its row so that no other process takes it. Answers whether there was one.
 * What the mail server answers may repeat the address, so only its code is kept.
 */
async function sendNext(
  { database, env, clock, log, keys }: Services,
  transport: Transporter,
  held: boolean,
): Promise<boolean> {
  return database.systemDb.transaction().execute(async (trx) => {
    const now = clock.now();
    const mail = await trx
      .selectFrom('mails')
      .selectAll()
      .where('status', '=', 'queued')
      .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
      .$if(held, (qb) => qb.where((eb) => eb.or([eb('opener_until', 'is', null), eb('opener_until', '>', now)])))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return false;
    const row = trx.updateTable('mails').where('id', '=', mail.id);
    const attempts = mail.attempts + 1;
    const opener = unsealed(keys, mail, now);
    if (opener === null && hasPlace(mail.text)) {
      await row
        .set({ status: 'failed', last_error: mail.last_error ?? TOO_LATE, retry_at: null, failed_at: now })
        .execute();
      return true;
    }
    try {
      await transport.sendMail({
        from: env.MAIL_FROM,
        to: { name: mail.to_name, address: mail.to_email },
        subject: filled(mail.subject, opener),
        text: filled(mail.text, opener),
        ...(mail.letter && { html: filled(toHtml(mail.letter, footerOf(env)), opener) }),
        messageId: `<mail-${mail.id}.${keys.fingerprint.slice(0, 12)}@${new URL(env.public_url).hostname}>`,
        date: mail.created_at,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...(mail.ics === null
          ? {}
          : { icalEvent: { method: mail.ics_method ?? 'REQUEST', content: mail.ics, filename: 'call.ics' } }),
      });
    } catch (error) {
      const refusal = describe(error);
      const next = afterRefusal(refusal, attempts, now, PATIENCE);
      await row.set(next).execute();
      log[next.status === 'failed' ? 'error' : 'warn'](
        { mail_id: mail.id, template: mail.template, reason: refusal.reason, attempts },
        'an e-mail was not accepted',
      );
      return true;
    }
    await row
      .set({
        attempts,
        status: 'sent',
        sent_at: now,
        last_error: null,
        retry_at: null,
        // whoever reads the outbox must not find what opens something
        opener: null,
      })
      .execute();
    return true;
  });
}

/** Why an e-mail was not accepted, without the address; a refused recipient or content is refused for good. */
function describe(error: unknown): { reason: string; permanent: boolean } {
  const facts = error instanceof Error ? (error as Error & { code?: unknown; responseCode?: unknown }) : undefined;
  const code = typeof facts?.code === 'string' ? facts.code : 'unknown';
  const response = typeof facts?.responseCode === 'number' ? facts.responseCode : undefined;
  return {
    reason: response === undefined ? code : `${code} ${response}`,
    permanent: (code === 'EENVELOPE' || code === 'EMESSAGE') && response !== undefined && response >= 500,
  };
}
