import { isStaff } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { isDate } from '../../../core/dates.ts';
import type { FieldError } from '../../../core/errors.ts';

export const EXPERTS_PLACE: ConsolePlace = {
  group: 'Directory',
  label: 'Experts',
  about: 'Find experts, verify what their work rests on, and say who is not asked at present.',
  path: '/admin/experts',
  glyph: 'experts',
  admits: isStaff,
  words: 'directory credentials licenses pause',
};

export const STANDINGS = ['active', 'paused', 'suspended', 'credentials_expired', 'offboarded'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_ACTIONS = ['pause', 'resume', 'suspend', 'offboard'] as const;
export type StandingAction = (typeof STANDING_ACTIONS)[number];

/** What staff do with an expert's standing: from where, to where, as its button says it. Nobody but active experts is asked. */
const STANDING_MOVES: readonly {
  action: StandingAction;
  from: readonly Standing[];
  to: Standing;
  label: string;
  means: string;
}[] = [
  {
    action: 'resume',
    from: ['paused', 'suspended', 'credentials_expired', 'offboarded'],
    to: 'active',
    label: 'Make active',
    means: 'The expert can be found and invited again, as far as the credentials hold.',
  },
  {
    action: 'pause',
    from: ['active'],
    to: 'paused',
    label: 'Pause',
    means: 'No invitation goes out until you make the expert active again. Accepted reviews stay.',
  },
  {
    action: 'suspend',
    from: ['active', 'paused'],
    to: 'suspended',
    label: 'Suspend',
    means: 'For a doubt about the expert’s standing. No invitation goes out; look at the open reviews yourself.',
  },
  {
    action: 'offboard',
    from: ['active', 'paused', 'suspended', 'credentials_expired'],
    to: 'offboarded',
    label: 'Offboard',
    means: 'The expert no longer works with Peritus. No invitation goes out.',
  },
];

/** What may be done with an expert of this standing. */
export const standingMoves = (standing: Standing) => STANDING_MOVES.filter(({ from }) => from.includes(standing));
export const standingMove = (standing: Standing, action: StandingAction) =>
  standingMoves(standing).find((move) => move.action === action);

export const STANDING_WORDS: Record<Standing, string> = {
  active: 'Active',
  paused: 'Paused',
  suspended: 'Suspended',
  credentials_expired: 'Credentials expired',
  offboarded: 'Offboarded',
};

/** A license, certification or cover as staff verify it. */
export interface Verification {
  number: string;
  expires_on: string | null;
  source: string;
}

/** What is wrong with a verification, at its fields. A certification may have no end, anything else has one. */
export function verificationFaults(
  sort: 'license' | 'board' | 'malpractice',
  { number, expires_on, source }: Verification,
  today: string,
): FieldError[] {
  const faults: FieldError[] = [];
  if (sort === 'license' && number === '') faults.push({ path: 'number', message: 'Enter the license number.' });
  if (source === '') faults.push({ path: 'source', message: 'Say where this was looked up, or who confirmed it.' });
  if (expires_on === null) {
    if (sort !== 'board')
      faults.push({ path: 'expires_on', message: 'Enter its last day. We remind everybody before.' });
  } else if (!isDate(expires_on)) faults.push({ path: 'expires_on', message: 'Choose its last day.' });
  else if (expires_on < today) faults.push({ path: 'expires_on', message: 'This day is over. Verify what holds now.' });
  return faults;
}
