import { chartClues, type ChartClue, type ChartProposal, type Clue, proposeCharts } from './charts.ts';
import { holds, pathWords, plain, wordsOf } from './name-words.ts';

/** What is known of a pre-order that a file's name or folder could carry. */
export interface PreOrderClue {
  review_id: number;
  /** "PR-20417" */
  number: string;
  case_number?: string | null | undefined;
  /** The name or code of the provider under review. */
  provider_name: string;
  npi?: string | null | undefined;
  license_id?: string | null | undefined;
  charts: readonly ChartClue[];
}

/** Where a file would go. */
export interface Placement extends ChartProposal {
  /** Null where nothing points to one pre-order, or as much to another. */
  review_id: number | null;
  /** Those it is left between: what the name fits, none where it fits nothing. */
  among: readonly number[];
}

/** These name one review, provider or patient and nothing else. */
const SURE_NAMES = ['number', 'case_number', 'npi', 'license', 'record_number'] as const;
const STRONG_NAMES = ['provider', 'patient', 'birth_date'] as const;
/** These only tell apart what stronger signs leave, or point where there are none. */
const HINT_NAMES = ['bare_number', 'surname', 'label', 'default_label', 'patient_hint', 'service_date'] as const;
/** The first of several is the one named to the person. */
const NAMES = [...SURE_NAMES, ...STRONG_NAMES, ...HINT_NAMES] as const;
type Any = (typeof NAMES)[number];
interface Sign {
  what: Any;
  because: string;
  found: (words: readonly string[]) => boolean;
}

const SURE: ReadonlySet<Any> = new Set(SURE_NAMES);
const HINTS: ReadonlySet<Any> = new Set(HINT_NAMES);

const TITLES = new Set([
  'dr',
  'mr',
  'ms',
  'mrs',
  'prof',
  'md',
  'do',
  'np',
  'pa',
  'dds',
  'dmd',
  'dpm',
  'phd',
  'psyd',
  'jr',
]);
const letters = (words: readonly string[]): number => words.join('').length;

function signsOf(one: PreOrderClue): Sign[] {
  const signs: Sign[] = [];
  const sign = (what: Any, because: string, sought: readonly string[], anyOrder = false) =>
    signs.push({
      what,
      because,
      found: (words) => holds(words, sought) || (anyOrder && sought.every((word) => words.includes(word))),
    });
  const number = wordsOf(one.number);
  sign('number', one.number, number);
  const bare = number.at(-1) ?? '';
  if (bare.length >= 4) sign('bare_number', one.number, [bare]);
  const exact = [
    ['case_number', one.case_number, 3, 'the case number'],
    ['npi', one.npi, 10, 'the NPI'],
    ['license', one.license_id, 4, 'the license number'],
  ] as const;
  for (const [what, value, least, called] of exact)
    if (plain(value ?? '').replaceAll(' ', '').length >= least) sign(what, `${called} ${value}`, wordsOf(value ?? ''));
  const provider = wordsOf(one.provider_name);
  const name = provider.filter((word) => word.length > 1 && !TITLES.has(word));
  if (provider.some((word) => /\d/.test(word))) {
    // a code of two signs stands in many names by chance
    sign(letters(provider) >= 3 ? 'provider' : 'surname', `“${one.provider_name}”`, provider);
  } else if (name.length >= 2) {
    sign('provider', 'the provider’s name', name, true);
    const last = name.at(-1) ?? '';
    if (last.length >= 4) sign('surname', 'the provider’s surname', [last]);
  } else if (letters(name) >= 3) sign('surname', 'the provider’s name', name);
  for (const chart of one.charts)
    for (const { what, strength, because, found } of chartClues(chart))
      signs.push({ what: hintOf(what, strength, chart.label), because, found });
  return signs;
}

function hintOf(what: Clue['what'], strength: number, label: string): Any {
  if (what === 'patient') return strength === 1 ? 'patient_hint' : what;
  // laid out by the product, in every pre-order
  return what === 'label' && /^chart \d+$/i.test(label.trim()) ? 'default_label' : what;
}

/** Which chart of its pre-order a file belongs to: the only one there is, else as it is proposed for one review. */
export function chartWithin(path: string, charts: readonly ChartClue[]): ChartProposal {
  const [only, second] = charts;
  if (only && !second) return { chart_key: only.key, confidence: 'sure', because: 'It has one chart.' };
  const [chart] = proposeCharts([path], charts);
  return chart ?? { chart_key: null, confidence: 'none', because: '' };
}

/** The pre-orders each sign in some words points to, with what it is in words. */
type Found = ReadonlyMap<Any, ReadonlyMap<number, string>>;
type Pointed = ReadonlyMap<number, unknown> | ReadonlySet<number>;

const common = (a: Pointed, b: Pointed): Set<number> => new Set([...a.keys()].filter((id) => b.has(id)));

