import type {
  Cite,
  Clinical,
  Conclusion,
  DemoMatter,
  Party,
  Phase,
  PlantedEntry,
  PlantedKind,
  RecordCategory,
} from './types.ts';

type DraftPlanted = [page: number, at: string, kind: PlantedKind, title: string, author: string, text: string[]];

type DraftRecord = {
  name: string;
  category: RecordCategory;
  pages: number;
  scan?: boolean;
  source?: string;
  from: string;
  to: string;
  phases?: Phase[];
  planted?: DraftPlanted[];
};

/** How a matter is written down: like DemoMatter, with passages to cite marked in place as `{{id|quoted words}}`. */
export type MatterDraft = Omit<
  DemoMatter,
  'claimant' | 'defendants' | 'parties' | 'records' | 'conclusion' | 'clinical' | 'insurer'
> & {
  insurer?: string;
  claimant: [first: string, last: string, born: string, sex: 'female' | 'male'];
  /** Name, specialty and the first nine digits of the NPI. */
  defendants: [name: string, specialty: string, npi?: string][];
  firms: [plaintiff: string, defense: string];
  treating?: string[];
  clinical: Clinical;
  records: DraftRecord[];
  conclusion: Omit<Conclusion, 'answers'> & { answers: [text: string, ...cites: number[]][] };
};

const HIDDEN: ReadonlySet<RecordCategory> = new Set(['incident_report', 'prior_expert_report']);
const MARK = /\{\{(\d+)\|([^}]+)\}\}/g;

/**
 * The ten-digit NPI for nine digits: a Luhn check digit computed with the 80840 prefix.
 * Every NPI here starts with 2, a series that is valid in form but has never been issued.
 */
export function npi(nine: string): string {
  const digits = [...`80840${nine}`].map(Number).toReversed();
  const sum = digits.reduce((total, digit, at) => {
    if (at % 2 === 1) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

function partiesOf(draft: MatterDraft, insurer: string): Party[] {
  const [first, last] = draft.claimant;
  return [
    { name: `${first} ${last}`, kind: 'person', role: 'claimant' },
    ...draft.defendants.map(([name]): Party => ({ name, kind: 'person', role: 'defendant' })),
    { name: draft.facility, kind: 'facility', role: 'facility' },
    ...(draft.treating ?? []).map((name): Party => ({ name, kind: 'person', role: 'treating_provider' })),
    { name: draft.firms[0], kind: 'firm', role: 'plaintiff_counsel' },
    { name: draft.firms[1], kind: 'firm', role: 'defense_counsel' },
    { name: insurer, kind: 'insurer', role: 'insurer' },
  ];
}

/** Completes a draft: takes the marked passages out into exact cites, fills in parties and defaults. Throws on a cite without a mark. */
export function defineMatter(draft: MatterDraft): DemoMatter {
  const cites = new Map<number, Cite>();
  const records = draft.records.map((record, at) => ({
    name: record.name,
    category: record.category,
    visible_to_expert: !HIDDEN.has(record.category),
    pages: record.pages,
    scan: record.scan ?? false,
    source: record.source ?? draft.facility,
    from: record.from,
    to: record.to,
    facts: {
      phases: record.phases ?? [],
      planted: (record.planted ?? []).map(([page, time, kind, title, author, text]): PlantedEntry => {
        for (const paragraph of text) {
          for (const [, id, quote] of paragraph.matchAll(MARK)) {
            cites.set(Number(id), { record: at, page, quote: quote ?? '' });
          }
        }
        return { page, at: time, kind, title, author, text: text.map((paragraph) => paragraph.replace(MARK, '$2')) };
      }),
    },
  }));
  const answers = draft.conclusion.answers.map(([text, ...ids], question) => ({
    question,
    text,
    cites: ids.map((id) => {
      const cite = cites.get(id);
      if (cite === undefined) throw new Error(`${draft.key}: no passage is marked ${id}`);
      return cite;
    }),
  }));
  const insurer = draft.insurer ?? 'Harborline Mutual';
  const [first_name, last_name, date_of_birth, sex] = draft.claimant;
  const { firms: _firms, treating: _treating, ...rest } = draft;
  return {
    ...rest,
    insurer,
    claimant: { first_name, last_name, date_of_birth, sex },
    defendants: draft.defendants.map(([name, specialty, nine]) =>
      nine === undefined ? { name, specialty } : { name, specialty, npi: npi(nine) },
    ),
    parties: partiesOf(draft, insurer),
    records,
    conclusion: { ...draft.conclusion, answers },
  };
}

/** A stretch of the clinical course, in one line. */
export function phase(
  at: string,
  place: Phase['place'],
  condition: Phase['condition'],
  notes: string[],
  more: Pick<Phase, 'meds' | 'labs'> = {},
): Phase {
  return { at, place, condition, notes, ...more };
}
