import { IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Ball, ballWords } from './ball.tsx';
import { cx } from './common.ts';
import type { Side } from './common.ts';
import styles from './what-next.module.css';

/**
 * The answer to "whose move is it". `yours` holds the choice itself and one filled button; `theirs` says when it is
 * expected; `nobody` why it rests and who can lift it; `done` what becomes of the records.
 */
export function WhatNext({
  voice,
  seat = null,
  who,
  title,
  children,
  choice,
  actions,
  clock,
  level = 2,
}: {
  voice: 'yours' | 'theirs' | 'nobody' | 'done';
  seat?: Side | null;
  /** Overrides the words beside the ball. */
  who?: string;
  title: string;
  children?: ReactNode;
  choice?: ReactNode;
  actions?: ReactNode;
  /** The right column: an SlaClock. */
  clock?: ReactNode;
  level?: 2 | 3;
}) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const holder = voice === 'nobody' || voice === 'done' ? null : seat;
  return (
    <section className={cx(styles.panel, styles[voice], clock ? styles.timed : null)} aria-labelledby={id}>
      <div className={styles.main}>
        <div className={styles.who}>
          {voice === 'done' ? (
            <IconCircleCheck size={14} stroke={2} aria-hidden />
          ) : (
            <Ball seat={holder} yours={voice === 'yours'} silent />
          )}
          <span>{who ?? (voice === 'done' ? 'Done' : ballWords(holder, voice === 'yours'))}</span>
        </div>
        <Heading id={id} className={styles.title}>
          {title}
        </Heading>
        {children ? <div className={styles.text}>{children}</div> : null}
        {choice ? <div className={styles.choice}>{choice}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {clock ? <div className={styles.clock}>{clock}</div> : null}
    </section>
  );
}
