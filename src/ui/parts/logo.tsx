import { cx } from './common.ts';
import styles from './logo.module.css';

/** The mark: a listening P around the ball. With `wordmark` the name beside it; alone it is named for assistive technology. */
export function Logo({ wordmark = true, size = 22 }: { wordmark?: boolean; size?: number }) {
  return (
    <span className={cx(styles.logo, styles.root)}>
      <svg
        width={size * 0.82}
        height={size}
        viewBox="0 0 18 22"
        role={wordmark ? undefined : 'img'}
        aria-label={wordmark ? undefined : 'Peritus'}
        aria-hidden={wordmark || undefined}
      >
        <path
          d="M1.75 20.25V9A7.25 7.25 0 1 1 9 16.25"
          fill="none"
          stroke="currentcolor"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="9" cy="9" r="2.15" fill="currentcolor" />
      </svg>
      {wordmark ? <span className={styles.word}>Peritus</span> : null}
    </span>
  );
}
