/** What a date of a matter is: its words, whose move it is, and whether it is an event others' dates are counted from. */
interface DateType {
  type: string;
  /** "Expert disclosure": as it heads a row. */
  title: string;
  /** "the expert disclosure": within a sentence. */
  called: string;
  /** Who has the ball until then; null: nobody, it tells when something happened. */
  ball: 'expert' | 'requester' | null;
  /** Where the order of a legal case has it: there it is kept. */
  field?: OrderField;
}
/** The dates a legal case's order asks for. */
export type OrderField = 'disclosure_deadline' | 'deposition_on' | 'discovery_cutoff' | 'trial_on';

/** The dates of a matter, in the order they come in most. */
export const DATE_TYPES = [
  {
    type: 'disclosure',
    title: 'Expert disclosure',
    called: 'the expert disclosure',
    ball: 'requester',
    field: 'disclosure_deadline',
  },
  {
    type: 'opposing_disclosure',
    title: 'Other side’s disclosure received',
    called: 'the other side’s disclosure',
    ball: null,
  },
  { type: 'report', title: 'Expert’s report', called: 'the expert’s report', ball: 'expert' },
  { type: 'rebuttal', title: 'Rebuttal', called: 'the rebuttal', ball: 'expert' },
  {
    type: 'deposition',
    title: 'Expert’s deposition',
    called: 'the expert’s deposition',
    ball: 'requester',
    field: 'deposition_on',
  },
  {
    type: 'transcript_available',
    title: 'Notice that the transcript is available',
    called: 'the notice that the transcript is available',
    ball: null,
  },
  { type: 'errata', title: 'Errata sheet', called: 'the errata sheet', ball: 'expert' },
  {
    type: 'discovery_cutoff',
    title: 'Discovery cut-off',
    called: 'the discovery cut-off',
    ball: 'requester',
    field: 'discovery_cutoff',
  },
  { type: 'trial', title: 'Trial', called: 'the trial', ball: 'requester', field: 'trial_on' },
  { type: 'other', title: 'Another date', called: 'a date of the matter', ball: 'requester' },
] as const satisfies readonly DateType[];
export type MatterDateType = (typeof DATE_TYPES)[number]['type'];
export const MATTER_DATE_TYPES = DATE_TYPES.map(({ type }) => type) as [MatterDateType, ...MatterDateType[]];

const BY_TYPE = new Map<string, DateType>(DATE_TYPES.map((row) => [row.type, row]));
const rowOf = (type: MatterDateType): DateType => {
  const row = BY_TYPE.get(type);
  if (!row) throw new Error(`No date is called ${type}.`);
  return row;
};

/** What heads a date: its own words where it has some. */
export const titleOf = (type: MatterDateType, label: string): string => (label === '' ? rowOf(type).title : label);
/** A date within a sentence. Words somebody typed are left out: they may name people. */
export const calledOf = (type: MatterDateType): string => rowOf(type).called;
export const ballOf = (type: MatterDateType): 'expert' | 'requester' | null => rowOf(type).ball;
/** The field of the order that keeps a date; null where the order does not ask for it. */
export const fieldOf = (type: MatterDateType): OrderField | null => rowOf(type).field ?? null;
/** Of which there can be several, told apart by their words. */
export const isNamed = (type: MatterDateType): boolean => type === 'other';

/** The dates of an order by their types. */
export const ORDER_DATES = DATE_TYPES.flatMap((row) => ('field' in row ? [{ type: row.type, field: row.field }] : []));

export const LABEL_MOST = 80;
export const SOURCE_MOST = 200;
/** How many dates can be entered at once, and stand in a matter. */
export const DATES_MOST = 60;

/** What is wrong with a date that is to be kept; empty: nothing. */
export function dateFaults({ type, label, day }: { type: MatterDateType; label: string; day: string }) {
  const year = Number(day.slice(0, 4));
  return [
    ...(year < 2000 || year > 2100 ? [{ path: 'day', message: 'Enter a year between 2000 and 2100.' }] : []),
    ...(isNamed(type) && label.trim() === '' ? [{ path: 'label', message: 'Say what the date is.' }] : []),
    ...(!isNamed(type) && label.trim() !== '' ? [{ path: 'label', message: 'This date has its own name.' }] : []),
  ];
}
