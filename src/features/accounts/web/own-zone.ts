/** The time zone of the reader's machine, for people who have none of their own with us yet. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
