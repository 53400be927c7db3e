import { type Kysely, sql } from 'kysely';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { json } from '../../../platform/db/json.ts';
import { rooms } from '../../../platform/live.ts';
import type { MailRequest, QueueMail } from '../../../platform/ports.ts';
import { resolveUserFlags } from '../../organizations/rules.ts';
import { type Category, type Channels, type Decision, decide } from '../rules.ts';
import { keptData, noticeLink, noticeOf } from './notices.ts';

/**
 * Gives notice: notes it for the person's bell in the same transaction, and hands the mail on, or marks it as
 * suppressed, as the one decision says.
 */
export function makeNotifier(queue: QueueMail): QueueMail {
  return async (tx, request) => {
    const { kind, in_app, suppressed_by } = await decisionOn(tx.system, request);
    if (in_app) await note(tx, request, kind);
    await queue(tx, { ...request, suppressed_by });
  };
}

/** Where a notice goes; what was decided on before of all it stands for holds. */
export async function decisionOn(db: Kysely<DB>, request: MailRequest): Promise<Decision & Pick<Facts, 'kind'>> {
  const notice = noticeOf(request.template);
  const category = notice?.category;
  const { kind, channels } = await loadFacts(db, request, category);
  const decided = decide({
    category,
    side: request.side ?? 'none',
    urgent: notice?.urgent === true,
    is_user: request.to.user_id !== undefined && request.to.user_id !== null,
    ...channels,
  });
  return { ...decided, ...(request.suppressed_by !== undefined && { suppressed_by: request.suppressed_by }), kind };
}

async function note(tx: Tx, request: MailRequest, kind: Kind | null): Promise<void> {
  const userId = request.to.user_id ?? 0;
  const review = kind === null || request.review_id === undefined ? '/' : `/${KINDS[kind].slug}/${request.review_id}`;
  const own = tx.actor.kind !== 'system' && tx.actor.user_id === userId;
  const data: Readonly<Record<string, unknown>> = request.data;
  const link = noticeLink(data['link'] ?? data['cancel_link']) ?? review;
  const replaced = noticeOf(request.template)?.replaces;
  if (replaced)
    await tx.system
      .updateTable('notifications')
      .set({ read_at: tx.now })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .where('review_id', '=', request.review_id ?? null)
      .where('event', 'in', replaced)
      // of one's own kind those that lead to the same: another conversation of the review is another matter
      .where((eb) => eb.or([eb('event', '!=', request.template), eb('link', '=', link)]))
      .execute();
  const noted = await tx.system
    .insertInto('notifications')
    .values({
      user_id: userId,
      event: request.template,
      data: json(keptData(data)),
      review_id: request.review_id ?? null,
      link,
      dedupe_key: request.dedupe_key ?? null,
      created_at: tx.now,
      // nobody needs to be told what they have just done
      read_at: own ? tx.now : null,
    })
    .onConflict((oc) => oc.columns(['user_id', 'dedupe_key']).doNothing())
    .executeTakeFirst();
  if (noted.numInsertedOrUpdatedRows === 1n)
    tx.live({ room: rooms.user(userId), event: 'notifications.changed', payload: {} });
}

interface Facts {
  kind: Kind | null;
  channels: Pick<
    Channels,
    'disable_expert_emails' | 'disable_requester_emails' | 'enable_admin_alert_emails' | 'by_mail'
  >;
}

/** The switches of the review's organization (else the recipient's), and what the recipient chose. */
async function loadFacts(db: Kysely<DB>, request: MailRequest, category: Category | null | undefined): Promise<Facts> {
  const { rows } = await sql<{
    kind: Kind | null;
    expert_off: boolean | null;
    requester_off: boolean | null;
    flags: unknown;
    by_mail: boolean | null;
  }>`
    with review as (select kind, organization_id from reviews where id = ${request.review_id ?? null}),
      person as (select organization_id, feature_flags from users where id = ${request.to.user_id ?? null}),
      org as (select coalesce((select organization_id from review), (select organization_id from person)) as id)
    select (select kind from review) as kind,
      organization_flag((select id from org), 'disable_expert_emails') as expert_off,
      organization_flag((select id from org), 'disable_requester_emails') as requester_off,
      (select feature_flags from person) as flags,
      (select by_mail from notification_preferences where user_id = ${request.to.user_id ?? null}
        and category = ${category ?? null}) as by_mail`.execute(db);
  const row = rows[0];
  return {
    kind: row?.kind ?? null,
    channels: {
      disable_expert_emails: row?.expert_off === true,
      disable_requester_emails: row?.requester_off === true,
      enable_admin_alert_emails: resolveUserFlags(row?.flags).enable_admin_alert_emails,
      by_mail: row?.by_mail ?? null,
    },
  };
}
