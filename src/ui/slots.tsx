import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  type Ref,
  Suspense,
  use,
} from 'react';
import type { Ability } from '../core/endpoint.ts';
import type { Kind } from '../core/kinds.ts';
import { SkeletonRows } from './parts/empty.tsx';

/** The review a slot stands in, as every slot gets it. */
export interface ReviewSlotProps {
  kind: Kind;
  reviewId: number;
  /** What the reader may do; empty until the review is loaded. */
  abilities: Readonly<Record<string, Ability>>;
  /** For commands that must not run on a review that has moved on meanwhile. */
  lock_version: number;
}

/** One PDF of the records; `url` is on our own origin, `bates_from` the number of its first page. */
export interface RecordsSlotFile {
  id: string;
  name: string;
  pages: number | null;
  url: string;
  bates_from?: string | null;
}

/** A box on a page as fractions of the page, origin top left. */
type SlotRect = { x: number; y: number; width: number; height: number };

/** A passage of the records: selected, or marked under an id. Without `rects` a mark is found by its quote. */
export interface RecordsSlotSelection {
  file_id: string;
  page: number;
  quote: string;
  rects: readonly SlotRect[];
}
export type RecordsSlotMark = Omit<RecordsSlotSelection, 'rects'> & { id: string; rects?: readonly SlotRect[] };

/** What a page may ask of the viewer it stands beside. */
export interface RecordsSlotHandle {
  goToPage(fileId: string, page: number): void;
  flashMark(id: string): void;
  currentSelection(): RecordsSlotSelection | null;
  clearSelection(): void;
  search(): void;
}

export interface RecordsSlotProps {
  /** These are records of a review: which pages an expert has seen is kept. */
  is_record?: boolean;
  files: readonly RecordsSlotFile[];
  fileId: string;
  onFileChange: (fileId: string) => void;
  page?: number;
  onPageChange?: (page: number) => void;
  marks: readonly RecordsSlotMark[];
  /** What lies across the pages. */
  over?: ReactNode;
  /** Without it the viewer only reads. */
  onMark?: (selection: RecordsSlotSelection) => void;
  onSelectionChange?: (selection: RecordsSlotSelection | null) => void;
  handle?: Ref<RecordsSlotHandle>;
}

export interface LinkUploadProps {
  token: string;
  visit: string;
  /** The item of a request that the files answer; null where nothing is listed. */
  item: number | null;
  /** "Add files for Operative note". */
  label: string;
  /** What this visit has sent for it. */
  sent: readonly {
    upload_id: string;
    name: string;
    size_bytes: number;
    status: 'processing' | 'ready' | 'failed';
    failure: string | null;
  }[];
  /** Something arrived or was removed. */
  onChanged: () => void;
}

export interface LeftOutProps {
  reviewId: number;
  /** What the server could not take. */
  failed: readonly { id: number; name: string; failure: string }[];
  /** The server has none. */
  without: boolean;
  /** Where the records are gathered. */
  records: string;
}

/**
 * Places on a review's pages that another feature fills: features know nothing of each other's pages, so assembly hands
 * the components in. A place nobody fills stays empty.
 */
