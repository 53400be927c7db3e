import { IconAlertTriangle, IconCalendarEvent, IconCircleX, IconPlayerPause } from '@tabler/icons-react';
import { cx, toneVars } from './common.ts';
import type { Tone } from './common.ts';
import styles from './status.module.css';

/** What a status looks like. `share` is how far along the lifecycle, 0 to 1; `side` swaps the pie. */
export type StatusDisplay = {
  label: string;
  tone: Tone;
  share: number;
  side?: 'pause' | 'attention' | 'cross' | 'calendar' | undefined;
};

const sides = {
  pause: IconPlayerPause,
  attention: IconAlertTriangle,
  cross: IconCircleX,
  calendar: IconCalendarEvent,
};

/** A pie sector from twelve o'clock, clockwise. */
function sector(share: number): string {
  const angle = Math.min(Math.max(share, 0.04), 0.96) * 2 * Math.PI;
  const x = 7 + 3.6 * Math.sin(angle);
  const y = 7 - 3.6 * Math.cos(angle);
  return `M7 7V3.4A3.6 3.6 0 ${angle > Math.PI ? 1 : 0} 1 ${x.toFixed(3)} ${y.toFixed(3)}Z`;
}

/** The 14 px glyph alone, hidden from assistive technology: its words always stand beside it. */
export function StatusGlyph({ tone, share, side }: Omit<StatusDisplay, 'label'>) {
  if (side) {
    const Side = sides[side];
    return <Side className={styles.glyph} style={toneVars(tone)} size={15} stroke={2} aria-hidden />;
  }
  return (
    <svg className={styles.glyph} style={toneVars(tone)} width="14" height="14" viewBox="0 0 14 14" aria-hidden>
      {share >= 1 ? (
        <>
          <circle cx="7" cy="7" r="7" fill="currentcolor" />
          <path className={styles.check} d="m4.2 7.2 2 2 3.8-4" />
        </>
      ) : (
        <>
          <circle className={cx(styles.ring, share <= 0 && styles.dashed)} cx="7" cy="7" r="6.1" />
          {share > 0 ? <path d={sector(share)} fill="currentcolor" /> : null}
        </>
      )}
    </svg>
  );
}

/** Glyph and words, bare, as in tables. */
export function StatusText({ label, tone, share, side }: StatusDisplay) {
  return (
    <span className={styles.text}>
      <StatusGlyph tone={tone} share={share} side={side} />
      <span>{label}</span>
    </span>
  );
}

/** Glyph and words on a soft ground, as in page headers. */
export function StatusBadge({ label, tone, share, side }: StatusDisplay) {
  return (
    <span className={styles.badge} style={toneVars(tone)}>
      <StatusGlyph tone={tone} share={share} side={side} />
      <span>{label}</span>
    </span>
  );
}
