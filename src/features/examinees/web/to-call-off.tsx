import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Ball } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { examineeEndpoints, type ExamineeView } from '../contract.ts';
import styles from './examinee.module.css';

const TOUCHED = [examineeEndpoints.read] as const;
const WHAT = { interpreter: 'interpreter', transport: 'ride' } as const;

/** What was ordered for an appointment that is off: whom to tell, each with the one button that says it is done. */
export function ToCallOff({ kind, examinee }: { kind: Kind; examinee: ExamineeView }) {
  const { side } = useViewer();
  const callOff = useCommand(examineeEndpoints.callOff, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded that it was called off.'),
  });
  const asked = callOff.isPending ? callOff.variables.body : null;
  return (
    <>
      {examinee.to_call_off.map(({ appointment_id, sort, provider, phone, starts_at, time_zone: zone, ...one }) => {
        const when = formatInstant(starts_at, { zone });
        const what = WHAT[sort];
        return (
          <div key={`${appointment_id} ${sort}`} className={styles.callOff}>
            <p className={styles.standing}>
              <Ball seat="staff" yours={side === 'staff'} silent />
              <span>
                <b>{one.yours ? 'Your move' : side === 'staff' ? `${one.ordered_by}’s move` : 'Peritus’s move'}</b>:
                call off the {what} for {when}. Ordered of {provider}, {phone}
                {one.yours ? '' : `, by ${one.ordered_by}`}. The exam of that time is off.
              </span>
            </p>
            {examinee.can.call_off ? (
              <Button
                busy={asked?.appointment_id === appointment_id && asked.sort === sort}
                aria-label={`Called off: ${what} for ${when}`}
                onClick={() =>
                  callOff.mutate({ kind, params: { id: examinee.review_id }, body: { sort, appointment_id } })
                }
              >
                Called off
              </Button>
            ) : null}
          </div>
        );
      })}
      <Failure error={callOff.error} what="It could not be recorded." />
    </>
  );
}
