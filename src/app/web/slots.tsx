import { type ComponentType, lazy } from 'react';
import type { RecordsSlotProps, ReviewSlots } from '../../ui/slots.tsx';

type Outside = typeof import('./outside-slots.ts').OUTSIDE_SLOTS;

function outside<N extends keyof Outside>(name: N): ReviewSlots[N] {
  return lazy(async () => ({
    default: (await (await import('./outside-slots.ts')).OUTSIDE_SLOTS[name]()) as ComponentType<object>,
  })) as ComponentType<object> as ReviewSlots[N];
}

/** What each feature contributes to a review's pages, loaded where it first stands. */
export const SLOTS: Partial<ReviewSlots> = {
  RecordsUpload: lazy(async () => ({
    default: (await import('../../features/files/web/records-upload.tsx')).RecordsUpload,
  })),
  ConversationPanel: lazy(async () => ({
    default: (await import('../../features/conversations/web/conversation-panel.tsx')).ConversationPanel,
  })),
  FileList: lazy(async () => ({ default: (await import('../../features/files/web/file-list.tsx')).FileList })),
  CustodianLinks: outside('CustodianLinks'),
  CustodianBrief: outside('CustodianBrief'),
  LinkUpload: outside('LinkUpload'),
  RecordsViewer: lazy(async () => {
    const { RecordsViewer } = await import('../../features/files/web/viewer/records-viewer.tsx');
    return {
      default: function Viewer({ handle, ...props }: RecordsSlotProps) {
        return <RecordsViewer {...props} {...(handle === undefined ? {} : { ref: handle })} />;
      },
    };
  }),
  CandidatesBrief: lazy(async () => ({
    default: (await import('../../features/matching/web/candidates-brief.tsx')).CandidatesBrief,
  })),
  InvitationAnswer: lazy(async () => ({
    default: (await import('../../features/matching/web/invitation-answer.tsx')).InvitationAnswer,
  })),
  ReportCard: lazy(async () => ({
    default: (await import('../../features/reports/web/report-card.tsx')).ReportCard,
  })),
  TimeChoice: lazy(async () => ({
    default: (await import('../../features/scheduling/web/time-choice.tsx')).TimeChoice,
  })),
  CallCard: lazy(async () => ({ default: (await import('../../features/scheduling/web/call-card.tsx')).CallCard })),
};
