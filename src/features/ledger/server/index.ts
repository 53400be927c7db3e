import type { FastifyInstance } from 'fastify';
import { isExpert } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { loadReviewRow } from '../../../platform/db/review-row.ts';
import { showsExpertAmount } from '../../../platform/db/shows-expert-amount.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import { readsBeside } from '../../reviews/rules.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import { command } from '../../../platform/command.ts';
import { ledgerEndpoints } from '../contract.ts';
import { LEDGER_DUE, SUBSCRIPTION_DUE } from './declarations.ts';
import { JOURNAL_HEAD, journalLines } from './journal.ts';
import { settleLedger } from './post.ts';
import { readExpertFees } from './read-fees.ts';
import { readBalances, readCharges, readEntries } from './read.ts';
import { settleSubscription } from './subscriptions.ts';
import { tellAgreementChanged } from './tell-fee.ts';

/** The book of account: posts what happens to a review, and shows what was posted. */
export function ledgerServer(app: FastifyInstance, services: Services, ports: Ports) {
  const db = services.database.systemDb;
  mount(app, services, ledgerEndpoints.charges, async ({ kind, params, actor, db: own }) => {
    const review = await loadReviewRow(own, kind, params.id);
    if (!readsBeside(actor, review)) throw new Refusal('not_found');
    const shows_expert_amount = await showsExpertAmount(db, actor, review, services.clock.now());
    return { ...(await readCharges(db, review)), shows_expert_amount };
  });
  mount(app, services, ledgerEndpoints.expertFees, async ({ kind, params, actor, db: own }) => {
    const review = await loadReviewRow(own, kind, params.id);
    if (!isExpert(actor.kind)) {
      if (!readsBeside(actor, review)) throw new Refusal('not_found');
      if (!(await showsExpertAmount(db, actor, review, services.clock.now())))
        throw new Refusal('forbidden', 'What experts earn is not shown to you.');
    }
    return readExpertFees(db, actor, review);
  });
  mount(app, services, ledgerEndpoints.balances, ({ query }) => readBalances(db, query.organization_id));
  mount(app, services, ledgerEndpoints.entries, ({ query }) => readEntries(db, query));
  mount(app, services, ledgerEndpoints.journal, async ({ actor, query, reply }) => {
    const counted = { rows: 0 };
    return sendCsv(reply, {
      name: `journal${query.from ? `-from-${query.from}` : ''}${query.until ? `-to-${query.until}` : ''}.csv`,
      head: JOURNAL_HEAD,
      pieces: journalLines(db, query, counted),
      ended: (complete) =>
        command(services, actor, (tx) =>
          tx.audit({ action: 'ledger.journal_saved', data: { ...query, ...counted, complete } }),
        ),
    });
  });
  return {
    events: [
      onEvent({
        name: 'ledger.post',
        topics: [LEDGER_DUE],
        run: async (tx, { review_id }) => {
          if (review_id !== null) await settleLedger(tx, ports, review_id);
        },
      }),
      onEvent({
        name: 'ledger.agreement_changed',
        topics: ['agreement.changed'],
        run: (tx, { payload }) => tellAgreementChanged(tx, ports, payload.version_id),
      }),
      onEvent({
        name: 'ledger.post_subscription',
        topics: [SUBSCRIPTION_DUE],
        run: (tx, { payload }) => settleSubscription(tx, payload.subscription_id),
      }),
    ],
  } satisfies FeatureServer;
}
