import { IconHighlight } from '@tabler/icons-react';
import type { RecordsSelection } from './types.ts';
import { viewerTexts } from './viewer-texts.ts';
import styles from './pages.module.css';

interface MarkActionProps {
  selection: RecordsSelection;
  bates: string | null;
  sheetWidth: number;
  onMark: () => void;
}

/** Stands at the end of the selection; M does the same from the keyboard. */
export function MarkAction({ selection, bates, sheetWidth, onMark }: MarkActionProps) {
  const last = selection.rects.at(-1);
  if (!last) return null;
  const bottom = last.y + last.height;
  const place = bottom < 0.93 ? 'below' : last.y > 0.07 ? 'above' : 'inside';
  // Kept on the sheet: the button is about 240 pixels wide.
  const half = Math.min(0.5, 122 / sheetWidth);
  const middle = Math.min(1 - half, Math.max(half, last.x + last.width / 2));
  return (
    <div
      className={styles.action}
      data-place={place}
      style={{ left: `${middle * 100}%`, top: `${(place === 'below' ? bottom : last.y) * 100}%` }}
    >
      <button
        type="button"
        aria-keyshortcuts="M"
        // Pressing must not end the browser's selection before the click arrives.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onMark}
      >
        <IconHighlight size={16} stroke={1.75} aria-hidden="true" />
        {selection.quote ? viewerTexts.markPassage : viewerTexts.markArea}
        <span className={styles.actionPage}>
          {viewerTexts.cite(selection.page)}
          {bates ? ` · ${bates}` : ''}
        </span>
      </button>
    </div>
  );
}
