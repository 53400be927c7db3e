import { type ExpertOfReview, isOn } from '../../../core/experts.ts';
import { waitsWords } from './scanning.ts';
import {
  type Actor,
  isRequesterOf,
  isRequesterSide,
  isAttendee,
  isStaff,
  isExpertSide,
  actsForClinOps,
  readsContents,
} from '../../../core/actor.ts';

/** What access depends on, of the review. Whose review it is, is scope's matter. */
export interface FileReview {
  bucket: string;
  requester_id: number;
  experts: readonly ExpertOfReview[];
}

export interface FileFacts {
  visible_to_expert: boolean;
  visible_to_attendees: boolean;
  status: string;
  scan_status: string;
  scan_fault?: string | null;
}

type Who = Pick<Actor, 'kind' | 'user_id' | 'expert_profile_ids'>;

/** Adds, renames, sorts, hides and removes records: whoever orders, and the staff who prepare them; no mere follower. */
export const mayHandleFiles = (actor: Pick<Who, 'kind' | 'user_id'>, review: Pick<FileReview, 'requester_id'>) =>
  isRequesterOf(actor, review) || actsForClinOps(actor.kind);

/** Records change from draft until the review has ended. */
export const filesAreOpen = (review: Pick<FileReview, 'bucket'>): boolean =>
  review.bucket === 'draft' || review.bucket === 'active';

export const FILES_CLOSED = 'This review has ended. Its records stay as they are.';

/** The expert who took the review on, or that expert's assistant: attesting is part of accepting. */
export const hasAccepted = (actor: Who, review: Pick<FileReview, 'experts'>): boolean =>
  isExpertSide(actor.kind) && isOn(actor, review);

/** Whether the actor may see that there are files at all. */
export function mayListFiles(actor: Who, review: Pick<FileReview, 'experts'>): boolean {
  if (isExpertSide(actor.kind)) return hasAccepted(actor, review);
  return isRequesterSide(actor.kind) || isStaff(actor.kind) || isAttendee(actor.kind);
}

/** An upload a scanner has cleared; without a scanner it counts as cleared. */
export const isCleared = (file: Pick<FileFacts, 'scan_status'>): boolean =>
  file.scan_status === 'clean' || file.scan_status === 'not_scanned';

/**
 * Whether the file exists for this actor: its name, size, pages. Hidden ones do not exist for the expert's side; for who joins a call
 * only those exist that were marked for them.
 */
export function maySeeFile(actor: Who, review: Pick<FileReview, 'experts'>, file: FileFacts): boolean {
  if (!mayListFiles(actor, review)) return false;
  if (!isExpertSide(actor.kind) && !isAttendee(actor.kind)) return true;
  const shown = isAttendee(actor.kind) ? file.visible_to_attendees : file.visible_to_expert;
  return shown && file.status === 'ready' && isCleared(file);
}

/** Whether this actor may ever read what is in the file. The matching desk never does. */
export function mayReadContent(actor: Who, review: Pick<FileReview, 'experts'>, file: FileFacts): boolean {
  return (readsContents(actor.kind) || isAttendee(actor.kind)) && maySeeFile(actor, review, file);
}

/** Whether it is kept which pages this actor has seen: of those who read the records to judge them. */
export const keepsPagesSeen = (actor: Pick<Who, 'kind'>): boolean => isExpertSide(actor.kind);

const DAMAGED =
  'Damaged where it is stored, so it is not shown to anybody. Peritus has been notified and will look for it in a backup; uploading it again helps, too.';

/** How a file stands for whoever sees it: one whose stored bytes were found damaged or gone is not ready, whatever it was. */
export function shownAs<S extends string>({
  status,
  failure,
  damaged_at,
}: {
  status: S;
  failure: string | null;
  damaged_at: Date | string | null;
}): { status: S | 'failed'; failure: string | null } {
  return damaged_at === null || status !== 'ready' ? { status, failure } : { status: 'failed', failure: DAMAGED };
}

/** Why the content cannot be read now, or null. One found damaged is looked at again when somebody asks. */
export function whyNotReadable(file: Pick<FileFacts, 'status' | 'scan_status' | 'scan_fault'>): string | null {
  if (file.status === 'processing') return 'This file is still being checked. It opens in a moment.';
  if (file.scan_status === 'infected') return 'A virus was found in this file. It cannot be opened.';
  if (file.status === 'failed') return 'This file could not be read, so there is nothing to open.';
  if (file.scan_status === 'pending') return 'This file is being checked for viruses. It opens in a moment.';
  if (file.scan_status === 'waiting') return waitsWords(file.scan_fault ?? null);
  return null;
}

const yes = { allowed: true, reason: null };
const no = (reason: string): { allowed: boolean; reason: string | null } => ({ allowed: false, reason });
const NOT_YOURS = 'Your role does not include this.';

/** What the actor can do with one file now. */
export function fileAbilities(
  actor: Who,
  review: FileReview,
  file: FileFacts & { failure: string | null; damaged_at: Date | null },
) {
  const blocked = whyNotReadable(file) ?? (file.damaged_at === null ? null : shownAs(file).failure);
  const read = !mayReadContent(actor, review, file) ? no(NOT_YOURS) : blocked === null ? yes : no(blocked);
  const change = !mayHandleFiles(actor, review) ? no(NOT_YOURS) : filesAreOpen(review) ? yes : no(FILES_CLOSED);
  return { read, edit: change, remove: change };
}

/** What the actor can do with the review's files as a whole. */
export function listAbilities(actor: Who, review: FileReview) {
  return { upload: !mayHandleFiles(actor, review) ? no(NOT_YOURS) : filesAreOpen(review) ? yes : no(FILES_CLOSED) };
}
