import { recordOf, type FormAnswers, type FormContext } from './answer.ts';
import { type FormDefinition, isScored } from './definition.ts';
import { answerOf, visibleQuestions } from './engine.ts';

export type Band = 'green' | 'amber' | 'red';
/** `percent` is what was earned of what could be, one decimal, null when nothing was scored. */
type Tally = {
  earned: number;
  possible: number;
  not_applicable: number;
  percent: number | null;
  band: Band | null;
};
type Deficiency = {
  section: string;
  key: string;
  row?: string;
  column?: string;
  label: string;
  value: string;
  critical: boolean;
};
export type Score = {
  overall: Tally;
  by_category: (Tally & { category: string })[];
  by_column: (Tally & { column: string })[];
  deficiencies: Deficiency[];
  /** Whether any answer is one the form calls critical. */
  critical: boolean;
};

type Mark = { share: number | null; weight: number; category: string; column?: string };

function tally(marks: readonly Mark[], bands: FormDefinition['scoring']): Tally {
  const scored = marks.filter((mark): mark is Mark & { share: number } => mark.share !== null && mark.weight > 0);
  const earned = scored.reduce((sum, mark) => sum + mark.share * mark.weight, 0);
  const possible = scored.reduce((sum, mark) => sum + mark.weight, 0);
  const exact = possible > 0 ? (earned / possible) * 100 : null;
  return {
    earned,
    possible,
    not_applicable: marks.filter((mark) => mark.share === null).length,
    // Cut, not rounded: 89.96 must not read as a 90 that its band denies.
    percent: exact === null ? null : Math.floor(exact * 10 + 1e-9) / 10,
    band:
      exact === null || !bands
        ? null
        : exact + 1e-9 >= bands.green_at
          ? 'green'
          : exact + 1e-9 >= bands.amber_at
            ? 'amber'
            : 'red',
  };
}

const groups = (marks: readonly Mark[], by: (mark: Mark) => string | undefined): [string, Mark[]][] => {
  const found = new Map<string, Mark[]>();
  for (const mark of marks) {
    const name = by(mark);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), mark]);
  }
  return [...found];
};

/** Yes earns all, No nothing, N/A is left out; a level earns its share. */
function shareOf(
  levels: readonly { value: string; score?: number | undefined }[] | undefined,
  value: string,
): number | null {
  if (!levels) return value === 'yes' ? 1 : value === 'no' ? 0 : null;
  return levels.find((level) => level.value === value)?.score ?? null;
}

/** The computed score of the visible answers: overall, by category, by matrix column, and what counts as deficient. */
export function score(definition: FormDefinition, answers: FormAnswers, context: FormContext): Score {
  const marks: Mark[] = [];
  const deficiencies: Deficiency[] = [];
  for (const { section, question } of visibleQuestions(definition, answers, context)) {
    const value = answerOf(answers, question.key)?.value;
    if (value === undefined || value === null) continue;
    const place = { section: section.key, key: question.key };
    if (question.type === 'matrix') {
      const columns = question.columns === 'charts' ? context.charts : question.columns;
      const rows = recordOf(value);
      for (const row of question.rows) {
        const cells = recordOf(Object.hasOwn(rows, row.key) ? rows[row.key] : undefined);
        for (const column of columns) {
          const cell = Object.hasOwn(cells, column.key) ? cells[column.key] : undefined;
          if (typeof cell !== 'string') continue;
          const category = row.category ?? question.category ?? section.title;
          marks.push({ share: shareOf(question.levels, cell), weight: row.weight ?? 1, category, column: column.key });
          const critical = row.critical_if?.includes(cell) ?? false;
          if (critical || row.deficiency_if?.includes(cell))
            deficiencies.push({
              ...place,
              row: row.key,
              column: column.key,
              label: `${row.label}, ${column.label}`,
              value: cell,
              critical,
            });
        }
      }
      continue;
    }
    if (!isScored(question)) continue;
    const chosen = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
    for (const one of chosen) {
      const critical = question.critical_if?.includes(one) ?? false;
      if (critical || question.deficiency_if?.includes(one))
        deficiencies.push({ ...place, label: question.label, value: one, critical });
      if (question.type === 'yes_no_na' || question.type === 'scale')
        marks.push({
          share: shareOf(question.type === 'scale' ? question.levels : undefined, one),
          weight: question.weight ?? 1,
          category: question.category ?? section.title,
        });
    }
  }
  return {
    overall: tally(marks, definition.scoring),
    by_category: groups(marks, (mark) => mark.category).map(([category, list]) => ({
      category,
      ...tally(list, definition.scoring),
    })),
    by_column: groups(marks, (mark) => mark.column).map(([column, list]) => ({
      column,
      ...tally(list, definition.scoring),
    })),
    deficiencies,
    critical: deficiencies.some((item) => item.critical),
  };
}
