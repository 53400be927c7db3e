import {
  answerOf,
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  questionsOf,
  recordOf,
  score,
  visibleQuestions,
} from '../../reports/rules.ts';

/** The scales an overall judgment can stand on; 1 is the best level of each. */
export const SCALE_NAMES = ['care', 'met', 'competency', 'oppe'] as const;
export type Scale = (typeof SCALE_NAMES)[number];
export type LevelTone = 'ok' | 'info' | 'warn' | 'bad';

export interface Level {
  level: number;
  label: string;
  /** Two or three words, where many stand side by side. */
  short: string;
  tone: LevelTone;
}

/** What each scale is called, and its levels from the best on. */
export const SCALES: Readonly<Record<Scale, { label: string; levels: readonly Level[] }>> = {
  care: {
    label: 'Overall care',
    levels: [
      { level: 1, label: 'Appropriate', short: 'Appropriate', tone: 'ok' },
      { level: 2, label: 'Minor opportunity for improvement', short: 'Minor opportunity', tone: 'info' },
      { level: 3, label: 'Controversial, or an accepted variation', short: 'Controversial', tone: 'warn' },
      { level: 4, label: 'Inappropriate', short: 'Inappropriate', tone: 'bad' },
    ],
  },
  met: {
    label: 'Share met',
    levels: [
      { level: 1, label: 'In the upper band', short: 'Upper band', tone: 'ok' },
      { level: 2, label: 'In the middle band', short: 'Middle band', tone: 'warn' },
      { level: 3, label: 'In the lower band', short: 'Lower band', tone: 'bad' },
    ],
  },
  competency: {
    label: 'Competency',
    levels: [
      { level: 1, label: 'Competent on their own', short: 'On their own', tone: 'ok' },
      { level: 2, label: 'Competent with supervision at hand', short: 'Supervision at hand', tone: 'info' },
      { level: 3, label: 'Competent with direct supervision', short: 'Direct supervision', tone: 'warn' },
      { level: 4, label: 'Not yet competent', short: 'Not yet', tone: 'bad' },
    ],
  },
  oppe: {
    label: 'Privileges',
    levels: [
      { level: 1, label: 'Continue without change', short: 'Continue', tone: 'ok' },
      { level: 2, label: 'Begin a focused evaluation', short: 'Focused evaluation', tone: 'warn' },
      { level: 3, label: 'Bring before the committee', short: 'Committee', tone: 'bad' },
    ],
  },
};

/** One level of a scale in words; null for none. */
export const levelOf = (scale: Scale | null, level: number | null): Level | null =>
  scale === null || level === null ? null : (SCALES[scale].levels.find((one) => one.level === level) ?? null);

/** Overall care as forms B and E ask it; what cannot be determined is no level. */
const CARE: Readonly<Record<string, number>> = { appropriate: 1, minor: 2, controversial: 3, inappropriate: 4 };
const OPPE: Readonly<Record<string, number>> = { continue: 1, focused_review: 2, committee: 3 };
const BANDS: Readonly<Record<string, number>> = { green: 1, amber: 2, red: 3 };

export interface Judgment {
  /** Null: the form has no overall judgment. */
  scale: Scale | null;
  /** Null: it could not be determined. */
  level: number | null;
  /** Share met in percent with one decimal, where the form is scored. */
  percent: number | null;
}

/** The single choice or plain text a question was answered with. */
const chosen = (answers: FormAnswers, key: string): string => {
  const value = answerOf(answers, key)?.value;
  return typeof value === 'string' ? value : '';
};

/**
 * The overall level of one report by its form: E's adjudicated care, B's overall care, C's competency, D's conclusion,
 * A's share met by the form's own bands.
 */
