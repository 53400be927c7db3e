import { UNDOING as apiKeys } from '../features/api-keys/server/declarations.ts';
import { UNDOING as continuations } from '../features/continuations/server/declarations.ts';
import { UNDOING as conversations } from '../features/conversations/server/declarations.ts';
import { UNDOING as disclosure } from '../features/disclosure/server/declarations.ts';
import { UNDOING as engagements } from '../features/engagements/server/declarations.ts';
import { UNDOING as examinees } from '../features/examinees/server/declarations.ts';
import { UNDOING as exams } from '../features/exams/server/declarations.ts';
import { UNDOING as experts } from '../features/experts/server/declarations.ts';
import { UNDOING as exports } from '../features/exports/server/declarations.ts';
import { UNDOING as files } from '../features/files/server/declarations.ts';
import { UNDOING as matching } from '../features/matching/server/declarations.ts';
import { UNDOING as matterDates } from '../features/matter-dates/server/declarations.ts';
import { UNDOING as notifications } from '../features/notifications/server/declarations.ts';
import { UNDOING as opinions } from '../features/opinions/server/declarations.ts';
import { UNDOING as outside } from '../features/outside/server/declarations.ts';
import { UNDOING as ratings } from '../features/ratings/server/declarations.ts';
import { UNDOING as reports } from '../features/reports/server/declarations.ts';
import { UNDOING as reviews } from '../features/reviews/server/declarations.ts';
import { UNDOING as scheduling } from '../features/scheduling/server/declarations.ts';
import { UNDOING as subscriptions } from '../features/subscriptions/server/declarations.ts';
import { UNDOING as interviews } from '../features/interviews/server/declarations.ts';
import { UNDOING as billingOrders } from '../features/billing-orders/server/declarations.ts';
import { UNDOING as invoices } from '../features/invoices/server/declarations.ts';
import { UNDOING as testimony } from '../features/testimony/server/declarations.ts';
import type { DeadlineKind, TimerKind, Undo } from '../platform/declarations.ts';

/** Of every kind of deadline and timer whether it can be undone; does not compile while one does not say so. */
export const UNDOING = {
  ...apiKeys,
  ...continuations,
  ...conversations,
  ...disclosure,
  ...engagements,
  ...examinees,
  ...exams,
  ...experts,
  ...exports,
  ...files,
  ...matching,
  ...matterDates,
  ...billingOrders,
  ...invoices,
  ...notifications,
  ...opinions,
  ...outside,
  ...ratings,
  ...reports,
  ...reviews,
  ...scheduling,
  ...subscriptions,
  ...interviews,
  ...testimony,
} as const satisfies Record<Exclude<DeadlineKind | TimerKind, `test.${string}`>, Undo>;
