import { type ActorKind, isOrganizationAdmin, isSuperAdmin } from '../../../core/actor.ts';
import { DAY } from '../../../core/durations.ts';

/** Who has an organization's data handed out, and downloads it: its own admins, and super admins. */
export const mayExport = (kind: ActorKind): boolean => isOrganizationAdmin(kind) || isSuperAdmin(kind);

/** So long an archive can be downloaded. */
export const EXPORT_KEPT_DAYS = 7;
export const EXPORT_KEPT_MS = EXPORT_KEPT_DAYS * DAY;

/** So often one is begun anew before it counts as failed. */
export const MOST_ATTEMPTS = 5;

export type ExportStatus = 'waiting' | 'running' | 'ready' | 'failed' | 'ended';
/** Whether it is being made, so that no second one begins. */
export const isUnderWay = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

export const ALREADY_UNDER_WAY = 'An export of this organization is being made already. Wait for it, or end it first.';
