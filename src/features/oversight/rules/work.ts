import { type ActorKind, isAdmin, rolesAt } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { capital } from '../../../core/phrases.ts';

/** Support reads how the product does its work; its admins do something about it. */
export const readsWork = (kind: ActorKind): boolean =>
  isAdmin(kind) || rolesAt('support').some((role) => role === kind);
export const mendsWork = (kind: ActorKind): boolean => isAdmin(kind);

export const JOBS_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Jobs',
  about: 'See what waits, runs or failed, why, and try it again.',
  path: '/admin/jobs',
  glyph: 'jobs',
  admits: readsWork,
  words: 'queue dead letters failed retry deadlines work',
};

export const HEALTH_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Health',
  about: 'See whether requests, the database, queues, disk and mail are in order.',
  path: '/admin/health',
  glyph: 'health',
  admits: readsWork,
  words: 'status version settings alerts requests database disk mail uptime',
};

/** Where a piece of work is. `failed`: not tried any more. `scheduled` and `held` are deadlines. */
export const WORK_STATES = ['failed', 'retrying', 'waiting', 'running', 'scheduled', 'held'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** What a piece of work is called: 'files.check_upload' is "Files: check upload", 'step_overdue' "Step overdue". */
export function workLabel(name: string): string {
  const [first = '', ...rest] = name.split('.').map((part) => part.replaceAll('_', ' '));
  return rest.length === 0 ? capital(first) : `${capital(first)}: ${rest.join(', ')}`;
}

/** Why it cannot be tried again now, or null. `handled`: something here still does work of this name. */
export function whyNotRetried(state: WorkState | 'over', handled: boolean): string | null {
  switch (state) {
    case 'failed':
      return handled ? null : 'This version no longer does this work. Set it aside.';
    case 'retrying':
      return null;
    case 'waiting':
      return 'It waits for its turn.';
    case 'running':
      return 'It is running.';
    case 'scheduled':
      return 'Its time has not come, or it is about to begin.';
    case 'held':
      return 'It waits until the clock is confirmed, under Held actions.';
    case 'over':
      return 'It is done.';
  }
}

/** Why it cannot be set aside, or null: what is still tried is not given up by hand. */
export const whyNotSetAside = (state: WorkState | 'over'): string | null =>
  state === 'failed' ? null : state === 'over' ? 'It is done.' : 'It is still tried.';

/** What goes wrong, in a sentence without a full stop. */
export function alertWords({ kind, about, count }: { kind: string; about: string; count: number }): string {
  if (kind === 'delivery_failed') {
    const what = about === 'texts' ? 'text message' : 'e-mail';
    return count === 1 ? `One ${what} could not be delivered` : `${count} ${what}s could not be delivered`;
  }
  return `${workLabel(about)} is stuck`;
}

/** Where somebody does something about it. */
export const alertLink = ({ kind, about }: { kind: string; about: string }): string =>
  kind === 'delivery_failed' ? `/admin/outbox?state=failed${about === 'texts' ? '&of=texts' : ''}` : JOBS_PLACE.path;