export interface ReviewSlots {
  /** Drop zone and rows of the records step: category, who sees it, progress. */
  RecordsUpload: ComponentType<ReviewSlotProps>;
  /** Documents a record system sent for the charts of an order; nothing where there are none. */
  ArrivedDocuments: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Under the drop zone, for who may: importing from Box, and how what was chosen comes along. */
  BoxImport: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Before an order is placed: what was chosen for it and is no part of it. Nothing where all arrived. */
  LeftOut: ComponentType<LeftOutProps>;
  /** The rows of the detail page's files section; its heading is the page's. `adding` is true while “Add files” is open. */
  FileList: ComponentType<ReviewSlotProps & { adding: boolean; onDoneAdding: () => void }>;
  /**
   * Both conversations of the review with their writer, filling its place. `onClose` is absent where it cannot be closed
   * (the tab on a phone).
   */
  ConversationPanel: ComponentType<ReviewSlotProps & { onClose?: () => void }>;
  /** Among the experts to compare: their interviews; nothing where none are held. */
  CandidateInterviews: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Under an invitation's questions: asking to talk before accepting; nothing where none are held. */
  TalkFirst: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Inside what-next: the presented experts in short. */
  CandidatesBrief: ComponentType<ReviewSlotProps>;
  /** Inside what-next: the offered times as slots, with the button that chooses one. */
  TimeChoice: ComponentType<ReviewSlotProps>;
  /** Inside what-next: the appointments for an exam that are on offer, with the button that sets one. */
  AppointmentChoice: ComponentType<ReviewSlotProps>;
  /** The exam: where and when, its notices, what came of it; nothing before there is one. */
  ExamCard: ComponentType<ReviewSlotProps>;
  /** Work by the hour: tasks, meters, the timer; nothing before the expert is engaged. */
  WorkCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** The expert’s disclosure of a matter, with what each part lacks; nothing before the expert is engaged. */
  DisclosureCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Depositions and days at trial of a matter, with transcripts and errata; nothing before the expert is engaged. */
  TestimonyCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Beside the exam: the examinee's page, and what they answered there; nothing before one is set. */
  ExamineeCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** The dates of a matter before a court; nothing for whom they are not there. */
  MatterDatesCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** The agreement with a matter's expert in short, and the way to it; nothing before one is found. */
  AgreementCard: ComponentType<ReviewSlotProps>;
  /** Experts who left the matter, what they hand over and had delivered; nothing where nobody did. */
  FormerExpertsCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** The experts on the same matter, and ordering another; nothing for whom it is not there. */
  MatterCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** What was charged so far, by what; nothing before there is any. */
  ChargesCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** A review that continues as another kind with its expert: asked, answered, granted; nothing where neither is. */
  ContinuationCard: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Where something is written that the other side may come to read: what to know of that; nothing without an agreement. */
  WrittenNotice: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'> & { of: 'conversation' | 'draft' }>;
  /** The purpose letter in short, and the way to it; nothing for whom it is not there. */
  PurposeLetterCard: ComponentType<ReviewSlotProps>;
  /** The call: when, how to join, who joins; recording it, missed, another time. */
  CallCard: ComponentType<ReviewSlotProps>;
  /** Inside what-next for an invited expert: conflict questions, accept and decline. */
  InvitationAnswer: ComponentType<ReviewSlotProps>;
  /** Beside what-next, while an expert is asked: a relation the requester decides on. Nothing where none is. */
  ConflictQuestion: ComponentType<ReviewSlotProps>;
  /** The report in short: version, when signed and delivered, read, download. */
  ReportCard: ComponentType<ReviewSlotProps>;
  /** On the page of what is asked for: the links to custodians outside for one open request, and the way to another. */
  CustodianLinks: ComponentType<
    Pick<ReviewSlotProps, 'kind' | 'reviewId'> & {
      requestId: number;
      items: readonly { id: number; label: string; answered_at: string | null }[];
    }
  >;
  /** In the files section: the links to custodians that are open, in short. Nothing where there are none. */
  CustodianBrief: ComponentType<ReviewSlotProps>;
  /** The provider under review: statement, response, links, and what can be done. Nothing where nobody is heard. */
  ProviderVoice: ComponentType<ReviewSlotProps>;
  /** On the page of a link: where somebody outside adds files, and sees those of this visit. */
  LinkUpload: ComponentType<LinkUploadProps>;
  /** The opinions on the review's case, with asking for another; nothing for who is told of none. */
  OpinionsCard: ComponentType<ReviewSlotProps>;
  /** A report as it is read, without its signature. */
  ReportPaper: ComponentType<{ report: object; title: string; meta: readonly string[] }>;
  /** Beside a delivered report: the public links to it, and making one; nothing for whom they are not there. */
  ReportLinks: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** Beside a delivered report: that it goes into a folder in Box; nothing for whom that is not there. */
  BoxReports: ComponentType<Pick<ReviewSlotProps, 'kind' | 'reviewId'>>;
  /** In a demo world: what was just sent to an address, or to who is signed in. */
  SentMessage: ComponentType<{ to?: string; short?: boolean }>;
  /** Signing in again through one's organization, and back to `target`; nothing where it has no sign-in service. */
  SignInAgain: ComponentType<{ target: string }>;
  /** The records to read, search and mark beside a report; fills its container. */
  RecordsViewer: ComponentType<RecordsSlotProps>;
}

const Context = createContext<Partial<ReviewSlots>>({});

/** Fills the slots for everything below. */
export function SlotsProvider({ slots, children }: { slots: Partial<ReviewSlots>; children: ReactNode }) {
  return <Context value={slots}>{children}</Context>;
}

/** The component that fills a slot, or null while nothing does. */
function useSlot<N extends keyof ReviewSlots>(name: N): ReviewSlots[N] | null {
  return (use(Context)[name] as ReviewSlots[N] | undefined) ?? null;
}

/** Whether a slot is filled, to leave out its heading otherwise. */
export function useSlotFilled(name: keyof ReviewSlots): boolean {
  return use(Context)[name] !== undefined;
}

/** A slot with what fills it, waiting quietly while that is loaded; nothing while nobody fills it. */
export function Slot<N extends keyof ReviewSlots>({
  name,
  waiting = <SkeletonRows rows={2} columns={[60, 0, 25]} />,
  ...props
}: { name: N; waiting?: ReactNode } & ComponentProps<ReviewSlots[N]>) {
  const filling = useSlot(name) as ComponentType<object> | null;
  if (!filling) return null;
  return <Suspense fallback={waiting}>{createElement(filling, props)}</Suspense>;
}
