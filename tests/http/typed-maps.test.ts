import { expect, test } from 'vitest';
import { MAILS } from '../../src/app/mails.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type ActorFacts, isOpenTo, type ReviewFacts, stateRow } from '../../src/features/reviews/rules.ts';
import type { NoticesByMail } from '../../src/features/notifications/server/notices.ts';
import type { Tx } from '../../src/platform/command.ts';
import { organizationFlag } from '../../src/platform/db/organization.ts';
import type { Events } from '../../src/platform/declarations.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import type { Ports } from '../../src/platform/ports.ts';
import { everyDeadlineHandled, type FeatureServer, onAction, onActionIn, onEvent } from '../../src/platform/workers.ts';

// checked by tsc: an expected error that does not come is itself an error, and none of this is run
export const refused = async (tx: Tx, ports: Ports): Promise<void> => {
  // @ts-expect-error: no such topic
  await tx.emit('review.transitoned', { action: 'submit', from: 'draft', to: 'matching', kind: 'Case' });
  // @ts-expect-error: the payload lacks fields
  await tx.emit('review.transitioned', { action: 'submit' });
  // @ts-expect-error: a kind of review there is none of
  await tx.emit('review.transitioned', { action: 'submit', from: 'draft', to: 'matching', kind: 'case' });
  // @ts-expect-error: no such deadline
  await tx.setDeadline({ review_id: 1, kind: 'offer_lapses', due_at: tx.now, payload: { offer_id: 1 } });
  // @ts-expect-error: this deadline carries an offer
  await tx.setDeadline({ review_id: 1, kind: 'offer_lapse', due_at: tx.now });
  // @ts-expect-error: no such deadline
  await tx.cancelDeadlines(1, ['close_out']);
  // @ts-expect-error: no such timer
  await tx.setTimer({ kind: 'subscription_rounds', key: '1', due_at: tx.now });
  // @ts-expect-error: an action of no kind's lifecycle
  await ports.transition(tx, { review_id: 1, action: 'aprove_report' });
  // @ts-expect-error: what is on the record has words for it
  await tx.audit({ action: 'session.signed_in' });
  const to = { email: 'dana@peritus.example', name: 'Dana' };
  // @ts-expect-error: no such mail
  await ports.mail(tx, { to, template: 'matching_alarms', data: { failed_invitations: 3 } });
  // @ts-expect-error: the mail needs a count
  await ports.mail(tx, { to, template: 'matching_alarm', data: {} });
  // @ts-expect-error: the mail is told nothing of this name
  await ports.mail(tx, { to, template: 'matching_alarm', data: { failed_invitations: 3, cout: 3 } });
  await ports.text(tx, {
    to: { number: '+13125550142' },
    // @ts-expect-error: no such text message
    template: 'verify_fone',
    body: () => '',
    opener: { value: '042117', of: 'verify_phone:1', until: tx.now },
  });
  const { matching_alarm, ...others } = MAILS;
  // @ts-expect-error: a mail that is declared lacks its template
  createMailer(tx.services, others);
  // @ts-expect-error: a template of a mail nobody declares
  createMailer(tx.services, { ...MAILS, matching_alarms: matching_alarm });
  const invitations = tx.system.updateTable('invitations');
  // @ts-expect-error: no such status
  await invitations.set({ status: 'acepted' }).execute();
  const ratings = tx.system.updateTable('ratings');
  // @ts-expect-error: not what this column holds
  await ratings.set({ scores: ['good'] }).execute();
};

export const refusedStatuses = async (tx: Tx, review: ReviewDetail): Promise<boolean> => {
  const reviews = tx.system.updateTable('reviews');
  // @ts-expect-error: a state of no kind of review
  await reviews.set({ status: 'matchnig' }).execute();
  // @ts-expect-error: a state of no kind of review to go back to
  await reviews.set({ return_status: 'matchnig/on_hold' }).execute();
  // @ts-expect-error: a state of no kind of review
  await reviews.set({ bucket: 'active' }).where('status', '=', 'matchnig').execute();
  // @ts-expect-error: a state of no kind of review
  const moved: Events['review.transitioned'] = { action: 'hold', from: 'matchnig', to: 'on_hold', kind: 'Case' };
  // @ts-expect-error: a state of no kind of review
  const row = stateRow('Case', moved.from === 'hold' ? 'matching' : 'matchnig');
  // @ts-expect-error: a page is told of no such state
  return row.finished === true && review.status.key === 'matchnig';
};

export const refusedFlags = async (tx: Tx, facts: ReviewFacts): Promise<boolean> =>
  // @ts-expect-error: no such flag
  facts.organization.flags.allow_copy_case === true ||
  // @ts-expect-error: no such flag
  organizationFlag(tx.system, 1, 'allow_copy_case');

export const refusedNotices: NoticesByMail = {
  // @ts-expect-error: what this mail does not tell
  matching_alarm: { category: null, says: (n, d) => `${n}: ${String(d.failed_invitation)}` },
  // @ts-expect-error: no instant of this mail
  call_set: { category: 'calls', says: (n) => n, at: 'start_at' },
  // @ts-expect-error: no such mail
  call_sett: { category: 'calls', says: (n) => n },
};

export const refusedNames = (review: ReviewDetail, actor: ActorFacts): boolean[] => [
  // @ts-expect-error: nothing a reader may or may not do
  review.abilities.upload_files?.allowed === true,
  // @ts-expect-error: an action of no kind's lifecycle
  isOpenTo(actor, { kind: 'Case', status: 'draft', requester_id: 1, experts: [] }, 'submit_order'),
];

// @ts-expect-error: an action of no kind's lifecycle
export const refusedAction = onAction('approve_raport');
// @ts-expect-error: an action of no kind's lifecycle
export const refusedTable = onActionIn({ approve_report: true, approve_raport: true });

export const refusedHandlers: FeatureServer = {
  events: [
    onEvent({
      name: 'x.reads',
      topics: ['file.ready'],
      // @ts-expect-error: the event carries a file, no action
      when: onAction('purge'),
      // @ts-expect-error: the event carries a file, no report
      run: async (_tx, event) => void event.payload.report_id,
    }),
  ],
  deadlines: {
    // @ts-expect-error: no such deadline
    closeouts: async () => undefined,
  },
};

export const refusedFeatures = everyDeadlineHandled(
  // @ts-expect-error: declared deadlines and timers have no handler
  [refusedHandlers],
);

test('a handler is told of its topics alone', () => {
  const handler = onEvent({ name: 'x', topics: ['file.ready'], run: async (_tx, event) => void event.payload.file_id });
  expect(handler.topics).toEqual(['file.ready']);
});
