import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { filled, unsealed } from '../../../platform/mail/opener.ts';
import type { Renewal } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { type DemoMessage, outboxEndpoints } from '../contract.ts';
import { type MessageSort, OUTBOX_PLACE, stateOf, whyNotResent, whyNotSetAside } from '../rules.ts';
import { mountWording, type WordedMails } from './wording.ts';
import {
  isAnotherSuperAdmins,
  isEmptied,
  inOpenDemo,
  listMessages,
  loadMessage,
  presentLetter,
  presentMessage,
  recentMessages,
  revealingTo,
} from './read.ts';

/** The outbox: every mail and text as it is sent, with its state; sending again; and in a demo world what was just sent. */
export function outboxServer(
  app: FastifyInstance,
  services: Services,
  repeat: Mailer['repeat'],
  renewals: Readonly<Partial<Record<string, Renewal>>>,
  mails: WordedMails,
) {
  mountWording(app, services, mails);
  const db = services.database.systemDb;
  const renewable = (template: string): boolean => renewals[template] !== undefined;

  mount(app, services, outboxEndpoints.list, ({ params, query }) => listMessages(db, params.sort, query));

  mount(app, services, outboxEndpoints.read, async ({ actor, params: { sort, id } }) => {
    const message = await loadMessage(db, sort, id);
    return presentMessage(services, actor, sort, message, { renewable: renewable(message.template) });
  });

  mount(app, services, outboxEndpoints.reveal, async ({ actor, params: { sort, id } }) => {
    const message = await loadMessage(db, sort, id);
    const how = await revealingTo(services, actor, sort, message);
    if (typeof how === 'object') throw new Refusal(how.refused, how.why);
    if (unsealed(services.keys, message, services.clock.now()) === null)
      throw new Refusal('wrong_state', 'There is nothing to open: it was sent, used, or is over.');
    // noted first: what was seen is on the record
    await command(services, actor, (tx) =>
      tx.audit({
        action: 'outbox.revealed',
        subject: `${sort}:${id}`,
        ...(message.review_id === null ? {} : { review_id: message.review_id }),
        data: { template: message.template, opens: message.opener_of },
      }),
    );
    return presentMessage(services, actor, sort, message, { renewable: renewable(message.template), revealed: true });
  });

  mount(app, services, outboxEndpoints.resend, ({ actor, params: { sort, id } }) =>
    command(services, actor, async (tx) => {
      const message = await loadMessage(tx.system, sort, id);
      const renew = renewals[message.template];
      const opens = message.opener_purpose !== null;
      const refused = whyNotResent({
        state: stateOf(message.status),
        opens,
        renewable: renew !== undefined,
        emptied: isEmptied(sort, message),
      });
      if (refused !== null) throw new Refusal('wrong_state', refused);
      await tx.audit({
        action: 'outbox.resent',
        subject: `${sort}:${id}`,
        ...(message.review_id === null ? {} : { review_id: message.review_id }),
        data: { template: message.template },
      });
      await markHandled(tx, sort, id);
      if (!opens) return { id: await repeat(tx, id) };
      await renew?.(tx, Number((message.opener_of ?? '').split(':')[1]));
      return { id };
    }),
  );

  mount(app, services, outboxEndpoints.setAside, ({ actor, params: { sort, id }, body }) =>
    command(services, actor, async (tx) => {
      const message = await loadMessage(tx.system, sort, id);
      const refused = whyNotSetAside({ state: stateOf(message.status), handled: message.handled_at !== null });
      if (refused !== null) throw new Refusal('wrong_state', refused);
      if (!(await markHandled(tx, sort, id))) throw new Refusal('lost_race');
      await tx.audit({
        action: 'outbox.set_aside',
        subject: `${sort}:${id}`,
        ...(message.review_id === null ? {} : { review_id: message.review_id }),
        reason: body.reason,
        data: { template: message.template, error: message.last_error },
      });
      return { set_aside: true as const };
    }),
  );

  mount(app, services, outboxEndpoints.demo, async ({ body, session }) => {
    if (!(await inOpenDemo(services))) throw new Refusal('not_found');
    const now = services.clock.now();
    const whose = body.to === undefined ? session && { user_id: session.user_id } : { email: body.to };
    if (!whose) throw new Refusal('not_found');
    const data: DemoMessage[] = [];
    for (const message of await recentMessages(db, whose, new Date(now.getTime() - HOUR))) {
      // the one account of a demo that may be somebody's own
      if (await isAnotherSuperAdmins(db, message, session?.user_id ?? null)) continue;
      const opener = unsealed(services.keys, message, now);
      data.push({
        id: message.id,
        sort: message.sort,
        subject: filled(message.subject, opener),
        letter: presentLetter(message.letter, opener),
        text: filled(message.text, opener),
        created_at: message.created_at.toISOString(),
      });
    }
    return { data };
  });

  return { waiting: { [OUTBOX_PLACE.path]: () => givenUp(db) } } satisfies FeatureServer;
}

/** Notes that somebody dealt with a message that was given up; answers whether it still waited for that. */
async function markHandled(tx: Tx<Actor>, sort: MessageSort, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.system
    .updateTable(sort)
    .set({ handled_at: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many messages were given up and wait for somebody. */
async function givenUp(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from mails where status = 'failed' and handled_at is null and failed_at is not null)::int
    + (select count(*) from texts where status = 'failed' and handled_at is null and failed_at is not null)::int as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
