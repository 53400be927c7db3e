import type { FastifyInstance } from 'fastify';
import { dateText } from '../../../core/dates.ts';
import { formatCents, plainDollars } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { sendCsv } from '../../../platform/http/csv-file.ts';
import { mount } from '../../../platform/http/mount.ts';
import { sendPdf } from '../../../platform/http/send-pdf.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { PdfInvoice } from '../../reports/ports.ts';
import { csvLine } from '../../reviews/rules.ts';
import { earningsEndpoints } from '../contract.ts';
import { STATE_WORDS } from '../rules.ts';
import { earnedIn, periodOf, readEarnings, statementOf } from './read.ts';

type Earned = Awaited<ReturnType<typeof statementOf>>;

/** What experts earned, for themselves alone. */
export function earningsServer(app: FastifyInstance, services: Services, ports: Ports) {
  const db = services.database.systemDb;
  const e = earningsEndpoints;

  mount(app, services, e.list, ({ actor, query }) =>
    readEarnings(db, ports.payoutsOf, actor, query.cursor, services.clock.now()),
  );

  mount(app, services, e.export, async ({ actor, query, reply }) => {
    const period = await periodOf(db, actor, query, services.clock.now());
    let counted = 0;
    return sendCsv(reply, {
      name: `earnings-${period.from}-to-${period.until}.csv`,
      head: csvLine(['Day', 'Review', 'What', 'Amount', 'State', 'Paid on']),
      pieces: (async function* () {
        for await (const some of earnedIn(db, ports.payoutsOf, period)) {
          counted += some.length;
          yield some
            .map((one) =>
              csvLine([
                dateIn(new Date(one.happened_at), actor.time_zone),
                one.review.number,
                one.corrects ? `${one.what}, a correction` : one.what,
                plainDollars(one.cents),
                STATE_WORDS[one.state],
                one.paid_on ?? '',
              ]),
            )
            .join('');
        }
      })(),
      ended: (complete) =>
        command(services, actor, (tx) => tx.audit({ action: 'earnings.saved', data: { rows: counted, complete } })),
    });
  });

  mount(app, services, e.statement, async ({ actor, query, reply }) => {
    const period = await periodOf(db, actor, query, services.clock.now());
    const earned = await statementOf(db, ports.payoutsOf, period);
    const pdf = await ports.invoicePdf(statementDocument(earned, actor.time_zone));
    return sendPdf(reply, `earnings-${earned.from}-to-${earned.until}`, pdf);
  });
  return {};
}

/** A statement as it is printed: reviews by their numbers, nothing of a patient or a customer. */
function statementDocument({ profile_id, name, from, until, data }: Earned, zone: string): PdfInvoice {
  const total = data.reduce((sum, { cents }) => sum + cents, 0);
  const paid = data.reduce((sum, { cents, state }) => (state === 'paid' ? sum + cents : sum), 0);
  return {
    title: 'Statement of earnings',
    number: `${from} to ${until}`,
    document_id: `earnings-${profile_id}-${from}-${until}`,
    issuer: 'Peritus',
    bill_to: [name],
    made_at: `${until}T12:00:00Z`,
    facts: [
      { label: 'Period', value: `${dateText(from, 'long')} to ${dateText(until, 'long')}` },
      { label: 'Earned', value: formatCents(total) },
    ],
    reason: data.length === 0 ? 'Nothing was earned in this period.' : null,
    reviews: [...Map.groupBy(data, ({ review }) => review.number)].map(([heading, of]) => ({
      heading,
      lines: of.flatMap(({ happened_at, what, corrects, lines }) =>
        lines.map(({ label, cents }) => ({
          on: dateText(dateIn(new Date(happened_at), zone), 'medium'),
          label: `${label}${label === what ? '' : ` (${what.toLowerCase()}${corrects ? ', a correction' : ''})`}`,
          amount: formatCents(cents),
        })),
      ),
    })),
    sums: [
      { label: 'Earned', value: formatCents(total) },
      { label: 'Of it paid', value: formatCents(paid) },
      { label: 'Not paid yet', value: formatCents(total - paid) },
    ],
    note: 'Amounts are in US dollars. Days are those of your own time zone.',
  };
}
