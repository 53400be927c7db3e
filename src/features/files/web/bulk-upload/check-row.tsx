import { maxUploadBytes } from '../../../../ui/session/site.ts';
import type { SelectOption } from '../../../../ui/form/select-option.ts';
import { EVERY_CHART } from '../../../reviews/rules.ts';
import { IconX } from '@tabler/icons-react';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { IconButton, TextButton } from '../../../../ui/parts/button.tsx';
import type { PreOrderView } from '../../contract.ts';
import { whyNotSendable } from '../../rules.ts';
import styles from './bulk-upload.module.css';
import type { Proposed } from './proposed.ts';
import { bulkUploads } from './store.ts';

const NONE = '-';

/** "PR-20417, Dr. Pike, Saltmarsh General" */
const preOrderName = ({ number, subject }: PreOrderView): string => `${number}, ${subject}`;

export const chartName = (one: PreOrderView | undefined, key: string | null): string =>
  key === null
    ? 'no chart yet'
    : key === EVERY_CHART
      ? 'all charts'
      : (one?.charts.find((chart) => chart.key === key)?.label ?? 'its chart');

/** One file before it is sent: what its name says, and where it goes, to be set by hand. */
export function CheckRow({
  row,
  preOrders,
  fellows,
}: {
  row: Proposed;
  preOrders: readonly PreOrderView[];
  /** Other files of its folder that go nowhere yet. */
  fellows: readonly number[];
}) {
  const { key, chosen } = row.file;
  const { file, path } = chosen;
  const wrong = whyNotSendable({ name: file.name, size_bytes: file.size }, maxUploadBytes());
  const chosenOne = preOrders.find((one) => one.review_id === row.review_id);
  const among = new Set(row.among);
  const options: SelectOption[] = [
    { value: NONE, label: 'No pre-order yet' },
    ...preOrders
      .toSorted((a, b) => Number(among.has(b.review_id)) - Number(among.has(a.review_id)))
      .map((one) => ({
        value: String(one.review_id),
        label: preOrderName(one),
        ...(among.size === 0 ? {} : { group: among.has(one.review_id) ? 'Its name fits' : 'Others' }),
      })),
  ];
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : null;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{path}</p>
        <p className={wrong ? styles.bad : styles.quiet}>{wrong ?? row.says}</p>
        {row.file.put?.review_id && fellows.length > 0 && folder !== null ? (
          <p className={styles.quiet}>
            <TextButton onClick={() => bulkUploads.put(fellows, { review_id: row.review_id, chart_key: undefined })}>
              Put the other {fellows.length === 1 ? 'file' : `${fellows.length} files`} of “{folder}” there, too
            </TextButton>
          </p>
        ) : null}
      </div>
      {wrong ? null : (
        <div className={styles.where}>
          <SelectField
            path={`pre-order-${key}`}
            label={`Pre-order of ${path}`}
            hideLabel
            options={options}
            value={row.review_id === null ? NONE : String(row.review_id)}
            onChange={(next) =>
              bulkUploads.put([key], {
                review_id: next === null || next === NONE ? null : Number(next),
                chart_key: undefined,
              })
            }
          />
          <SelectField
            path={`chart-${key}`}
            label={`Chart of ${path}`}
            hideLabel
            searchable={false}
            disabled={!chosenOne}
            options={[
              { value: NONE, label: 'No chart yet' },
              { value: EVERY_CHART, label: 'All charts' },
              ...(chosenOne?.charts ?? []).map((chart) => ({
                value: chart.key,
                label: [chart.label || 'Chart without a label', chart.mrn].filter(Boolean).join(', '),
              })),
            ]}
            value={row.chart_key ?? NONE}
            onChange={(next) =>
              bulkUploads.put([key], {
                review_id: row.review_id,
                chart_key: next === null || next === NONE ? null : next,
              })
            }
          />
        </div>
      )}
      <IconButton label={`Leave out ${path}`} onClick={() => bulkUploads.drop([key])}>
        <IconX size={16} stroke={1.75} />
      </IconButton>
    </li>
  );
}
