import {
  IconAlertCircle,
  IconArrowsSplit2,
  IconCloudCheck,
  IconCloudOff,
  IconCloudPause,
  IconCloudUp,
} from '@tabler/icons-react';
import { cx } from '../parts/common.ts';
import { formatTime } from '../time/format.ts';
import type { AutosaveState } from './autosave.ts';
import styles from './save-state.module.css';

/** 'Saving', 'Saved at 10:42 AM', 'Offline, kept here', 'Changed elsewhere'. Announced politely; silent before the first edit. */
export function SaveState({ state, zone }: { state: AutosaveState<unknown>; zone: string }) {
  const [Icon, words, mood] = look(state, zone);
  return (
    <output className={cx(styles.state, mood && styles[mood])}>
      {Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : null}
      {words}
    </output>
  );
}

type Look = readonly [Icon: typeof IconCloudUp | null, words: string, mood: 'warn' | 'bad' | null];

function look(state: AutosaveState<unknown>, zone: string): Look {
  switch (state.kind) {
    case 'clean':
      return state.saved_at === null
        ? [null, '', null]
        : [IconCloudCheck, `Saved at ${formatTime(new Date(state.saved_at).toISOString(), { zone })}`, null];
    case 'editing':
    case 'saving':
      return [IconCloudUp, 'Saving', null];
    case 'offline':
      return state.kept
        ? [IconCloudOff, 'Offline, kept here', 'warn']
        : [IconCloudOff, 'Offline, not saved yet', 'bad'];
    case 'retrying':
      return state.kept
        ? [IconCloudPause, 'Not sent yet, kept here', 'warn']
        : [IconCloudPause, 'Not saved yet, trying again', 'bad'];
    case 'refused':
      return [IconAlertCircle, 'Not saved, something to correct', 'bad'];
    default:
      return [IconArrowsSplit2, 'Changed elsewhere', 'warn'];
  }
}
