/** The zones of the United States, by the name people know them by. */
export const US_ZONES: readonly { value: string; label: string }[] = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Mountain, without daylight saving (Arizona)'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
].map(([value = '', label = '']) => ({ value, label }));

/** Where most offices are: days of the whole installation begin and end there. */
export const OFFICE_ZONE = 'America/New_York';
