import { holds, pathWords, plain, wordsOf } from './name-words.ts';

/** What is known of a chart that a file's name could carry. Dates are YYYY-MM-DD. */
export interface ChartClue {
  key: string;
  label: string;
  mrn?: string | null | undefined;
  patient_name?: string | null | undefined;
  dob?: string | null | undefined;
  /** First days of its encounters. */
  dates?: readonly string[];
}

export interface ChartProposal {
  /** The chart proposed; null where nothing points to one, or as much to another. */
  chart_key: string | null;
  /** `sure`: its number or whole label stands in the name. `likely`: the patient or a date does. `none`: nothing does. */
  confidence: 'sure' | 'likely' | 'none';
  /** What pointed to it, or why none is proposed. */
  because: string;
}

/** The ways a date is written in file names, as words. */
function writings(date: string): string[][] {
  const [year = '', month = '', day = ''] = date.split('-');
  const [m, d] = [month.replace(/^0/, ''), day.replace(/^0/, '')];
  return [
    [year, m, d],
    [m, d, year],
    [m, d, year.slice(2).replace(/^0/, '')],
    [`${year}${month}${day}`.replace(/^0+/, '')],
    [`${month}${day}${year}`.replace(/^0+/, '')],
  ];
}

/** Something that would point to a chart, if it stood in a name. */
export interface Clue {
  what: 'record_number' | 'label' | 'patient' | 'birth_date' | 'service_date';
  strength: 3 | 2 | 1;
  because: string;
  found: (words: readonly string[]) => boolean;
}

/** What would point to a chart, strongest first. */
export function chartClues(chart: ChartClue): Clue[] {
  const clues: Clue[] = [];
  const mrn = plain(chart.mrn ?? '').replaceAll(' ', '');
  // a number of one or two digits stands in many names by chance
  if (mrn.length >= 3) {
    const words = wordsOf(chart.mrn ?? '');
    clues.push({
      what: 'record_number',
      strength: 3,
      because: `its record number ${chart.mrn ?? ''}`,
      found: (all) => holds(all, words),
    });
  }
  const label = wordsOf(chart.label);
  if (label.length > 0 && label.join('').length >= 2)
    clues.push({ what: 'label', strength: 3, because: `“${chart.label}”`, found: (all) => holds(all, label) });
  const name = wordsOf(chart.patient_name ?? '').filter((word) => word.length > 1);
  if (name.length >= 2)
    clues.push({
      what: 'patient',
      strength: 2,
      because: 'the patient’s name',
      found: (all) => holds(all, name) || name.every((word) => all.includes(word)),
    });
  else if (name.length === 1 && (name[0]?.length ?? 0) >= 3)
    clues.push({ what: 'patient', strength: 1, because: 'the patient’s name', found: (all) => holds(all, name) });
  if (chart.dob) {
    const ways = writings(chart.dob);
    clues.push({
      what: 'birth_date',
      strength: 2,
      because: 'the date of birth',
      found: (all) => ways.some((way) => holds(all, way)),
    });
  }
  for (const date of chart.dates ?? []) {
    const ways = writings(date);
    clues.push({
      what: 'service_date',
      strength: 1,
      because: 'a date of service',
      found: (all) => ways.some((way) => holds(all, way)),
    });
  }
  return clues;
}

/**
 * Which chart each file belongs to, by what stands in its name and folders: record number or label, patient, dates. The
 * strongest clue decides; where two charts have as strong a one, none is proposed. The file's own name goes before its
 * folders. Answers in the order of `paths`.
 */
export function proposeCharts(paths: readonly string[], charts: readonly ChartClue[]): ChartProposal[] {
  const clues = charts.map((chart) => ({ chart, clues: chartClues(chart) }));
  return paths.map((path) => {
    const parts = path.split('/').filter((part) => part !== '');
    const own = parts.at(-1) ?? '';
    const byName = strongest(pathWords(own));
    if (byName.length > 0 || parts.length < 2) return answer(byName);
    return answer(strongest(wordsOf(parts.slice(0, -1).join('/'))));
  });

  function strongest(words: readonly string[]) {
    const found = clues.flatMap(({ chart, clues: all }) => {
      const hits = all.filter((clue) => clue.found(words));
      const [best] = hits.toSorted((a, b) => b.strength - a.strength);
      // two weaker clues of one chart outweigh a single one of another
      return best ? [{ chart, best, weight: best.strength * 10 + hits.length }] : [];
    });
    const top = Math.max(0, ...found.map(({ weight }) => weight));
    return found.filter(({ weight }) => weight === top);
  }

  function answer(found: ReturnType<typeof strongest>): ChartProposal {
    const [first, ...others] = found;
    if (!first) return { chart_key: null, confidence: 'none', because: 'Nothing in its name points to a chart.' };
    if (others.length > 0)
      return { chart_key: null, confidence: 'none', because: `Its name fits ${found.length} charts alike.` };
    return {
      chart_key: first.chart.key,
      confidence: first.best.strength === 3 ? 'sure' : 'likely',
      because: `Its name has ${first.best.because}.`,
    };
  }
}
