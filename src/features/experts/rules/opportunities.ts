/** What else than reviews an expert can say to be open to, in the order it is shown. */
export const OPPORTUNITIES = [
  {
    value: 'testifying',
    label: 'Testifying',
    about: 'At a deposition or in court, about a matter you gave an opinion on.',
  },
  {
    value: 'teaching',
    label: 'Teaching',
    about: 'Talks and courses for clinicians, claim teams or attorneys.',
  },
  {
    value: 'panel_work',
    label: 'Panel work',
    about: 'Sitting with other experts on a panel or committee that decides together.',
  },
] as const;
export type Opportunity = (typeof OPPORTUNITIES)[number]['value'];
export const OPPORTUNITY_NAMES = OPPORTUNITIES.map(({ value }) => value) as [Opportunity, ...Opportunity[]];

/** What an expert is open to as a line says it, in the fixed order: "testifying, panel work"; '' for nothing. */
export function openToWords(open: readonly Opportunity[]): string {
  return OPPORTUNITIES.filter(({ value }) => open.includes(value))
    .map(({ label }) => label.toLowerCase())
    .join(', ');
}
