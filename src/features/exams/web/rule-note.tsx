import { dateText } from '../../../core/dates.ts';
import { Fold } from '../../../ui/parts/fold.tsx';
import type { ExamView } from '../contract.ts';
import styles from './exams.module.css';

/** Under which rule an exam stands, where it is from, and what else it says. */
export function RuleNote({ rule }: { rule: ExamView['rule'] }) {
  return (
    <div className={styles.rule}>
      <p className={styles.quiet}>
        {rule.title}. {rule.spans}
      </p>
      <Fold title="What the rule says">
        {rule.says.length > 0 ? (
          <ul className={styles.says}>
            {rule.says.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <p className={styles.quiet}>
          {rule.entered ? `Source: ${rule.source}, read ${dateText(rule.read_on, 'medium')}.` : `${rule.source}.`} This
          is no legal advice.
        </p>
      </Fold>
    </div>
  );
}
