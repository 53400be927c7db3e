import {
  IconAdjustmentsHorizontal,
  IconCalendarMonth,
  IconChecklist,
  IconLayoutKanban,
  IconList,
  IconUpload,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { ButtonLink, IconButton } from '../../../../ui/parts/button.tsx';
import { Flyout } from '../../../../ui/parts/flyout.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import type { ListColumn, ListSide } from '../../rules.ts';
import type { ListLayout, ListSearch } from './search.ts';
import styles from './list.module.css';

const ColumnsPanel = lazyPart(() => import('./columns-panel.tsx'));

/** How the list looks: as rows, a board or a calendar, with which columns, and whether rows are chosen. */
export default function ListTools({
  search,
  look,
  completed,
  orders,
  choosing,
  onChoosing,
  columns,
  side,
  kind,
  onChoose,
  onChange,
}: {
  search: ListSearch;
  look: ListLayout;
  completed: boolean;
  orders: boolean;
  choosing: boolean;
  onChoosing: (on: boolean) => void;
  columns: readonly ListColumn[];
  side: ListSide;
  kind: Kind | null;
  onChoose: (columns: ListColumn[]) => void;
  onChange: (search: ListSearch) => void;
}) {
  const viewer = useViewer();
  const ahead = search.tab === 'pre_orders' && orders && kind !== null ? KINDS[kind].ahead_path : null;
  return (
    <>
      {ahead === null ? null : (
        <ButtonLink
          size="sm"
          className={styles.ahead ?? ''}
          href={`${ahead}/records`}
          icon={<IconUpload stroke={1.75} />}
        >
          Upload records
        </ButtonLink>
      )}
      {look === 'list' && search.sort === 'due' && !completed ? (
        <span className={styles.grouping}>Grouped by whose move it is</span>
      ) : null}
      {completed ? null : (
        <LayoutChoice look={look} onChange={(next) => onChange({ ...search, look: next, month: null })} />
      )}
      {look === 'list' && orders ? (
        <IconButton
          label={choosing ? 'Stop choosing rows' : 'Choose several rows'}
          aria-pressed={choosing}
          onClick={() => onChoosing(!choosing)}
        >
          <IconChecklist size={16} stroke={1.75} />
        </IconButton>
      ) : null}
      {look === 'list' ? (
        <Flyout
          end
          label="Columns"
          renderButton={(button) => (
            <IconButton label="Columns" className={styles.columnsButton ?? ''} {...button}>
              <IconAdjustmentsHorizontal size={16} stroke={1.75} />
            </IconButton>
          )}
        >
          {() => (
            <Suspense fallback={<p className={styles.chipNone}>One moment</p>}>
              <ColumnsPanel columns={columns} who={viewer.kind} side={side} kind={kind} onChoose={onChoose} />
            </Suspense>
          )}
        </Flyout>
      ) : null}
    </>
  );
}

const LOOKS = [
  ['list', 'List', IconList],
  ['board', 'Board by whose move it is', IconLayoutKanban],
  ['calendar', 'Calendar by due date', IconCalendarMonth],
] as const;

/** The same reviews as a list, a board or a calendar. */
function LayoutChoice({ look, onChange }: { look: ListLayout; onChange: (look: ListLayout) => void }) {
  return (
    <span className={styles.looks} role="group" aria-label="Look">
      {LOOKS.map(([value, label, Icon]) => (
        <IconButton key={value} label={label} aria-pressed={value === look} onClick={() => onChange(value)}>
          <Icon size={16} stroke={1.75} />
        </IconButton>
      ))}
    </span>
  );
}
