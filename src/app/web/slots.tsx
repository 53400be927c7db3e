import type { ComponentType } from 'react';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ReviewSlots } from '../../ui/slots.tsx';

type Rarer = typeof import('./lazy-slots.tsx').LAZY_SLOTS;

function lazySlot<N extends keyof Rarer>(name: N): ReviewSlots[N] {
  return lazyPart(async () => ({
    default: (await (await import('./lazy-slots.tsx')).LAZY_SLOTS[name]()) as ComponentType<object>,
  })) as ComponentType<object> as ReviewSlots[N];
}

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
  LeftOut: lazySlot('LeftOut'),
  RecordsViewer: lazySlot('RecordsViewer'),
  CandidateInterviews: lazySlot('CandidateInterviews'),
  TalkFirst: lazySlot('TalkFirst'),
  CandidatesBrief: lazySlot('CandidatesBrief'),
  InvitationAnswer: lazySlot('InvitationAnswer'),
  ConflictQuestion: lazySlot('ConflictQuestion'),
  TimeChoice: lazySlot('TimeChoice'),
  ExamCard: lazySlot('ExamCard'),
  WorkCard: lazySlot('WorkCard'),
  DisclosureCard: lazySlot('DisclosureCard'),
  TestimonyCard: lazySlot('TestimonyCard'),
  ExamineeCard: lazySlot('ExamineeCard'),
  MatterDatesCard: lazySlot('MatterDatesCard'),
  AgreementCard: lazySlot('AgreementCard'),
  WrittenNotice: lazySlot('WrittenNotice'),
  ContinuationCard: lazySlot('ContinuationCard'),
  FormerExpertsCard: lazySlot('FormerExpertsCard'),
  MatterCard: lazySlot('MatterCard'),
  ChargesCard: lazySlot('ChargesCard'),
  PurposeLetterCard: lazySlot('PurposeLetterCard'),
  AppointmentChoice: lazySlot('AppointmentChoice'),
  CustodianLinks: lazySlot('CustodianLinks'),
  CustodianBrief: lazySlot('CustodianBrief'),
  ProviderVoice: lazySlot('ProviderVoice'),
  OpinionsCard: lazySlot('OpinionsCard'),
  ReportPaper: lazySlot('ReportPaper'),
  LinkUpload: lazySlot('LinkUpload'),
  SentMessage: lazySlot('SentMessage'),
  SignInAgain: lazySlot('SignInAgain'),
};
