import type { ActorKind } from './actor.ts';
import type { Kind } from './kinds.ts';

/** The groups of the console's navigation, in their order. */
export const CONSOLE_GROUPS = ['Work', 'Directory', 'Money', 'Content', 'Operations'] as const;

/** What stands beside a place, by name; `console/web/glyphs.ts` draws it. */
export type ConsoleGlyph =
  | 'announcements'
  | 'applications'
  | 'audit'
  | 'budgets'
  | 'experts'
  | 'forms'
  | 'health'
  | 'held'
  | 'holidays'
  | 'invoices'
  | 'jobs'
  | 'ledger'
  | 'meetings'
  | 'orders'
  | 'organizations'
  | 'outbox'
  | 'payouts'
  | 'people'
  | 'prices'
  | 'queues'
  | 'rooms'
  | 'rules'
  | 'sessions'
  | 'spend'
  | 'statutes'
  | 'subscriptions'
  | 'support'
  | 'taxonomy'
  | 'types'
  | 'wording';

/** A place of the console under /admin, as the feature that has it states it in its rules; `app/console.ts` collects them. */
export interface ConsolePlace {
  group: (typeof CONSOLE_GROUPS)[number];
  label: string;
  /** One sentence: what one does there. */
  about: string;
  /** Its list or page, from /admin on; what lies below belongs to it. */
  path: `/admin/${string}`;
  glyph: ConsoleGlyph;
  /** Who finds it in the console. */
  admits: (kind: ActorKind) => boolean;
  /** Found only by those who work with this kind of review. */
  only_with?: Kind;
  /** Other words the command menu finds it by. */
  words?: string;
}
