import type { ReactNode } from 'react';
import { cx } from './common.ts';
import type { Side } from './common.ts';
import styles from './ball.module.css';

const sides: Side[] = ['requester', 'staff', 'expert'];
const names: Record<Side, string> = { requester: 'the requester', staff: 'Peritus', expert: 'the expert' };

/** Who has the ball, in words: "Your move", "With the expert", "Nobody’s move". */
export function ballWords(seat: Side | null, yours = false): string {
  if (!seat) return 'Nobody’s move';
  return yours ? 'Your move' : `With ${names[seat]}`;
}

/**
 * Three seats in fixed order: requester, Peritus, expert. The filled one has the ball; petrol means it is the reader's.
 * Give `silent` where the words stand beside it anyway.
 */
export function Ball({
  seat,
  yours = false,
  silent = false,
}: {
  seat: Side | null;
  yours?: boolean;
  silent?: boolean;
}) {
  const at = seat ? sides.indexOf(seat) : 1;
  return (
    <svg
      className={cx(styles.ball, yours && seat && styles.yours)}
      width="36"
      height="12"
      viewBox="0 0 36 12"
      role={silent ? undefined : 'img'}
      aria-label={silent ? undefined : ballWords(seat, yours)}
      aria-hidden={silent || undefined}
    >
      <path className={styles.string} d="M5 6h26" />
      {sides.map((name, index) => (
        <circle key={name} className={styles.seat} cx={5 + index * 13} cy="6" r="3" />
      ))}
      <circle
        className={cx(styles.filled, !seat && styles.absent)}
        cx="5"
        cy="6"
        r="5"
        style={{ transform: `translateX(${at * 13}px)` }}
      />
    </svg>
  );
}

/** The ball with the act beside it, as in list rows: whose move it is and what the move is. */
export function BallLine({
  seat,
  yours = false,
  children,
}: {
  seat: Side | null;
  yours?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.line}>
      <Ball seat={seat} yours={yours} />
      <span className={cx(styles.act, yours && seat && styles.mine)}>{children}</span>
    </span>
  );
}
