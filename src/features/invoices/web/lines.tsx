import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { TextLink } from '../../../ui/parts/link.tsx';
import styles from './invoices.module.css';

interface Line {
  /** The review's number or the subscription's, and its page for who has one. */
  matter: string;
  href: string | null;
  reference: string;
  purchase_order: string;
  happened_on: string;
  label: string;
  cents: number;
}

/** What an invoice bills, by review: each line with its day and amount. */
export function Lines({
  lines,
  whose = 'your',
  heading: Heading = 'h2',
}: {
  lines: readonly Line[];
  whose?: 'your' | 'their';
  /** The level of the reviews' headings. */
  heading?: 'h2' | 'h3';
}) {
  return (
    <div className={styles.reviews}>
      {[...Map.groupBy(lines, ({ matter }) => matter)].map(([matter, of]) => (
        <div key={matter}>
          <Heading className={styles.review}>
            {of[0]?.href ? <TextLink href={of[0].href}>{matter}</TextLink> : matter}
            {of[0]?.reference ? (
              <span className={styles.quiet}>
                {' '}
                {whose} number {of[0].reference}
              </span>
            ) : null}
          </Heading>
          <dl className={styles.money}>
            {of.map((line, at) => (
              // two lines can say the same
              <div key={`${at} ${line.label}`}>
                <dt>
                  {line.label}
                  <span className={styles.day}>
                    {dateText(line.happened_on, 'medium')}
                    {line.purchase_order ? `, purchase order ${line.purchase_order}` : null}
                  </span>
                </dt>
                <dd>{formatCents(line.cents)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}
