import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { Ability } from '../core/endpoint.ts';
import type { Kind } from '../core/kinds.ts';

/** The review a slot stands in, as every slot gets it. */
export interface ReviewSlotProps {
  kind: Kind;
  reviewId: number;
  /** What the reader may do; empty until the review is loaded. */
  abilities: Readonly<Record<string, Ability>>;
  /** For commands that must not run on a review that has moved on meanwhile. */
  lock_version: number;
}

/**
 * Places on a review's pages that another feature fills: features know nothing of each other's pages, so assembly hands
 * the components in. A place nobody fills stays empty.
 */
export interface ReviewSlots {
  /** Drop zone and rows of the records step: category, who sees it, progress. */
  RecordsUpload: ComponentType<ReviewSlotProps>;
  /** The rows of the detail page's files section; its heading is the page's. `adding` is true while “Add files” is open. */
  FileList: ComponentType<ReviewSlotProps & { adding: boolean; onDoneAdding: () => void }>;
  /**
   * Both conversations of the review with their writer, filling its place. `onClose` is absent where it cannot be closed
   * (the tab on a phone).
   */
  ConversationPanel: ComponentType<ReviewSlotProps & { onClose?: () => void }>;
  /** Inside what-next: the presented experts in short. */
  CandidatesBrief: ComponentType<ReviewSlotProps>;
  /** Inside what-next: the offered times as slots, with the button that chooses one. */
  TimeChoice: ComponentType<ReviewSlotProps>;
  /** The call: when, how to join, who joins; recording it, missed, another time. */
  CallCard: ComponentType<ReviewSlotProps>;
  /** Inside what-next for an invited expert: conflict questions, accept and decline. */
  InvitationAnswer: ComponentType<ReviewSlotProps>;
  /** The report in short: version, when signed and delivered, read, download. */
  ReportCard: ComponentType<ReviewSlotProps>;
}

const Context = createContext<Partial<ReviewSlots>>({});

/** Fills the slots for everything below. */
export function SlotsProvider({ slots, children }: { slots: Partial<ReviewSlots>; children: ReactNode }) {
  return <Context value={slots}>{children}</Context>;
}

/** The component that fills a slot, or null while nothing does. */
export function useSlot<N extends keyof ReviewSlots>(name: N): ReviewSlots[N] | null {
  return (use(Context)[name] as ReviewSlots[N] | undefined) ?? null;
}
