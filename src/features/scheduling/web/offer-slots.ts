import type { Slot } from '../../../ui/parts/slot-group.tsx';
import { dayOf } from '../../../ui/time/format.ts';
import type { OfferView } from '../contract.ts';

const WHY_NOT: Partial<Record<OfferView['status'], string>> = {
  lapsed: 'Lapsed, under 24 hours away',
  taken: 'Just taken',
  withdrawn: 'Taken back',
};

/**
 * Offers as slots to choose from. Those that ended stay in view with the reason; `gone` are offers that stood here a
 * moment ago and are no longer answered by the server. `neededBy` is a calendar day, read in the reader's zone.
 */
export function slotsOf(
  offers: readonly OfferView[],
  { zone, neededBy, gone = [] }: { zone: string; neededBy: string | null; gone?: readonly OfferView[] },
): Slot[] {
  const here = new Set(offers.map((o) => o.id));
  const ended = gone.filter((o) => !here.has(o.id)).map((o) => ({ ...o, status: 'withdrawn' as const }));
  return [...offers, ...ended].map((offer) => {
    const base = { id: String(offer.id), starts_at: offer.starts_at, ends_at: offer.ends_at };
    const why = WHY_NOT[offer.status];
    if (why) return { ...base, state: offer.status === 'taken' ? 'taken' : 'refused', reason: why };
    if (offer.outside_hours === 'refuse') return { ...base, state: 'refused', reason: 'Outside office hours' };
    return { ...base, state: 'open', notes: notesOf(offer, zone, neededBy) };
  });
}

function notesOf(offer: OfferView, zone: string, neededBy: string | null): NonNullable<Slot['notes']> {
  const notes: NonNullable<Slot['notes']> = [];
  if (offer.outside_hours === 'warn') notes.push({ tone: 'warn', text: 'Outside office hours' });
  if (offer.holiday) notes.push({ tone: 'warn', text: 'Public holiday' });
  const day = dayOf(offer.starts_at, zone);
  if (neededBy !== null && day === neededBy) notes.push({ tone: 'info', text: 'Needed by this day' });
  if (neededBy !== null && day > neededBy) notes.push({ tone: 'warn', text: 'After the day it is needed by' });
  return notes;
}

/** The offers one can still choose. */
export const openSlots = (slots: readonly Slot[]): Slot[] => slots.filter((slot) => slot.state === 'open');

/**
 * Working days between the first and the last slot on which nothing is offered: shown empty, as long as no more than
 * `most` days stand side by side.
 */
export function emptyDays(slots: readonly Slot[], zone: string, most = 5): string[] {
  const days = [...new Set(slots.map((slot) => dayOf(slot.starts_at, zone)))].toSorted((a, b) => a.localeCompare(b));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const between: string[] = [];
  for (let t = Date.parse(`${first}T12:00:00Z`); t < Date.parse(`${last}T12:00:00Z`); t += 86_400_000) {
    const day = new Date(t);
    const name = day.toISOString().slice(0, 10);
    if (day.getUTCDay() % 6 !== 0 && !days.includes(name)) between.push(name);
  }
  return days.length + between.length <= most ? between : [];
}

/** Slots by calendar week (from Monday, in `zone`), in order, when there are more days than fit side by side. */
export function byWeek(slots: readonly Slot[], zone: string, most = 5): { monday: string; slots: Slot[] }[] {
  const sorted = slots.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const weeks = new Map<string, Slot[]>();
  for (const slot of sorted) {
    const day = new Date(`${dayOf(slot.starts_at, zone)}T12:00:00Z`);
    const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
    weeks.set(monday, [...(weeks.get(monday) ?? []), slot]);
  }
  const found = [...weeks].map(([monday, list]) => ({ monday, slots: list }));
  const days = new Set(sorted.map((slot) => dayOf(slot.starts_at, zone)));
  const first = found[0];
  return days.size <= most && first ? [{ monday: first.monday, slots: sorted }] : found;
}
