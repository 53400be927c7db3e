import { daysBetween } from '../../../../core/days-between.ts';
import { dayOf } from '../../../../ui/time/format.ts';
import type { UpNextTask } from '../../contract.ts';

export interface TaskGroup {
  key: 'today' | 'week' | 'next_week' | 'later';
  title: string;
  tasks: UpNextTask[];
}

const TITLES = { today: 'Today', week: 'This week', next_week: 'Next week', later: 'Later' } as const;

/** Day of the week of a calendar day, Sunday 0. */
const weekday = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Tasks under when they are due in the reader's zone; without a date they belong to this week. Order inside stays. */
export function groupTasks(tasks: readonly UpNextTask[], now: number, zone: string): TaskGroup[] {
  const today = dayOf(now, zone);
  const keyOf = (task: UpNextTask): TaskGroup['key'] => {
    if (!task.due_at) return 'week';
    const ahead = daysBetween(today, dayOf(task.due_at, zone));
    const leftOfWeek = 6 - weekday(today);
    if (ahead <= 0) return 'today';
    if (ahead <= leftOfWeek) return 'week';
    return ahead <= leftOfWeek + 7 ? 'next_week' : 'later';
  };
  return (Object.keys(TITLES) as TaskGroup['key'][])
    .map((key) => ({ key, title: TITLES[key], tasks: tasks.filter((task) => keyOf(task) === key) }))
    .filter((group) => group.tasks.length > 0);
}

/** The weeks that show the next 14 days, Sunday first: 14 or 21 days. */
export function calendarDays(today: string): { day: string; within: boolean }[] {
  const start = plus(today, -weekday(today));
  const last = plus(today, 13);
  const weeks = Math.ceil((daysBetween(start, last) + 1) / 7);
  return Array.from({ length: weeks * 7 }, (_, i) => {
    const day = plus(start, i);
    return { day, within: day >= today && day <= last };
  });
}

const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const words = ['Nothing waits', 'One thing waits', 'Two things wait', 'Three things wait', 'Four things wait'];
const more = ['', '', '', '', '', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** "Seven things wait on you. Two are due today." */
export function lead(tasks: number, today: number): string {
  const first = words[tasks] ?? `${more[tasks] ?? tasks} things wait`;
  if (tasks === 0) return 'Nothing needs you.';
  const names = ['None is', 'One is', 'Two are', 'Three are', 'Four are'];
  return `${first} on you. ${today === 0 ? 'None is' : (names[today] ?? `${more[today] ?? today} are`)} due today.`;
}
