import type { ComponentType } from 'react';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ReviewSlots } from '../../ui/slots.tsx';

type Rarer = typeof import('./lazy-slots.tsx').LAZY_SLOTS;

function lazySlot<N extends keyof Rarer>(name: N): ReviewSlots[N] {
  return lazyPart(async () => ({
    default: (await (await import('./lazy-slots.tsx')).LAZY_SLOTS[name]()) as ComponentType<object>,
  })) as ComponentType<object> as ReviewSlots[N];
}

/** What stands on few pages, or only now and then: each named once, as every list page carries these names. */
const RARER = [
  'LeftOut',
  'RecordsViewer',
  'CandidateInterviews',
  'TalkFirst',
  'CandidatesBrief',
  'InvitationAnswer',
  'ConflictQuestion',
  'TimeChoice',
  'ExamCard',
  'WorkCard',
  'DisclosureCard',
  'TestimonyCard',
  'ExamineeCard',
  'MatterDatesCard',
  'AgreementCard',
  'WrittenNotice',
  'ContinuationCard',
  'FormerExpertsCard',
  'MatterCard',
  'ChargesCard',
  'PurposeLetterCard',
  'AppointmentChoice',
  'CustodianLinks',
  'CustodianBrief',
  'ProviderVoice',
  'OpinionsCard',
  'ReportPaper',
  'ReportLinks',
  'LinkUpload',
  'SentMessage',
  'SignInAgain',
] as const satisfies readonly (keyof Rarer)[];

/** What each feature contributes to a review's pages, loaded where it first stands. */
export const SLOTS: Partial<ReviewSlots> = {
  RecordsUpload: lazyPart(async () => ({
    default: (await import('../../features/files/web/records-upload.tsx')).RecordsUpload,
  })),
  ConversationPanel: lazyPart(async () => ({
    default: (await import('../../features/conversations/web/conversation-panel.tsx')).ConversationPanel,
  })),
  FileList: lazyPart(async () => ({ default: (await import('../../features/files/web/file-list.tsx')).FileList })),
  ReportCard: lazyPart(async () => ({
    default: (await import('../../features/reports/web/report-card.tsx')).ReportCard,
  })),
  CallCard: lazyPart(async () => ({ default: (await import('../../features/scheduling/web/call-card.tsx')).CallCard })),
  ...(Object.fromEntries(RARER.map((name) => [name, lazySlot(name)])) as Partial<ReviewSlots>),
};
