/** How a calendar date (YYYY-MM-DD) is written wherever everybody reads the same; pages write in the reader's own English. */
const FORMS = {
  /** "October 1, 2026" */
  long: { month: 'long', day: 'numeric', year: 'numeric' },
  /** "October 1" */
  day: { month: 'long', day: 'numeric' },
  /** "October 2026" */
  month: { month: 'long', year: 'numeric' },
  /** "Oct 1, 2026" */
  medium: { month: 'short', day: 'numeric', year: 'numeric' },
  /** "Thu, Oct 1, 2026" */
  weekday: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateForm = keyof typeof FORMS;

const formats = new Map<DateForm, Intl.DateTimeFormat>();

/** Whether a text has the shape of a calendar date. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A calendar date as people write it. */
export function dateText(date: string, form: DateForm): string {
  // making a format costs a hundred times what using it does
  let format = formats.get(form);
  if (!format) formats.set(form, (format = new Intl.DateTimeFormat('en-US', { ...FORMS[form], timeZone: 'UTC' })));
  return format.format(new Date(`${date}T00:00:00Z`));
}
