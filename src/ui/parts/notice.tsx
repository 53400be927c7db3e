import {
  IconAlertTriangle,
  IconCircleCheck,
  IconGitMerge,
  IconInfoCircle,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextButton } from './button.tsx';
import { toneVars } from './common.ts';
import styles from './notice.module.css';

type Act = { label: string; onAct: () => void };

/** What failed, in the place where it failed; the rest of the page goes on. */
export function InlineError({
  title,
  children,
  onRetry,
  reference,
}: {
  /** 'The timeline could not be loaded.' */
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  /** What support needs to find it: '7K2-Q9F'. */
  reference?: string | null | undefined;
}) {
  return (
    <div className={styles.notice} style={toneVars('bad')} role="alert">
      <IconPlugConnectedX size={16} stroke={1.9} aria-hidden />
      <div className={styles.body}>
        <b>{title}</b> {children} {onRetry ? <TextButton onClick={onRetry}>Try again</TextButton> : null}
        {reference ? <div className={styles.reference}>Reference {reference}</div> : null}
      </div>
    </div>
  );
}

const kinds = {
  info: ['info', IconInfoCircle],
  warn: ['warn', IconAlertTriangle],
  conflict: ['warn', IconGitMerge],
  ok: ['ok', IconCircleCheck],
  bad: ['bad', IconAlertTriangle],
} as const;

/** Something to know or to settle, in place. `conflict` is a lost race: it offers the fresh version or both. */
export function InlineNotice({
  kind = 'info',
  title,
  children,
  actions = [],
  icon,
  live = kind === 'conflict',
}: {
  kind?: keyof typeof kinds;
  title?: string;
  children?: ReactNode;
  actions?: Act[];
  icon?: ReactNode;
  /** Announced when it appears. */
  live?: boolean;
}) {
  const [tone, Icon] = kinds[kind];
  return (
    <div className={styles.notice} style={toneVars(tone)} role={live ? 'alert' : undefined}>
      {icon ?? <Icon size={16} stroke={1.9} aria-hidden />}
      <div className={styles.body}>
        {title ? <b className={styles.title}>{title}</b> : null}
        {children}{' '}
        {actions.map((act) => (
          <TextButton key={act.label} className={styles.act} onClick={act.onAct}>
            {act.label}
          </TextButton>
        ))}
      </div>
    </div>
  );
}