export function judgmentOf(definition: FormDefinition, answers: FormAnswers, context: FormContext): Judgment {
  const keys = new Set(questionsOf(definition).map(({ question }) => question.key));
  const percent = definition.scoring ? score(definition, answers, context).overall : null;
  for (const key of ['adjudicated_care', 'overall_care'])
    if (keys.has(key)) return { scale: 'care', level: CARE[chosen(answers, key)] ?? null, percent: null };
  if (keys.has('procedure_competency'))
    return { scale: 'competency', level: competencyOf(answers), percent: percent?.percent ?? null };
  if (keys.has('oppe_conclusion'))
    return { scale: 'oppe', level: OPPE[chosen(answers, 'oppe_conclusion')] ?? null, percent: null };
  if (percent) return { scale: 'met', level: BANDS[percent.band ?? ''] ?? null, percent: percent.percent };
  return { scale: null, level: null, percent: null };
}

/** The level at least half of all ratings reach: one cell judged badly does not decide it, most of them do. */
function competencyOf(answers: FormAnswers): number | null {
  const rows = recordOf(answerOf(answers, 'procedure_competency')?.value);
  const ratings = Object.values(rows)
    .flatMap((cells) => Object.values(recordOf(cells)))
    .flatMap((cell) => (typeof cell === 'string' && /^[1-4]$/.test(cell) ? [5 - Number(cell)] : []))
    .toSorted((a, b) => a - b);
  return ratings[Math.ceil(ratings.length / 2) - 1] ?? null;
}

export const FINDING_KINDS = ['aspect', 'provider_factor', 'system_factor', 'audit'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** What one report says about one category. */
export interface Finding {
  kind: FindingKind;
  category: string;
  label: string;
  /** Aspects: 1 to 3; null for the others. */
  level: number | null;
  /** How many times it was judged, what was met of it, and how many of them are deficiencies. */
  asked: number;
  met: number;
  deficiencies: number;
}

/** A report by category: aspects of care, factors that contributed, the checklist's categories. */
export function findingsOf(definition: FormDefinition, answers: FormAnswers, context: FormContext): Finding[] {
  const found = new Map<string, Finding>();
  const add = (kind: FindingKind, category: string, label: string, more: Partial<Finding>): void => {
    const key = `${kind}:${category}`;
    const one = found.get(key) ?? { kind, category, label, level: null, asked: 0, met: 0, deficiencies: 0 };
    found.set(key, {
      ...one,
      level: more.level ?? one.level,
      asked: one.asked + (more.asked ?? 0),
      met: one.met + (more.met ?? 0),
      deficiencies: one.deficiencies + (more.deficiencies ?? 0),
    });
  };
  for (const { section, question } of visibleQuestions(definition, answers, context)) {
    const value = answerOf(answers, question.key)?.value;
    if (value === undefined || value === null) continue;
    if (question.type === 'scale' && question.key.startsWith('aspect_') && typeof value === 'string') {
      if (!/^[1-3]$/.test(value)) continue;
      add('aspect', question.key.slice('aspect_'.length), question.label, {
        level: Number(value),
        asked: 1,
        met: value === '1' ? 1 : 0,
        deficiencies: question.deficiency_if?.includes(value) ? 1 : 0,
      });
    } else if (question.type === 'multi' && question.key.startsWith('contributing_') && Array.isArray(value)) {
      const kind = question.key === 'contributing_system' ? 'system_factor' : 'provider_factor';
      for (const one of value) {
        const option = question.options.find((o) => o.value === one);
        if (option) add(kind, option.value, option.label, { asked: 1, deficiencies: 1 });
      }
    } else if (question.type === 'matrix') {
      const rows = recordOf(value);
      const columns = question.columns === 'charts' ? context.charts : question.columns;
      for (const row of question.rows) {
        const cells = recordOf(Object.hasOwn(rows, row.key) ? rows[row.key] : undefined);
        const category = row.category ?? question.category ?? section.title;
        for (const column of columns) {
          const cell = Object.hasOwn(cells, column.key) ? cells[column.key] : undefined;
          if (typeof cell !== 'string' || cell === 'na') continue;
          const deficient = row.deficiency_if?.includes(cell) ?? false;
          add('audit', category, category, { asked: 1, met: deficient ? 0 : 1, deficiencies: deficient ? 1 : 0 });
        }
      }
    }
  }
  return [...found.values()];
}

/** Whether the reviewer asks for attention before the committee meets. */
export const asksForAttention = (answers: FormAnswers): boolean => chosen(answers, 'needs_attention') === 'yes';
