import { formatCents } from '../../../core/money.ts';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import type { LeftOutView } from '../contract.ts';
import { asksExpert, LEFT_OUT } from '../rules.ts';
import styles from './payouts.module.css';

/** Who is owed something and not paid by a run, and why. */
export function LeftOut({ rows }: { rows: readonly LeftOutView[] }) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="left-out">
      <SectionHead id="left-out" title="Left out" />
      <RuledList label="Left out">
        {rows.map(({ expert, reason, cents }) => (
          <RuledRow
            key={expert.id}
            title={`${expert.name}, ${formatCents(cents)}`}
            lines={[
              `${LEFT_OUT[reason]}. ${asksExpert(reason) ? 'The expert is written to, and what is owed waits for the next run.' : 'What is owed waits for the next run.'}`,
            ]}
          />
        ))}
      </RuledList>
    </section>
  );
}
