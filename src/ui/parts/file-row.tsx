import {
  IconAlertCircle,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconLock,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './common.ts';
import { RouteLink } from './link.tsx';
import styles from './file-row.module.css';

export type FileKind = 'pdf' | 'image' | 'document' | 'archive' | 'locked';

/** What a file is doing. Percent is 0 to 100. */
export type FileState =
  | { kind: 'stored' }
  | { kind: 'uploading'; percent: number; left: string; onPause: () => void; onCancel: () => void }
  | { kind: 'paused'; percent: number; why: string; onResume: () => void; onCancel: () => void }
  | { kind: 'checking' }
  | { kind: 'same_content'; as: string; onKeep?: () => void }
  | { kind: 'failed'; cause: string; remedy?: { label: string; onAct: () => void } };

const kinds = {
  pdf: IconFileTypePdf,
  image: IconPhoto,
  document: IconFileText,
  archive: IconFileZip,
  locked: IconLock,
};

/** The icon of a file by its media type and name. */
export function fileKind(mediaType: string, name = ''): FileKind {
  if (mediaType === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf';
  if (mediaType.startsWith('image/') || mediaType === 'application/dicom') return 'image';
  if (/zip|tar|7z|rar/.test(mediaType) || /\.zip$/i.test(name)) return 'archive';
  return 'document';
}

/** One file: name, what is known of it, pages, who sees it, menu; or its way here and what went wrong, with one remedy. */
export function FileRow({
  name,
  kind,
  meta,
  href,
  onOpen,
  pages,
  visible,
  state = { kind: 'stored' },
  menu,
}: {
  name: string;
  kind: FileKind;
  /** 'Operative · Bates HM000001–000048'. */
  meta?: ReactNode;
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** '48 pages'. */
  pages?: string | undefined;
  /** Whether the expert sees it; absent where that is no question. */
  visible?: boolean | undefined;
  state?: FileState;
  menu?: ReactNode;
}) {
  const Icon = state.kind === 'same_content' ? IconCopy : state.kind === 'failed' ? IconAlertCircle : kinds[kind];
  return (
    <li className={cx(styles.row, styles[state.kind])}>
      <span className={styles.icon} aria-hidden>
        {state.kind === 'checking' ? <span className={styles.turning} /> : <Icon size={18} stroke={1.75} />}
      </span>
      <div className={styles.what}>
        {href && state.kind === 'stored' ? (
          <RouteLink href={href} className={styles.name} onClick={onOpen}>
            {name}
          </RouteLink>
        ) : onOpen && state.kind === 'stored' ? (
          <button type="button" className={styles.name} onClick={onOpen}>
            {name}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <Second name={name} state={state} meta={meta} />
      </div>
      {state.kind === 'stored' && (pages || visible !== undefined) ? (
        <div className={styles.facts}>
          {pages ? <span className={styles.pages}>{pages}</span> : null}
          {visible === undefined ? null : (
            <span className={styles.sees}>
              {visible ? <IconEye size={14} stroke={2} aria-hidden /> : <IconEyeOff size={14} stroke={2} aria-hidden />}
              {visible ? 'Expert sees it' : 'Hidden'}
            </span>
          )}
        </div>
      ) : null}
      <div className={styles.acts}>
        <Acts name={name} state={state} />
        {menu}
      </div>
    </li>
  );
}

function Second({ name, state, meta }: { name: string; state: FileState; meta: ReactNode }) {
  if (state.kind === 'uploading' || state.kind === 'paused') {
    const words = state.kind === 'paused' ? `Paused, ${state.why}` : `${Math.floor(state.percent)}% · ${state.left}`;
    return (
      <div className={styles.moving}>
        <span
          className={styles.track}
          role="progressbar"
          aria-label={`Upload of ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(state.percent)}
          aria-valuetext={words}
        >
          <span className={styles.fill} style={{ transform: `scaleX(${state.percent / 100})` }} />
        </span>
        <span className={styles.left}>{words}</span>
      </div>
    );
  }
  if (state.kind === 'checking') return <div className={styles.meta}>Being checked for viruses</div>;
  if (state.kind === 'same_content') return <div className={styles.same}>Same content as {state.as}</div>;
  if (state.kind === 'failed') return <div className={styles.cause}>{state.cause}</div>;
  return meta ? <div className={styles.meta}>{meta}</div> : null;
}

function Acts({ name, state }: { name: string; state: FileState }) {
  switch (state.kind) {
    case 'uploading':
      return (
        <>
          <IconButton label={`Pause ${name}`} onClick={state.onPause}>
            <IconPlayerPause stroke={1.75} />
          </IconButton>
          <IconButton label={`Cancel upload of ${name}`} onClick={state.onCancel}>
            <IconX stroke={1.75} />
          </IconButton>
        </>
      );
    case 'paused':
      return (
        <>
          <IconButton label={`Continue ${name}`} onClick={state.onResume}>
            <IconPlayerPlay stroke={1.75} />
          </IconButton>
          <IconButton label={`Cancel upload of ${name}`} onClick={state.onCancel}>
            <IconX stroke={1.75} />
          </IconButton>
        </>
      );
    case 'same_content':
      return state.onKeep ? (
        <Button kind="quiet" size="sm" onClick={state.onKeep}>
          Keep both
        </Button>
      ) : null;
    case 'failed':
      return state.remedy ? (
        <Button size="sm" onClick={state.remedy.onAct}>
          {state.remedy.label}
        </Button>
      ) : null;
    default:
      return null;
  }
}

/** The list that file rows stand in, divided by hairlines; `ruled` puts one above the first too. */
export function FileList({ label, ruled = false, children }: { label: string; ruled?: boolean; children: ReactNode }) {
  return (
    <ul className={cx(styles.list, ruled && styles.ruled)} aria-label={label}>
      {children}
    </ul>
  );
}
