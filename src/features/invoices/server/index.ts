import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { plainDollars } from '../../../core/money.ts';
import { command } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { foundByToken } from '../../../platform/throttle.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import { csvLine } from '../../reviews/rules.ts';
import { invoiceEndpoints, type InvoiceShown } from '../contract.ts';
import { INVOICES_ISSUED } from './declarations.ts';
import { INVOICES_PLACE, invoiceNumber, ledes1998b, openCents, STATE_WORDS } from '../rules.ts';
import { bankServer } from './bank/index.ts';
import { cardsServer } from './cards/index.ts';
import { creditInvoice } from './credit.ts';
import { invoiceDocument, ledesOf } from './document.ts';
import { issueInvoices, runInvoices } from './issue.ts';
import { tokenOf } from './link.ts';
import { invoiceBy, type StoredInvoice, termsOf } from './load.ts';
import { sendInvoice } from './mailing.ts';
import { recordPayment, reversePayment } from './pay.ts';
import { readStatement, statementDocument } from './statement.ts';
import { tellIssued, tellOf } from './telling.ts';
import { settleHold } from './holds.ts';
import { saveTerms } from './terms.ts';
import { billingOf, listInvoices, loadInvoice, presentInvoice, showInvoice, unbilledByOrganization } from './read.ts';

/** Who issues invoices. */
const ISSUER = 'Peritus';
/** Rows of a file that are read at once. */
const FILE_ROWS = 1_000;

