import type { StatusDisplay } from '../../../../ui/parts/status.tsx';
import { type Standing, STANDING_WORDS } from '../../rules/experts-desk.ts';

const LOOKS: Record<Standing, Omit<StatusDisplay, 'label'>> = {
  active: { tone: 'ok', share: 1 },
  paused: { tone: 'neutral', share: 0, side: 'pause' },
  suspended: { tone: 'bad', share: 0, side: 'attention' },
  credentials_expired: { tone: 'warn', share: 0, side: 'attention' },
  offboarded: { tone: 'neutral', share: 0, side: 'cross' },
};

/** How an expert's standing looks. */
export const standingDisplay = (standing: Standing): StatusDisplay => ({
  ...LOOKS[standing],
  label: STANDING_WORDS[standing],
});

export const AVAILABILITY = {
  accepting: 'Takes reviews',
  limited: 'Takes few reviews',
  none: 'Takes none now',
} as const;
