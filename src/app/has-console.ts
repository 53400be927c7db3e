import { type ActorKind, isStaff } from '../core/actor.ts';
import { keepsOrganizations } from '../features/organizations/rules/standing.ts';

/**
 * Whether there is anything in the console for such people: whoever a place of it admits. Said without the places, which
 * every page would load otherwise; a test holds both against each other.
 */
export const hasConsole = (kind: ActorKind): boolean => isStaff(kind) || keepsOrganizations(kind);

/** Whether an address belongs to the console. */
export const isInConsole = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');
