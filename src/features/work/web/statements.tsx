import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { workEndpoints, type WorkView } from '../contract.ts';
import { hoursText } from '../rules.ts';
import type { OfWork } from './touched.ts';

type Statement = NonNullable<WorkView['statements']>[number];
const monthText = (month: string): string => dateText(`${month}-01`, 'month');

/** What a month comes to, and by when it is paid. */
function dueWords({ due_cents, due_on, final }: Statement): string {
  if (!final) return `${formatCents(due_cents)} beside the retainer so far; the month is not over`;
  if (due_cents < 0) return `${formatCents(-due_cents)} comes back`;
  if (due_cents === 0) return 'Nothing is due beside the retainer';
  return `${formatCents(due_cents)} is due${due_on === null ? '' : ` by ${dateText(due_on, 'long')}`}`;
}

/** The statements of a matter, a month each, with their documents. */
export function Statements({ kind, work, statements }: OfWork & { statements: readonly Statement[] }) {
  return (
    <Fold title={`Statements by month (${statements.length})`}>
      <RuledList label="Statements by month">
        {statements.map((one) => (
          <RuledRow
            key={one.month}
            title={monthText(one.month)}
            lines={[
              one.expenses_cents === 0 ? null : `Expenses in it: ${formatCents(one.expenses_cents)}`,
              `${hoursText(one.minutes)}, ${formatCents(one.total_cents)}, of which ${formatCents(one.from_retainer_cents)} from the retainer`,
              dueWords(one),
            ]}
            actions={
              <TextLink
                href={urlOf(workEndpoints.statement, { kind, params: { id: work.review_id, month: one.month } })}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={`Open as PDF: statement of ${monthText(one.month)}`}
              >
                Open as PDF
              </TextLink>
            }
          />
        ))}
      </RuledList>
    </Fold>
  );
}
