import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type OrganizationChange, organizationConsoleEndpoints } from '../contract/console.ts';
import { fieldNamed } from '../rules/fields.ts';
import styles from './organization.module.css';
import { valueWords } from './value-words.ts';

const { history } = organizationConsoleEndpoints;

/** Who changed what about an organization, newest first, narrowed to one field by the address. */
export function HistoryTab({ id }: { id: number }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const field = typeof search['field'] === 'string' ? search['field'] : null;
  const list = useInfiniteQuery({
    queryKey: [...queryKey(history), id, field],
    queryFn: ({ pageParam, signal }) =>
      call(history, {
        signal,
        params: { id },
        query: { ...(field === null ? {} : { field }), ...(pageParam === '' ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const fields = list.data?.pages[0]?.fields ?? [];
  return (
    <div className={styles.history}>
      {fields.length > 1 || field !== null ? (
        <div className={styles.search}>
          <SelectField
            path="field"
            label="Of"
            value={field ?? ''}
            clearable
            placeholder="Everything"
            options={fields.map((name) => ({ value: name, label: labelOf(name) }))}
            onChange={(value) =>
              void navigate({
                to: `/admin/organizations/${id}`,
                search: { tab: 'history', ...(value === null ? {} : { field: value }) },
                replace: true,
              })
            }
          />
        </div>
      ) : null}
      {list.isPending ? <SkeletonRows rows={4} columns={[50, 0, 30]} height={56} label="Loading what changed" /> : null}
      <Failure
        error={list.error as ApiError | null}
        what="What changed could not be loaded."
        onRetry={() => void list.refetch()}
      />
      {list.data && rows.length === 0 ? (
        <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title="Nothing was changed yet">
          Every change is listed here: who made it, when, and what it was before.
        </EmptyState>
      ) : null}
      <ul className={styles.fields}>
        {rows.map((row) => (
          <Change key={row.id} row={row} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Change({ row }: { row: OrganizationChange }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const field = fieldNamed(row.field);
  const words = (value: unknown): string => {
    if (row.field === 'logo') return value === null ? 'none' : 'a picture';
    if (!field) return typeof value === 'string' ? formatInstant(value, { zone, now }) : 'none';
    return value === null && field.kind === 'switch' && field.needs_reason ? 'off' : ownWords(field, value);
  };
  return (
    <li className={styles.change}>
      <p>
        <b>{row.by}</b> changed <b>{labelOf(row.field)}</b>
      </p>
      <p className={styles.about}>
        {words(row.before)} → {words(row.after)}
        {row.reason ? ` · ${row.reason}` : null}
      </p>
      <span className={styles.when}>{formatInstant(row.at, { zone, now })}</span>
    </li>
  );
}

/** What is kept beside the fields, each change with the instant that names it. */
const LABELS: Readonly<Record<string, string>> = { eula: 'Agreement', logo: 'Logo' };
const labelOf = (name: string): string => fieldNamed(name)?.label ?? LABELS[name] ?? name;

const ownWords = (field: NonNullable<ReturnType<typeof fieldNamed>>, value: unknown): string =>
  value === null ? (field.inherits ? 'inherited' : 'none') : valueWords(field, value);
