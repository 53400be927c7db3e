/** How an expert left a matter: by themselves, by the matching desk, or for a conflict that was confirmed. */
export const DEPARTURES = ['withdrew', 'taken_off', 'conflict'] as const;
export type Departure = (typeof DEPARTURES)[number];

/** Most characters of a handover. */
export const HANDOVER_MOST = 5000;

/**
 * What a handover lacks, each by its path; none where it may be sent. An expert who withdraws from an agreement both signed says how the work
 * stands; before that there is none, and who takes them off writes none for them.
 */
export function handoverFaults({
  own,
  agreed,
  handover,
}: {
  own: boolean;
  agreed: boolean;
  handover: string;
}): { path: string; message: string }[] {
  const written = handover.trim() !== '';
  if (own && agreed && !written)
    return [{ path: 'handover', message: 'Say what is done, what is open, and where things are.' }];
  if (!own && written)
    return [{ path: 'handover', message: 'Only the expert who withdraws hands over. Leave this empty.' }];
  return [];
}
