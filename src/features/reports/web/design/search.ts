const STATES = ['draft', 'published', 'retired'] as const;
export const STATE_LABELS = { draft: 'Not published yet', published: 'Published', retired: 'Out of use' } as const;

/** What the address of the list of forms says. */
export interface FormsSearch {
  q: string;
  state: (typeof STATES)[number] | null;
}

/** The search of an address; what it does not know is left out. */
export function readFormsSearch({ q, state }: Record<string, unknown>): FormsSearch {
  return {
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    state: STATES.find((one) => one === state) ?? null,
  };
}

/** The same as an address has it. */
export const writeFormsSearch = ({ q, state }: FormsSearch): Record<string, string> => ({
  ...(q === '' ? {} : { q }),
  ...(state === null ? {} : { state }),
});
export const STATE_OPTIONS = STATES.map((value) => ({ value, label: STATE_LABELS[value] }));

/** The tabs of a form's page. */
export const FORM_TABS = { write: 'Write', versions: 'Versions', use: 'Where it is used' } as const;
export type FormTab = keyof typeof FORM_TABS;
export const formTabOf = ({ tab }: Record<string, unknown>): FormTab =>
  tab === 'versions' || tab === 'use' ? tab : 'write';
export const formHref = (id: number, tab: FormTab = 'write'): string =>
  `/admin/report-forms/${id}${tab === 'write' ? '' : `?tab=${tab}`}`;
