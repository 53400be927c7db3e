import type { Usage } from '../contract.ts';
import styles from './subscriptions.module.css';

/** How much of a period is used, as a bar with its words: "3 of 8 used, 5 waiting". */
export function UsageBar({ usage, label }: { usage: Usage | null; label: string }) {
  if (!usage) return <span className={styles.quiet}>No current period</span>;
  const { quota, used, waiting } = usage;
  const words = `${used} of ${quota} used${waiting > 0 ? `, ${waiting} waiting` : ''}`;
  return (
    <div className={styles.usage}>
      <div
        className={styles.bar}
        role="meter"
        aria-label={`${label}, ${usage.period}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, quota)}
        aria-valuenow={Math.min(used, quota)}
        aria-valuetext={words}
      >
        <span style={{ inlineSize: `${quota > 0 ? Math.min(100, (used / quota) * 100) : 0}%` }} />
      </div>
      <span className={styles.usageWords}>{words}</span>
    </div>
  );
}
