/** What holds a mail back: a switch of the organization, what the person chose, or alerts the person does not take. */
const SUPPRESSED_BY = ['organization', 'person', 'alerts_off'] as const;
export type SuppressedBy = (typeof SUPPRESSED_BY)[number];
