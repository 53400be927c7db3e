import { cx } from './common.ts';
import styles from './stage-bar.module.css';

export type Stage = { label: string; state: 'done' | 'current' | 'ahead'; share?: number };

/** Where a matter stands in its life. On a phone only the current stage keeps its words in view. */
export function StageBar({ stages, label = 'Progress' }: { stages: Stage[]; label?: string }) {
  return (
    <ol className={styles.bar} aria-label={label}>
      {stages.map((stage) => (
        <li
          key={stage.label}
          className={cx(styles.stage, styles[stage.state])}
          aria-current={stage.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.track} aria-hidden>
            <span
              className={styles.fill}
              style={{
                transform: `scaleX(${stage.state === 'done' ? 1 : stage.state === 'current' ? (stage.share ?? 0.5) : 0})`,
              }}
            />
          </span>
          <span className={styles.label}>{stage.label}</span>
          {stage.state === 'done' ? <span className={styles.hidden}>, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
