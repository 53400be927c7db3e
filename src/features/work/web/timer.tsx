import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { workEndpoints, type WorkView } from '../contract.ts';
import { hoursText, TASK_TYPES } from '../rules.ts';
import { TOUCHED } from './touched.ts';
import styles from './work.module.css';

/** One's own timer: how long it runs, stopping it, and recording what it measured. */
export function RunningTimer({
  kind,
  work,
  timer,
}: {
  kind: Kind;
  work: WorkView;
  timer: NonNullable<WorkView['timer']>;
}) {
  const [draft, setDraft, forget] = useKept(`timer-${timer.started_at}`, { narrative: '' });
  const [sure, setSure] = useState(false);
  const stop = useCommand(workEndpoints.stopTimer, { refresh: TOUCHED });
  const record = useCommand(workEndpoints.recordTimer, {
    refresh: TOUCHED,
    onSuccess: () => {
      forget();
      toastDone('Recorded.');
    },
  });
  const discard = useCommand(workEndpoints.discardTimer, { refresh: TOUCHED });
  const { form, at, passes } = useFaults([
    draft.narrative.trim() === '' && { path: 'narrative', message: 'Say what was done.' },
  ]);
  const params = { id: work.review_id };
  if (timer.review_id !== work.review_id)
    return <p className={styles.timer}>Your timer is in use on another matter. Record or discard it there first.</p>;
  const task = work.tasks.find(({ id }) => id === timer.task_id);
  const what = task ? TASK_TYPES[task.type] : '';
  if (timer.stopped_at === null)
    return (
      <div className={styles.timer} role="group" aria-label="Timer">
        <Elapsed since={timer.started_at} what={what} />
        <Button kind="primary" size="lg" busy={stop.isPending} onClick={() => stop.mutate({ kind, params, body: {} })}>
          Stop the timer
        </Button>
        <Failure error={stop.error} what="The timer could not be stopped." />
      </div>
    );
  return (
    <form
      ref={form}
      className={styles.timer}
      noValidate
      aria-label="Timer"
      onSubmit={(event) => {
        event.preventDefault();
        if (passes() && !record.isPending) record.mutate({ kind, params, body: { narrative: draft.narrative } });
      }}
    >
      <p className={styles.elapsed}>{`${hoursText(timer.minutes ?? 0)}, ${what}`}</p>
      <TextArea
        path="narrative"
        label="What was done"
        rows={2}
        max={2000}
        counted={false}
        value={draft.narrative}
        onChange={(narrative) => setDraft({ narrative })}
        error={at('narrative')}
      />
      <InlineEnds
        error={record.error}
        what="It was not recorded."
        busy={record.isPending}
        primary
        size="lg"
        also={
          sure ? (
            <Button size="lg" busy={discard.isPending} onClick={() => discard.mutate({ kind, params, body: {} })}>
              Discard this time
            </Button>
          ) : (
            <Button kind="quiet" size="lg" onClick={() => setSure(true)}>
              Discard it
            </Button>
          )
        }
      >
        Record it
      </InlineEnds>
      <Failure error={discard.error} what="It could not be discarded." />
    </form>
  );
}

/** "0:42, Record review", as it runs. */
function Elapsed({ since, what }: { since: string; what: string }) {
  const minutes = Math.max(0, Math.floor((useNow(15_000) - Date.parse(since)) / 60_000));
  return (
    <p className={styles.elapsed}>{`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}, ${what}`}</p>
  );
}
