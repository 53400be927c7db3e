import { useNavigate } from '@tanstack/react-router';
import { isExpertSide } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { listCrumb } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { examEndpoints, type ExamView } from '../contract.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { TOUCHED } from './use-exam.ts';

type Act = { kind: Kind; exam: ExamView };

/** Takes one examiner off a panel: oneself, or whom staff take off. The others stay. */
export function LeavePanel({ kind, exam, of }: Act & { of?: number }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const own = isExpertSide(viewer.kind);
  const leave = useCommand(examEndpoints.withdraw, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Taken off. Another examiner is looked for; the others stay.');
      if (own) void navigate({ to: listCrumb(kind, viewer.side).href });
    },
  });
  return (
    <ReasonAct
      opens={own ? 'I cannot do this exam' : 'Take off'}
      label="Why"
      help="The requester sees this. The others and their times stay, and another examiner is looked for."
      submit={own ? 'Withdraw' : 'Take them off'}
      busy={leave.isPending}
      error={leave.error}
      onSubmit={(reason) =>
        leave.mutate({
          kind,
          params: { id: exam.review_id },
          body: { reason, ...(of === undefined ? {} : { expert_profile_id: of }) },
        })
      }
    />
  );
}

/** The requester goes on with the examiners who are there. */
export function GiveUpPlaces({ kind, exam }: Act) {
  const give = useCommand(examEndpoints.giveUpPlaces, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The exam continues with those who are there.'),
  });
  return (
    <ReasonAct
      opens="Continue without the open place"
      label="Why"
      help="Nobody else is looked for. The price stays until staff settle it."
      submit="Continue with those who are there"
      busy={give.isPending}
      error={give.error}
      onSubmit={(reason) => give.mutate({ kind, params: { id: exam.review_id }, body: { reason } })}
    />
  );
}
