import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Ends, faultOf } from '../../../ui/form/ends.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Dialog } from '../../../ui/parts/dialog.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { examEndpoints, type ExamView } from '../contract.ts';
import { linkFault } from '../rules.ts';
import { TOUCHED } from './use-exam.ts';
import styles from './exams.module.css';

/** Another address for the call of an exam by video. */
export function ChangeLink({ kind, exam, link }: { kind: Kind; exam: ExamView; link: string }) {
  const [open, setOpen] = useState(false);
  const [next, setNext] = useState(link);
  const [tried, setTried] = useState(false);
  const change = useCommand(examEndpoints.changeLink, {
    refresh: TOUCHED,
    onSuccess: () => {
      setOpen(false);
      toastDone('Changed. The examinee’s page has the new address.');
    },
  });
  const fault = linkFault(next.trim());
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (fault === null && !change.isPending)
      change.mutate({ kind, params: { id: exam.review_id }, body: { link: next } });
  };
  return (
    <>
      <Button
        kind="quiet"
        onClick={() => {
          setNext(link);
          setTried(false);
          setOpen(true);
        }}
      >
        Change the address of the call
      </Button>
      {open ? (
        <Dialog title="Change the address of the call" onClose={() => setOpen(false)}>
          <form className={styles.form} noValidate onSubmit={send}>
            <TextField
              path="link"
              label="Address of the call"
              help="The examinee’s page has it at once. A letter that was written before has the former one: tell them."
              required
              type="url"
              value={next}
              error={(tried ? fault : null) ?? faultOf(change.error, 'link')}
              onChange={setNext}
            />
            <Ends what={change.error} busy={change.isPending} onClose={() => setOpen(false)} />
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
