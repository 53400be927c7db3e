import { storedCharts, EVERY_CHART } from '../../reviews/rules.ts';
import { plural } from '../../../core/phrases.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listReviews, readQuote, readReview, readSection } from '../../reviews/contract.ts';
import { fileEndpoints, type FileView } from '../contract.ts';
import { proposeCharts } from '../rules.ts';
import styles from './chart-match.module.css';

const NONE = '-';
type Choices = Readonly<Record<number, string>>;

/** Corrections not applied yet stay with this tab: file numbers and chart keys, no names. */
const keptAt = (reviewId: number): string => `chart-match:${reviewId}`;
function kept(reviewId: number): Choices {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keptAt(reviewId)) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Choices) : {};
  } catch {
    return {};
  }
}
function keep(reviewId: number, choices: Choices): void {
  try {
    if (Object.keys(choices).length === 0) sessionStorage.removeItem(keptAt(reviewId));
    else sessionStorage.setItem(keptAt(reviewId), JSON.stringify(choices));
  } catch {
    // A comfort only.
  }
}

/**
 * Which chart each file belongs to: proposed by its name and folders, corrected here, and applied at once. Files nothing
 * points to come first; what is ambiguous is not guessed.
 */
export default function ChartMatch({
  kind,
  reviewId,
  files,
}: {
  kind: Kind;
  reviewId: number;
  files: readonly FileView[];
}) {
  const step = useQuery(query(readSection, { kind, params: { id: reviewId, section: 'step_three' } }));
  const [open, setOpen] = useState(false);
  const [choices, setChoices] = useState<Choices>(() => kept(reviewId));
  const choose = (next: Choices) => {
    setChoices(next);
    keep(reviewId, next);
  };
  const assign = useCommand(fileEndpoints.assignCharts, {
    refresh: [fileEndpoints.list, readReview, readQuote, listReviews],
    onSuccess: ({ assigned }) => {
      choose({});
      setOpen(false);
      toastDone(`${plural(assigned, 'file is', 'files are')} with their charts.`);
    },
  });
  const charts = storedCharts(step.data?.data);
  if (charts.length === 0) return null;
  const known = new Set([EVERY_CHART, ...charts.map((chart) => chart.key)]);
  const placed = (file: FileView): string => (file.chart_key && known.has(file.chart_key) ? file.chart_key : NONE);
  const without = files.filter((file) => placed(file) === NONE).length;
  const recorded = new Set(files.map(placed));
  const missing = recorded.has(EVERY_CHART) ? 0 : charts.filter((chart) => !recorded.has(chart.key)).length;
  const counts =
    missing > 0
      ? `${missing} of ${charts.length} charts still without records.`
      : `Each of the ${charts.length} charts has records.`;

  if (!open)
    return (
      <div className={styles.line}>
        <p className={styles.quiet} role="status">
          {counts}
          {without > 0 ? ` ${plural(without, 'file belongs', 'files belong')} to no chart yet.` : ''}
        </p>
        <Button size="sm" onClick={() => setOpen(true)}>
          {without > 0 ? 'Match files to charts' : 'Look at the matches'}
        </Button>
      </div>
    );

  const proposals = proposeCharts(
    files.map((file) => file.path ?? file.name),
    charts,
  );
  const rows = files
    .map((file, at) => {
      const proposal = proposals[at];
      const stands = placed(file);
      const proposed = stands === NONE ? (proposal?.chart_key ?? NONE) : stands;
      const chosen = choices[file.id];
      const value = chosen !== undefined && (chosen === NONE || known.has(chosen)) ? chosen : proposed;
      const says =
        chosen !== undefined
          ? 'Your choice.'
          : stands !== NONE
            ? 'Already with this chart.'
            : `${proposal?.confidence === 'sure' ? 'Sure. ' : proposal?.confidence === 'likely' ? 'Likely. ' : ''}${proposal?.because ?? ''}`;
      const rank =
        stands !== NONE ? 3 : proposal?.confidence === 'sure' ? 2 : proposal?.confidence === 'likely' ? 1 : 0;
      return { file, value, says, rank, changed: value !== stands };
    })
    .toSorted((a, b) => a.rank - b.rank);
  const changed = rows.filter((row) => row.changed);
  const options = [
    { value: NONE, label: 'No chart yet' },
    { value: EVERY_CHART, label: 'All charts' },
    ...charts.map((chart) => ({ value: chart.key, label: chart.label || 'Chart without a label' })),
  ];
  return (
    <section className={styles.panel} aria-label="Match files to charts">
      <h3>Which chart does each file belong to?</h3>
      <p className={styles.quiet}>
        Proposed by label, record number, patient and dates in the file’s name or folder. Files that fit several charts
        are left to you and come first.
      </p>
      <ul className={styles.files}>
        {rows.map(({ file, value, says }) => (
          <li key={file.id}>
            <div>
              <p className={styles.name}>{file.path ?? file.name}</p>
              <p className={styles.quiet}>{says}</p>
            </div>
            <SelectField
              path={`chart-${file.id}`}
              label={`Chart of ${file.name}`}
              hideLabel
              searchable={false}
              options={options}
              value={value}
              onChange={(next) => choose({ ...choices, [file.id]: next ?? NONE })}
            />
          </li>
        ))}
      </ul>
      <Failure error={assign.error} what="The files could not be matched." />
      <div className={styles.acts}>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Later
        </Button>
        <Button
          busy={assign.isPending}
          disabled={changed.length === 0}
          onClick={() =>
            assign.mutate({
              kind,
              params: { id: reviewId },
              body: {
                assignments: changed.map(({ file, value }) => ({
                  file_id: file.id,
                  chart_key: value === NONE ? null : value,
                })),
              },
            })
          }
        >
          {changed.length === 0 ? 'Nothing to apply' : `Apply to ${plural(changed.length, 'file')}`}
        </Button>
      </div>
    </section>
  );
}
