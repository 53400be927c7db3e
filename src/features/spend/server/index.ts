import { plainDollars } from '../../../core/money.ts';
import type { FastifyInstance } from 'fastify';
import { command } from '../../../platform/command.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { csvLine } from '../../reviews/rules.ts';
import { spendEndpoints } from '../contract.ts';
import { askedOf, readSpend, spendCells } from './read.ts';

/** What organizations spent, from what the book of account keeps of it by month. */
export function spendServer(app: FastifyInstance, services: Services) {
  mount(app, services, spendEndpoints.read, ({ actor, db, query }) =>
    readSpend(db, actor, query, services.clock.now()),
  );
  mount(app, services, spendEndpoints.export, async ({ actor, db, query, reply }) => {
    const asked = await askedOf(db, actor, query, services.clock.now());
    let counted = 0;
    return sendCsv(reply, {
      name: `spend-${asked.from}-to-${asked.until}.csv`,
      head: csvLine([
        'Month',
        'Organization',
        'Budget of the month',
        'Kind',
        'Specialty',
        'Requester',
        'Reviews',
        'Amount',
      ]),
      pieces: (async function* () {
        for await (const cells of spendCells(db, asked)) {
          counted += cells.length;
          yield cells
            .map((one) =>
              csvLine([
                one.month,
                one.organization,
                one.budget_cents === null ? '' : plainDollars(one.budget_cents),
                one.kind,
                one.specialty,
                one.requester,
                one.reviews,
                plainDollars(one.cents),
              ]),
            )
            .join('');
        }
      })(),
      ended: (complete) =>
        command(services, actor, (tx) => tx.audit({ action: 'spend.saved', data: { rows: counted, complete } })),
    });
  });
  return {};
}
