import type { RecordsSlotProps, ReviewSlots } from '../../ui/slots.tsx';

/** What most pages of a review have, each in a part of its own (slots.tsx); every other slot is filled here. */
export type EagerSlot = 'RecordsUpload' | 'ConversationPanel' | 'FileList' | 'ReportCard' | 'CallCard';
export type LazySlot = Exclude<keyof ReviewSlots, EagerSlot>;

/** What stands on few pages, or only now and then; named here so that no list page carries the names of its parts. */
export const LAZY_SLOTS = {
  RecordsViewer: async () => {
    const { RecordsViewer } = await import('../../ui/pdf-viewer/records-viewer.tsx');
    const { RecordsReader } = await import('../../features/files/web/records-reader.tsx');
    return function Viewer({ handle, is_record, ...props }: RecordsSlotProps) {
      if (is_record) return <RecordsReader {...props} {...(handle === undefined ? {} : { handle })} />;
      return <RecordsViewer {...props} {...(handle === undefined ? {} : { ref: handle })} />;
    };
  },
  CandidateInterviews: async () =>
    (await import('../../features/interviews/web/candidate-interviews.tsx')).CandidateInterviews,
  TalkFirst: async () => (await import('../../features/interviews/web/talk-first.tsx')).TalkFirst,
  CandidatesBrief: async () => (await import('../../features/matching/web/candidates-brief.tsx')).CandidatesBrief,
  InvitationAnswer: async () => (await import('../../features/matching/web/invitation-answer.tsx')).InvitationAnswer,
  ConflictQuestion: async () => (await import('../../features/matching/web/conflict-question.tsx')).ConflictQuestion,
  ExamCard: async () => (await import('../../features/exams/web/exam-card.tsx')).ExamCard,
  DisclosureCard: async () => (await import('../../features/disclosure/web/disclosure-card.tsx')).DisclosureCard,
  TestimonyCard: async () => (await import('../../features/testimony/web/testimony-card.tsx')).TestimonyCard,
  WorkCard: async () => (await import('../../features/work/web/work-card.tsx')).WorkCard,
  ExamineeCard: async () => (await import('../../features/examinees/web/examinee-card.tsx')).ExamineeCard,
  MatterDatesCard: async () => (await import('../../features/matter-dates/web/matter-dates-card.tsx')).MatterDatesCard,
  FormerExpertsCard: async () => (await import('../../features/matters/web/former-experts-card.tsx')).FormerExpertsCard,
  MatterCard: async () => (await import('../../features/matters/web/matter-card.tsx')).MatterCard,
  ChargesCard: async () => (await import('../../features/ledger/web/charges-card.tsx')).ChargesCard,
  ContinuationCard: async () =>
    (await import('../../features/continuations/web/continuation-card.tsx')).ContinuationCard,
  WrittenNotice: async () => (await import('../../features/engagements/web/written-notice.tsx')).WrittenNotice,
  AgreementCard: async () => (await import('../../features/engagements/web/agreement-card.tsx')).AgreementCard,
  PurposeLetterCard: async () =>
    (await import('../../features/purpose-letters/web/purpose-letter-card.tsx')).PurposeLetterCard,
  AppointmentChoice: async () => (await import('../../features/exams/web/appointment-choice.tsx')).AppointmentChoice,
  TimeChoice: async () => (await import('../../features/scheduling/web/time-choice.tsx')).TimeChoice,
  CustodianLinks: async () => (await import('../../features/outside/web/custodian-links.tsx')).CustodianLinks,
  CustodianBrief: async () => (await import('../../features/outside/web/custodian-brief.tsx')).CustodianBrief,
  ProviderVoice: async () => (await import('../../features/outside/web/provider-voice.tsx')).ProviderVoice,
  OpinionsCard: async () => (await import('../../features/opinions/web/opinions-card.tsx')).OpinionsCard,
  ReportPaper: async () => (await import('../../features/reports/web/read/paper.tsx')).ReportPaper,
  ReportLinks: async () => (await import('../../features/public-reports/web/report-links.tsx')).ReportLinks,
  SentMessage: async () => (await import('../../features/outbox/web/sent-message.tsx')).SentMessage,
  SignInAgain: async () => (await import('../../features/accounts/web/sso-again.tsx')).SsoAgain,
  ArrivedDocuments: async () => (await import('../../features/hl7/web/arrived-documents.tsx')).ArrivedDocuments,
  BoxImport: async () => (await import('../../features/box-import/web/box-import.tsx')).BoxImport,
  BoxReports: async () => (await import('../../features/box-import/web/box-reports.tsx')).BoxReports,
  LeftOut: async () => (await import('../../features/files/web/left-out.tsx')).LeftOut,
  LinkUpload: async () => (await import('../../features/files/web/link-upload.tsx')).LinkUpload,
} satisfies { [N in LazySlot]: () => Promise<ReviewSlots[N]> };
