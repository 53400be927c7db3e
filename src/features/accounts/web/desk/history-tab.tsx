import { IconHistory } from '@tabler/icons-react';
import { actedName } from '../../../../core/names.ts';
import { capital } from '../../../../core/phrases.ts';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { type PersonChange, peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { PERSON_SETTINGS } from '../../rules.ts';
import styles from './desk.module.css';

/** Who did what about a person's account, newest first. */
export function HistoryTab({ id }: { id: number }) {
  const list = usePages(peopleDeskEndpoints.history, { params: { id }, query: {} });
  return (
    <ListRows
      list={list}
      what="What changed could not be loaded."
      loading={<SkeletonRows rows={4} columns={[50, 0, 30]} height={56} label="Loading what changed" />}
      empty={
        <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title="Nothing yet">
          Sign-ins, grants and every other change are listed here.
        </EmptyState>
      }
    >
      <ul className={styles.rows}>
        {list.rows.map((row) => (
          <Change key={row.id} row={row} />
        ))}
      </ul>
    </ListRows>
  );
}

function Change({ row }: { row: PersonChange }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p>
          <b>{actedName(row.by, row.acting)}</b> {row.says}
        </p>
        {row.field ? (
          <p className={styles.quiet}>
            {fieldWords(row.field)}: {valueWords(row.before)} → {valueWords(row.after)}
          </p>
        ) : null}
        {row.reason ? <p className={styles.quiet}>{row.reason}</p> : null}
      </div>
      <span className={styles.when}>{formatInstant(row.at, { zone, now })}</span>
    </li>
  );
}

/** A field of the trail by its label. */
const fieldWords = (field: string): string =>
  PERSON_SETTINGS.find(({ name }) => name === field)?.label ?? capital(field.replaceAll('_', ' '));

/** A value of the trail as people read it. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueWords(one)).join(', ');
  if (typeof value === 'object') {
    const parts = new Map<string, unknown>(Object.entries(value));
    const label =
      parts.get('label') ?? (parts.get('is_review_manager') === true ? 'Review manager' : parts.get('type'));
    return typeof label === 'string' ? label : JSON.stringify(value);
  }
  return String(value as string | number);
}