/** Those all name; null where there are none to ask. */
function agreed(sets: readonly Pointed[]): Set<number> | null {
  const [first, ...rest] = sets;
  return first ? rest.reduce<Set<number>>((left, next) => common(left, next), new Set(first.keys())) : null;
}

/**
 * Which pre-order and chart each file belongs to, by what stands in its name and its folders, in the order of `paths`.
 *
 * What counts: the review's number, the case number, NPI and license number, the provider's full name (any order,
 * titles aside) or code, and of its charts the record number, the patient's full name and date of birth. All of these
 * that stand in the file's own name must agree on a pre-order; the folders are asked where the name has none, or leaves
 * several. Then hints in both tell apart what is left, or point where nothing stronger stands and they agree: the bare
 * number, the surname alone, a chart's label, a patient's single name, a date of service. A label laid out by the
 * product ("Chart 1") never decides by itself. Within the pre-order the chart is proposed as for one review; a
 * pre-order of one chart takes it.
 *
 * What is left to the person, with no pre-order proposed: signs that contradict each other, several that fit alike (the
 * same provider's reviews of one period), and names that carry nothing.
 */
export function placeFiles(paths: readonly string[], preOrders: readonly PreOrderClue[]): Placement[] {
  const all = preOrders.map((one) => ({ one, signs: signsOf(one) }));
  const byId = new Map(preOrders.map((one) => [one.review_id, one]));
  return paths.map((path) => {
    const parts = path.split('/').filter((part) => part !== '');
    const own = look(pathWords(parts.at(-1) ?? ''));
    const folder = look(wordsOf(parts.slice(0, -1).join('/')));
    return place(path, own, folder);
  });

  function look(words: readonly string[]): Found {
    const found = new Map<Any, Map<number, string>>();
    if (words.length === 0) return found;
    for (const { one, signs } of all)
      for (const { what, because, found: stands } of signs) {
        if (found.get(what)?.has(one.review_id) || !stands(words)) continue;
        found.set(what, (found.get(what) ?? new Map<number, string>()).set(one.review_id, because));
      }
    return found;
  }

  function place(path: string, own: Found, folder: Found): Placement {
    const strong = (found: Found) => [...found].filter(([what]) => !HINTS.has(what)).map(([, of]) => of);
    const hints = [...own, ...folder].filter(([what]) => HINTS.has(what));
    const inName = agreed(strong(own));
    const inFolder = agreed(strong(folder));
    const contradict = 'point to different pre-orders.';
    if (inName?.size === 0 || (inName === null && inFolder?.size === 0)) return left(`Signs in its name ${contradict}`);
    let standing = inName ?? inFolder;
    if (inName && inName.size > 1 && inFolder) {
      standing = common(inName, inFolder);
      if (standing.size === 0) return left(`Its name and its folder ${contradict}`);
    }
    if (standing) {
      const stood = standing;
      const usable = hints.map(([, of]) => common(stood, of)).filter((set) => set.size > 0);
      const met = agreed(usable);
      if (met?.size) standing = met;
    } else {
      if (hints.length === 0) return left('Nothing in its name points to a pre-order.');
      if (hints.every(([what]) => what === 'default_label'))
        return left('Its name says which chart, but not of which pre-order.');
      standing = agreed(hints.map(([, of]) => of)) ?? new Set();
      if (standing.size === 0) return left(`Signs in its name ${contradict}`);
    }
    const ids = [...standing].toSorted((a, b) => a - b);
    const chosen = ids.length === 1 ? byId.get(ids[0] ?? 0) : undefined;
    return chosen ? within(path, chosen, own, folder) : left(`Its name fits ${ids.length} pre-orders alike.`, ids);
  }

  function within(path: string, one: PreOrderClue, own: Found, folder: Found): Placement {
    const signs = (found: Found) =>
      NAMES.flatMap((what) => {
        const because = found.get(what)?.get(one.review_id);
        return because === undefined || what === 'label' || what === 'default_label' ? [] : [{ what, because }];
      });
    const [inName, inFolder] = [signs(own), signs(folder)];
    const used = inName.length > 0 ? inName : inFolder;
    const sure = [...inName, ...inFolder].some(({ what }) => SURE.has(what));
    const [best] = used;
    const because = best ? `Its ${inName.length > 0 ? 'name' : 'folder'} has ${best.because}. ` : '';
    const chart = chartWithin(path, one.charts);
    return {
      review_id: one.review_id,
      chart_key: chart.chart_key,
      confidence: sure && chart.confidence === 'sure' ? 'sure' : 'likely',
      because: `${because}${chart.because}`,
      among: [],
    };
  }

  function left(because: string, among: readonly number[] = []): Placement {
    return { review_id: null, chart_key: null, confidence: 'none', because, among };
  }
}
