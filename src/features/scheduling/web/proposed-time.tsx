import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { type ScheduleView, schedulingEndpoints } from '../contract.ts';
import { ReasonForm } from './reason-form.tsx';
import { TOUCHED } from './use-schedule.ts';
import { weekdayAndTime } from './call-labels.ts';
import styles from './scheduling.module.css';

/** The expert's answer to a time the requester proposed: it is confirmed, or it cannot work. */
export function ProposedTime({
  kind,
  schedule,
  primary = false,
  onDone,
}: {
  kind: Kind;
  schedule: ScheduleView;
  /** Where it is the one thing to do. */
  primary?: boolean;
  onDone?: () => void;
}) {
  const viewer = useViewer();
  const [refusing, setRefusing] = useState(false);
  const params = { id: schedule.review_id };
  const confirm = useCommand(schedulingEndpoints.confirm, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('The call is confirmed.');
      onDone?.();
    },
  });
  const refuse = useCommand(schedulingEndpoints.refuse, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The time is refused. Offer times that work.'),
  });
  const at = schedule.call?.starts_at;
  if (!at) return null;
  if (refusing)
    return (
      <ReasonForm
        label="Why doesn’t it work?"
        optional
        help="The requester reads this. Offer times of your own next."
        submit="Refuse this time"
        cancel="Back"
        busy={refuse.isPending}
        error={refuse.error}
        what="The time could not be refused."
        onSubmit={(reason) => refuse.mutate({ kind, params, body: { reason } })}
        onClose={() => setRefusing(false)}
      />
    );
  return (
    <div className={styles.choice}>
      <Failure error={confirm.error} what="The time could not be confirmed." />
      <div className={styles.acts}>
        <Button
          kind={primary ? 'primary' : 'default'}
          size={primary ? 'lg' : 'md'}
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ kind, params, body: {} })}
        >
          Confirm {weekdayAndTime(at, viewer.time_zone)}
        </Button>
        <Button kind="quiet" size={primary ? 'lg' : 'md'} onClick={() => setRefusing(true)}>
          It cannot work
        </Button>
      </div>
    </div>
  );
}
