import type { Slot } from '../parts/slot-group.tsx';

/** Invented people and matters, for looking at the kit. */
export const zone = 'America/Chicago';
export const nothing = () => undefined;
export const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

const slot = (id: string, day: string, from: string, to: string): Slot => ({
  id,
  starts_at: `2026-11-${day}T${from}:00Z`,
  ends_at: `2026-11-${day}T${to}:00Z`,
});

export const slots: Slot[] = [
  { ...slot('a', '20', '13:30', '14:15'), notes: [{ tone: 'warn', text: 'Before office hours' }] },
  slot('b', '20', '18:00', '18:45'),
  slot('c', '23', '21:00', '21:45'),
  slot('d', '24', '15:15', '16:00'),
  { ...slot('e', '25', '16:00', '16:45'), notes: [{ tone: 'info', text: 'Needed by this day' }] },
];

export const columns = (...earned: number[]) =>
  [
    ['sub_specialty', 'Sub-specialty', 30],
    ['setting', 'Setting', 10],
    ['earliest', 'Earliest time', 15],
    ['on_time', 'On time', 15],
    ['rating', 'Rating', 10],
    ['answers', 'Answers fast', 5],
    ['load', 'Load', 10],
    ['price', 'Price', 5],
  ].map(([key, label, max], index) => ({
    key: String(key),
    label: String(label),
    max: Number(max),
    earned: earned[index] ?? 0,
  }));
