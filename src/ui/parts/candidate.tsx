import { IconAlertTriangle, IconCheck, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { spelled } from '../../core/phrases.ts';
import { Tick } from '../form/choice.tsx';
import { CodeChip } from './chips.tsx';
import { cx } from './common.ts';
import { SideAvatar } from './side-avatar.tsx';
import styles from './candidate.module.css';

export type ScoreColumn = { key: string; label: string; max: number; earned: number };

/**
 * A score one can read: each column as wide as what it can earn, as high as what it earned, so that area is points.
 * Amber below half. The columns are also a list for those who hear it.
 */
function ScoreBar({ columns, width = 118 }: { columns: ScoreColumn[]; width?: number }) {
  const words = columns.map((one) => `${one.label} ${one.earned} of ${one.max}`).join(', ');
  return (
    <span className={styles.bar} style={{ width }} role="img" aria-label={words} title={words}>
      {columns.map((one) => {
        const share = one.max > 0 ? Math.min(1, Math.max(0, one.earned / one.max)) : 0;
        return (
          <span key={one.key} className={styles.column} style={{ flexGrow: one.max }}>
            <span
              className={cx(styles.earned, share < 0.5 && styles.low)}
              style={{ height: `${Math.round(share * 100)}%` }}
            />
          </span>
        );
      })}
    </span>
  );
}

const reasonIcons = { ok: IconCheck, warn: IconAlertTriangle, new: IconSparkles };

/** One candidate: reasons before score. `onSelect` makes the row selectable. */
export function CandidateRow({
  rank,
  name,
  code,
  line,
  reasons,
  facts,
  score,
  drawn,
  columns,
  selected = false,
  onSelect,
  disabled,
  actions,
}: {
  rank: number;
  name: string;
  code?: string;
  /** 'Hospital medicine · 14 years · Austin, TX'. */
  line: string;
  reasons: { tone: 'ok' | 'warn' | 'new'; text: string }[];
  facts: { label: string; value: ReactNode }[];
  score: number;
  /** So many have as many points, of whom this is the first. */
  drawn?: number;
  columns: ScoreColumn[];
  selected?: boolean;
  onSelect?: (selected: boolean) => void;
  disabled?: boolean;
  actions?: ReactNode;
}) {
  return (
    <li className={cx(styles.row, selected && styles.selected)} tabIndex={-1}>
      {onSelect ? (
        <span className={styles.tick}>
          <Tick checked={selected} onChange={onSelect} disabled={disabled} aria-label={`Select ${name}`} />
        </span>
      ) : null}
      <span className={styles.rank}>{rank}</span>
      <span className={styles.face}>
        <SideAvatar seat="expert" name={name} size={30} />
      </span>
      <div className={styles.body}>
        <div className={styles.name}>
          <b>{name}</b>
          {code ? <CodeChip>{code}</CodeChip> : null}
        </div>
        <div className={styles.line}>{line}</div>
        <ul className={styles.reasons}>
          {reasons.map((reason) => {
            const Icon = reasonIcons[reason.tone];
            return (
              <li key={reason.text} className={styles[reason.tone]}>
                <Icon size={14} stroke={2} aria-hidden />
                {reason.text}
              </li>
            );
          })}
        </ul>
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt> <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      <div className={styles.score}>
        <div className={styles.points}>
          <b>{score}</b> of 100
        </div>
        {drawn ? <div className={styles.drawn}>{spelled(drawn)} equal, drawn by lot</div> : null}
        <ScoreBar columns={columns} />
      </div>
    </li>
  );
}

/** The list candidates stand in, its columns with heads; `ticks`: where rows can be selected. */
export function CandidateList({
  label,
  ticks = false,
  children,
}: {
  label: string;
  ticks?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <div className={styles.head} aria-hidden>
        {ticks ? <span className={styles.tick} /> : null}
        <span className={styles.rank}>Rank</span>
        <span className={styles.body}>Expert, and why</span>
        <span className={styles.score}>Points</span>
      </div>
      <ol className={styles.list} aria-label={label}>
        {children}
      </ol>
    </>
  );
}