/** Invoices: issued from the book, credited, paid, read by their organization and by their link. */
export function invoicesServer(app: FastifyInstance, services: Services, ports: Ports) {
  const e = invoiceEndpoints;
  const { systemDb } = services.database;
  const now = () => services.clock.now();
  const cards = cardsServer(app, services, ports);
  const bank = bankServer(app, services, ports);
  const shown = (invoice: StoredInvoice): Promise<InvoiceShown> =>
    showInvoice(systemDb, invoice, { issuer: ISSUER, now: now(), cards: cards.configured });
  const pdf = async (invoice: StoredInvoice) => ports.invoicePdf(invoiceDocument(await shown(invoice), invoice));
  const byToken = async (token: string, ip: string): Promise<StoredInvoice> => {
    const found = await foundByToken(systemDb, 'invoice_link', ip, now(), () =>
      invoiceBy(systemDb, { token_hash: hashToken(token) }),
    );
    if (!found) throw new Refusal('not_found');
    return found;
  };

  mount(app, services, e.list, ({ actor, db, query }) => listInvoices(db, actor, query, now()));

  mount(app, services, e.export, async ({ actor, db, query, reply }) => {
    let counted = 0;
    const at = now();
    return sendCsv(reply, {
      name: 'invoices.csv',
      head: csvLine(['Number', 'Type', 'Organization', 'Issued', 'Due', 'Total', 'Open', 'State']),
      pieces: (async function* () {
        for (let cursor: string | undefined, more = true; more;) {
          const { data, next_cursor } = await listInvoices(db, actor, { ...query, cursor }, at, FILE_ROWS);
          counted += data.length;
          yield data
            .map((one) =>
              csvLine([
                one.number,
                one.sort === 'credit_note' ? 'Credit note' : 'Invoice',
                one.organization.name,
                one.issued_on,
                one.due_on,
                plainDollars(one.total_cents),
                plainDollars(one.open_cents),
                STATE_WORDS[one.state],
              ]),
            )
            .join('');
          cursor = next_cursor ?? undefined;
          more = next_cursor !== null;
        }
      })(),
      ended: (complete) =>
        command(services, actor, (tx) =>
          tx.audit({ action: 'invoice.listed_as_file', data: { rows: counted, complete } }),
        ),
    });
  });

  mount(app, services, e.read, async ({ actor, db, params }) => {
    const invoice = await loadInvoice(db, actor, params.id);
    return presentInvoice(systemDb, actor, invoice, {
      token: tokenOf(services.keys, invoice.seed),
      now: now(),
      cards: cards.configured,
    });
  });

  mount(app, services, e.pdf, async ({ actor, db, params, reply }) => {
    const invoice = await loadInvoice(db, actor, params.id);
    return sendPdf(reply, invoiceNumber(invoice), await pdf(invoice));
  });

  mount(app, services, e.ledes, async ({ actor, db, params, reply }) => {
    const invoice = await loadInvoice(db, actor, params.id);
    // the format has no credit notes
    if (invoice.sort !== 'invoice') throw new Refusal('not_found');
    return reply
      .type('text/plain; charset=us-ascii')
      .header('content-disposition', `attachment; filename="${invoiceNumber(invoice)}.ledes.txt"`)
      .header('cache-control', 'no-store')
      .send(ledes1998b(ledesOf(await shown(invoice), invoice.organization_id)));
  });

  mount(app, services, e.shown, async ({ query, request }) => shown(await byToken(query.token, request.ip)));
  mount(app, services, e.shownPdf, async ({ query, request, reply }) => {
    const invoice = await byToken(query.token, request.ip);
    return sendPdf(reply, invoiceNumber(invoice), await pdf(invoice));
  });

  mount(app, services, e.statement, ({ actor, db, params, query }) =>
    readStatement(db, actor, params.organizationId, query, now()),
  );
  mount(app, services, e.statementPdf, async ({ actor, db, params, query, reply }) => {
    const statement = await readStatement(db, actor, params.organizationId, query, now());
    return sendPdf(
      reply,
      `statement-${statement.from}-to-${statement.until}`,
      await ports.invoicePdf(statementDocument(statement, ISSUER)),
    );
  });

  mount(app, services, e.unbilled, async () => ({ data: await unbilledByOrganization(systemDb) }));
  const billing = (id: number, until_on?: string) => billingOf(systemDb, id, until_on, now());
  mount(app, services, e.billing, ({ params, query }) => billing(params.organizationId, query.until_on));

  mount(app, services, e.saveTerms, async ({ actor, params: { organizationId }, body }) => {
    await saveTerms(services, ports, actor, organizationId, body);
    return billing(organizationId);
  });

  mount(app, services, e.issue, ({ actor, params, body }) =>
    issueInvoices(services, ports, actor, params.organizationId, body),
  );
  mount(app, services, e.credit, ({ actor, params, body }) =>
    creditInvoice(services, ports, actor, params.id, body, cards.configured),
  );
  mount(app, services, e.recordPayment, ({ actor, params, body }) =>
    recordPayment(services, ports, actor, params.organizationId, body),
  );
  mount(app, services, e.reversePayment, ({ actor, params, body }) =>
    reversePayment(services, ports, actor, params, body.reason),
  );
  mount(app, services, e.send, ({ actor, params }) =>
    command(services, actor, async (tx) => {
      const invoice = await invoiceBy(tx.system, params);
      if (!invoice) throw new Refusal('not_found');
      const terms = await termsOf(tx.system, invoice.organization_id);
      if (terms.email === null)
        throw new Refusal('wrong_state', 'No address is set for this organization’s invoices. Add one to its terms.');
      const template = invoice.sort === 'credit_note' ? 'credit_note_issued' : 'invoice_issued';
      await sendInvoice(tx, ports, invoice, terms, template, tx.now.toISOString());
      await tx.audit({
        action: 'invoice.sent',
        organization_id: invoice.organization_id,
        subject: `invoice:${invoice.id}`,
      });
      return { email: terms.email };
    }),
  );

  return {
    events: [
      onEvent({
        name: 'invoices.tell',
        topics: [INVOICES_ISSUED],
        run: (tx, { payload }) => tellIssued(tx, ports, payload),
      }),
    ],
    jobs: cards.jobs,
    waiting: { [INVOICES_PLACE.path]: bank.waiting },
    timers: {
      ...cards.timers,
      invoice_run: (tx, { key }) => runInvoices(tx, ports, Number(key)),
      billing_hold: async (tx, { key }) => {
        await holdBilling(tx.system, Number(key));
        await settleHold(tx, ports, Number(key));
      },
      invoice_overdue: async (tx, { key }) => {
        const [id, days] = key.split(':');
        const invoice = await invoiceBy(tx.system, { id: Number(id) });
        if (!invoice || openCents(invoice) === 0) return;
        await tellOf(tx, ports, [invoice], 'overdue', days);
      },
    },
  } satisfies FeatureServer;
}
