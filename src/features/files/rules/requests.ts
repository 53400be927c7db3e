import type { ExpertOfReview } from '../../../core/experts.ts';
import { type Actor, isRequesterOf, isExpertSide, actsForClinOps, readsContents } from '../../../core/actor.ts';
import type { FieldError } from '../../../core/errors.ts';
import { hasAccepted } from './access.ts';

/** One document asked for, and how it was answered. */
export interface RequestedItem {
  id: number;
  label: string;
  note: string;
  file_ids: number[];
  not_available_because: string | null;
  /** UTC instant, null while open. */
  answered_at: string | null;
}

export type ItemAnswer = { item: number; file_ids: number[] } | { item: number; not_available_because: string };

type Who = Pick<Actor, 'kind' | 'user_id' | 'expert_profile_ids'>;
type Review = { experts: readonly ExpertOfReview[] };

/** Asks for documents: the records desk, and the expert who took the review on, with assistant. */
export const mayAskForFiles = (actor: Who, review: Review): boolean =>
  actsForClinOps(actor.kind) || hasAccepted(actor, review);

export const mayAnswerRequest = (actor: Pick<Actor, 'kind' | 'user_id'>, review: { requester_id: number }): boolean =>
  isRequesterOf(actor, review);

/** Sees what was asked: both sides of the request, and staff but the matching desk. */
export function maySeeRequests(actor: Who, review: Review): boolean {
  if (isExpertSide(actor.kind)) return hasAccepted(actor, review);
  return readsContents(actor.kind);
}

/** Faults of a request before it is sent. `today` is the date in the organization's zone. */
export function requestFaults(request: { due_on: string }, today: string): FieldError[] {
  return request.due_on < today ? [{ path: 'due_on', message: 'This date is in the past. Choose a later one.' }] : [];
}

/** Faults of answers: an item twice or unknown, a file that is not this review's, a reason left out. */
export function answerFaults(
  items: readonly RequestedItem[],
  answers: readonly ItemAnswer[],
  fileIds: ReadonlySet<number>,
): FieldError[] {
  const faults: FieldError[] = [];
  const seen = new Set<number>();
  answers.forEach((answer, index) => {
    const path = `items.${index}`;
    if (!items.some((i) => i.id === answer.item))
      faults.push({ path: `${path}.item`, message: 'This was not asked for' });
    if (seen.has(answer.item)) faults.push({ path: `${path}.item`, message: 'Answer each item once' });
    seen.add(answer.item);
    if ('file_ids' in answer) {
      if (answer.file_ids.length === 0) faults.push({ path: `${path}.file_ids`, message: 'Add at least one file' });
      if (answer.file_ids.some((id) => !fileIds.has(id)))
        faults.push({ path: `${path}.file_ids`, message: 'One of these files is no longer here' });
    } else if (answer.not_available_because.trim() === '') {
      faults.push({ path: `${path}.not_available_because`, message: 'Say why it is not available' });
    }
  });
  return faults;
}

/** The items with the answers entered; an item may be answered again while the request is open. */
export function withAnswers(
  items: readonly RequestedItem[],
  answers: readonly ItemAnswer[],
  now: Date,
): RequestedItem[] {
  return items.map((item) => {
    const answer = answers.find((a) => a.item === item.id);
    if (!answer) return item;
    const at = now.toISOString();
    return 'file_ids' in answer
      ? { ...item, file_ids: [...new Set(answer.file_ids)], not_available_because: null, answered_at: at }
      : { ...item, file_ids: [], not_available_because: answer.not_available_because.trim(), answered_at: at };
  });
}

export const isAnswered = (items: readonly RequestedItem[]): boolean => items.every((i) => i.answered_at !== null);
