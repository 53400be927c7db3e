import type { FastifyInstance, FastifyReply } from 'fastify';
import { dateIn } from '../../../core/time.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { payoutEndpoints } from '../contract.ts';
import { makeList, makeNacha } from './files.ts';
import { owedExperts, presentOwed } from './owed.ts';
import { payRun, returnPayout } from './pay.ts';
import { discardRun, proposePayouts, releaseRun } from './propose.ts';
import { readOwn, readRun, readRuns } from './read.ts';
import { readSettings, saveSettings } from './settings.ts';
import { makeTaxFile, readTaxYear } from './tax.ts';

const sent = (reply: FastifyReply, type: string, name: string, text: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(text);

/** Payouts to experts: proposed, released by a second person, paid, and what came back. */
export function payoutsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = payoutEndpoints;
  const db = services.database.systemDb;

  mount(app, services, e.runs, ({ query }) => readRuns(db, query.cursor));
  mount(app, services, e.owed, async ({ query }) => {
    const until_on = query.until_on ?? dateIn(services.clock.now(), 'UTC');
    const terms = await readSettings(db);
    return presentOwed(until_on, await owedExperts(db, until_on, terms), terms);
  });
  mount(app, services, e.run, ({ actor, params }) => readRun(db, actor, params.id));
  mount(app, services, e.propose, ({ actor, body }) => proposePayouts(services, ports, actor, body));
  mount(app, services, e.release, ({ actor, params }) => releaseRun(services, actor, params.id));
  mount(app, services, e.discard, ({ actor, params }) => discardRun(services, actor, params.id));
  mount(app, services, e.nacha, async ({ actor, params, reply }) =>
    sent(
      reply,
      'text/plain; charset=us-ascii',
      `payouts-${params.id}.ach`,
      await makeNacha(services, actor, params.id),
    ),
  );
  mount(app, services, e.list, async ({ actor, params, reply }) => {
    const { head, rows } = await makeList(services, actor, params.id);
    return sent(reply, 'text/csv; charset=utf-8', `payouts-${params.id}.csv`, `\u{FEFF}${head}${rows}`);
  });
  mount(app, services, e.pay, ({ actor, params, body }) => payRun(services, ports, actor, params.id, body));
  mount(app, services, e.giveBack, ({ actor, params, body }) => returnPayout(services, ports, actor, params.id, body));
  mount(app, services, e.settings, () => readSettings(db));
  mount(app, services, e.saveSettings, ({ actor, body }) => saveSettings(services, actor, body));
  mount(app, services, e.tax, ({ params }) => readTaxYear(db, params.year));
  mount(app, services, e.taxFile, async ({ actor, params, query, reply }) =>
    sent(
      reply,
      'text/csv; charset=utf-8',
      `1099-nec-${params.year}-${query.part}.csv`,
      await makeTaxFile(services, actor, params.year, query.part),
    ),
  );
  mount(app, services, e.own, ({ actor, query }) => readOwn(db, actor, query.cursor));
  return {};
}
