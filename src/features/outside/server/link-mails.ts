import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { AnyNewDeadline } from '../../../platform/declarations.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DeadlineHandlers } from '../../../platform/workers.ts';
import { type Purpose, reminderAt } from '../rules.ts';
import { auditLink, openerOfLink, type LinkRow, linksWhere, PAGE_OF, stateOf, tokenOf } from './links.ts';

const EXPIRY = 'outside_link_expires';
const REMINDER = 'outside_link_reminder';

/** Sends a link to whom it is for. The mail names the organization, the review's number and the day; nothing else. */
export async function mailLink(
  tx: Tx,
  ports: Ports,
  link: LinkRow,
  template: `outside_${Purpose | 'reminder'}`,
): Promise<void> {
  const data = {
    organization: link.organization,
    page: PAGE_OF[link.purpose],
    opener: { value: tokenOf(tx.services.keys, link.seed), of: openerOfLink(link.id), until: link.expires_at },
    due_on: link.due_on,
  };
  await ports.mail(tx, {
    to: { email: link.email, name: link.name },
    ...(template === 'outside_reminder' ? { template, data: { ...data, purpose: link.purpose } } : { template, data }),
    review_id: link.review_id,
    side: 'none',
    dedupe_key: `${template}:${link.id}:${link.expires_at.toISOString()}:${link.seed.toString('hex').slice(0, 12)}`,
  });
}

/** Whom news of a link go to: who made it, and who ordered the review. */
async function mailOwner(
  tx: Tx,
  ports: Ports,
  link: LinkRow,
  template: (typeof DONE)[keyof typeof DONE] | 'outside_link_expired',
  key: string,
): Promise<void> {
  const page = link.purpose === 'records' ? '/file-request' : '';
  for (const id of new Set([link.created_by, link.requester_id])) {
    await mailUser(tx, ports, id, {
      template,
      data: { link: `/${KINDS[link.kind].slug}/${link.review_id}${page}` },
      review_id: link.review_id,
      side: id === link.requester_id ? 'requester' : 'none',
      dedupe_key: `${template}:${link.id}:${key}:${id}`,
    });
  }
}

const DONE = { records: 'outside_records_sent', statement: 'statement_arrived', response: 'response_arrived' } as const;

/** What was asked for by a link has arrived. */
export const mailDone = (tx: Tx, ports: Ports, link: LinkRow): Promise<void> =>
  mailOwner(tx, ports, link, DONE[link.purpose], 'done');

/** Sets the clocks of a link that was just made or renewed. */
export async function setClocks(tx: Tx, link: LinkRow, from: Date): Promise<void> {
  const of = { review_id: link.review_id, key: String(link.id) };
  const clocks: AnyNewDeadline[] = [{ ...of, kind: EXPIRY, due_at: link.expires_at }];
  const due_at = reminderAt(from, link.expires_at);
  if (due_at) clocks.push({ ...of, kind: REMINDER, due_at });
  await tx.setDeadlines(clocks);
}

/** A link's holder is reminded before its end; at its end, unanswered, its maker is told. */
export function linkDeadlines(ports: Ports) {
  return {
    async [REMINDER](tx, { key }) {
      const [link] = await linksWhere(tx.system, { id: Number(key) });
      const state = link && stateOf(link, tx.now);
      if (link && state === 'open') await mailLink(tx, ports, link, 'outside_reminder');
      return state === 'expired' ? 'over' : undefined;
    },
    async [EXPIRY](tx, { key }) {
      const [link] = await linksWhere(tx.system, { id: Number(key) });
      if (!link || stateOf(link, tx.now) !== 'expired') return;
      await auditLink(tx, link, { action: 'outside.expired', data: { purpose: link.purpose } });
      await mailOwner(tx, ports, link, 'outside_link_expired', link.expires_at.toISOString());
      await tx.emit('outside.changed', { link_id: link.id }, link.review_id);
    },
  } satisfies Partial<DeadlineHandlers>;
}
