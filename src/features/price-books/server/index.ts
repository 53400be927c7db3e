import type { FastifyInstance } from 'fastify';
import { reviewNumber } from '../../../core/kinds.ts';
import { command } from '../../../platform/command.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { csvLine } from '../../reviews/rules.ts';
import { priceBookEndpoints } from '../contract.ts';
import { presentPreview, previewed } from './preview.ts';
import { listBooks, readBook } from './read.ts';
import { addVersion, changeVersion, withdrawVersion } from './write.ts';

/** Price books: read, written ahead, and tried on past orders. */
export function priceBooksServer(app: FastifyInstance, services: Services) {
  const e = priceBookEndpoints;
  const { systemDb } = services.database;
  const now = () => services.clock.now();
  mount(app, services, e.list, ({ db, query }) => listBooks(db, query.organization_id ?? null, now()));
  mount(app, services, e.read, ({ db, query }) => readBook(db, query.organization_id ?? null, query.kind, now()));
  mount(app, services, e.add, ({ actor, body }) => command(services, actor, (tx) => addVersion(tx, body)));
  mount(app, services, e.change, ({ actor, params, body }) =>
    command(services, actor, (tx) => changeVersion(tx, params.id, body)),
  );
  mount(app, services, e.withdraw, ({ actor, params, body }) =>
    command(services, actor, (tx) => withdrawVersion(tx, params.id, body.lock_version)),
  );
  mount(app, services, e.preview, async ({ params, query }) => {
    const { version, ...found } = await previewed(systemDb, params.id, query);
    return presentPreview(version.kind, query, found);
  });
  mount(app, services, e.previewFile, async ({ actor, params, query, reply }) => {
    const { version, rows } = await previewed(systemDb, params.id, query);
    return sendCsv(reply, {
      name: `price-preview-${query.from}-to-${query.until}.csv`,
      head: csvLine(['Review', 'Organization', 'Ordered', 'Service', 'Price', 'By this version', 'Difference']),
      pieces: (async function* () {
        for (const row of rows)
          yield csvLine([
            reviewNumber(version.kind, row.id),
            row.organization,
            row.ordered_on,
            row.service,
            row.before_cents / 100,
            row.now_cents / 100,
            (row.now_cents - row.before_cents) / 100,
          ]);
      })(),
      ended: (complete) =>
        command(services, actor, (tx) =>
          tx.audit({
            action: 'price_book.preview_saved',
            organization_id: version.organization_id,
            subject: `price_book:${version.organization_id ?? 'all'}:${version.kind}`,
            data: { rows: rows.length, complete },
          }),
        ),
    });
  });
  return {} satisfies FeatureServer;
}
