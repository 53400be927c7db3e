import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
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
  const list = usePages(history, { params: { id }, query: { field: field ?? undefined } });
  const fields = list.first?.fields ?? [];
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
      <ListRows
        list={list}
        what="What changed could not be loaded."
        loading={<SkeletonRows rows={4} columns={[50, 0, 30]} height={56} label="Loading what changed" />}
        empty={
          <EmptyState icon={<IconHistory size={28} stroke={1.5} />} title="Nothing was changed yet">
            Every change is listed here: who made it, when, and what it was before.
          </EmptyState>
        }
      >
        <ul className={styles.fields}>
          {list.rows.map((row) => (
            <Change key={row.id} row={row} />
          ))}
        </ul>
      </ListRows>
    </div>
  );
}

function Change({ row }: { row: OrganizationChange }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const field = fieldNamed(row.field);
  const words = (value: unknown): string => {
    if (row.field === 'logo') return value === null ? 'none' : 'a picture';
    if (row.field === 'specialty_database') return databaseWords(value);
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
const LABELS: Readonly<Record<string, string>> = { eula: 'Agreement', logo: 'Logo', specialty_database: 'Prices' };

/** A specialty database as the record keeps it: its name. */
const databaseWords = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : 'inherited';
const labelOf = (name: string): string => fieldNamed(name)?.label ?? LABELS[name] ?? name;

const ownWords = (field: NonNullable<ReturnType<typeof fieldNamed>>, value: unknown): string =>
  value === null ? (field.inherits ? 'inherited' : 'none') : valueWords(field, value);
