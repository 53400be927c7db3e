import type { ComponentType } from 'react';
import { later } from '../../ui/parts/lazy-part.tsx';
import type { ReviewSlots } from '../../ui/slots.tsx';

type Rarer = typeof import('./rarer-slots.tsx').RARER_SLOTS;

function rarer<N extends keyof Rarer>(name: N): ReviewSlots[N] {
  return later(async () => ({
    default: (await (await import('./rarer-slots.tsx')).RARER_SLOTS[name]()) as ComponentType<object>,
  })) as ComponentType<object> as ReviewSlots[N];
}

/** What each feature contributes to a review's pages, loaded where it first stands. */
export const SLOTS: Partial<ReviewSlots> = {
  RecordsUpload: later(async () => ({
    default: (await import('../../features/files/web/records-upload.tsx')).RecordsUpload,
  })),
  ConversationPanel: later(async () => ({
    default: (await import('../../features/conversations/web/conversation-panel.tsx')).ConversationPanel,
  })),
  FileList: later(async () => ({ default: (await import('../../features/files/web/file-list.tsx')).FileList })),
  ReportCard: later(async () => ({
    default: (await import('../../features/reports/web/report-card.tsx')).ReportCard,
  })),
  CallCard: later(async () => ({ default: (await import('../../features/scheduling/web/call-card.tsx')).CallCard })),
  RecordsViewer: rarer('RecordsViewer'),
  CandidatesBrief: rarer('CandidatesBrief'),
  InvitationAnswer: rarer('InvitationAnswer'),
  TimeChoice: rarer('TimeChoice'),
  CustodianLinks: rarer('CustodianLinks'),
  CustodianBrief: rarer('CustodianBrief'),
  ProviderVoice: rarer('ProviderVoice'),
  OpinionsCard: rarer('OpinionsCard'),
  ReportPaper: rarer('ReportPaper'),
  LinkUpload: rarer('LinkUpload'),
  SignInAgain: rarer('SignInAgain'),
};
