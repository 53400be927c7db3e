import { IconAlertCircle, IconMessage } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { TextButton } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import type { Citation } from '../../rules.ts';
import { useCiting } from '../records/citing.tsx';
import { pageWords, showWords } from '../records/passage.ts';
import styles from './write.module.css';

/** "cites p. 214 and p. 216"; each page shows itself in the records. */
export function CitedPages({ citations }: { citations: readonly Citation[] }) {
  const { open } = useCiting();
  if (citations.length === 0) return null;
  return (
    <>
      cites{' '}
      {citations.map((citation, at) => (
        <Fragment key={`${citation.file_id}:${citation.page}`}>
          {at === 0 ? '' : at === citations.length - 1 ? ' and ' : ', '}
          {open ? (
            <TextButton aria-label={showWords(citation)} onClick={() => open(citation)}>
              {pageWords(citation)}
            </TextButton>
          ) : (
            pageWords(citation)
          )}
        </Fragment>
      ))}
    </>
  );
}

/** The line under a question: what its comment holds or still lacks. Red only with an icon and words. */
export function Meta({ id, bad = false, children }: { id?: string; bad?: boolean; children: ReactNode }) {
  const Icon = bad ? IconAlertCircle : IconMessage;
  return (
    <div id={id} className={cx(styles.meta, bad && styles.bad)}>
      <Icon size={14} stroke={2} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
