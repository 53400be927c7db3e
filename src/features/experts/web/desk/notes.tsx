import { useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { errorAt } from '../../../../ui/form/error-summary.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationDeskView } from '../../contract/application-desk.ts';
import { useFresh } from './fresh.ts';
import styles from './desk.module.css';

/** What staff tell each other of an application. */
export function Notes({ application }: { application: ApplicationDeskView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [body, setBody] = useState('');
  const fresh = useFresh();
  const add = useCommand(expertEndpoints.addApplicationNote, {
    onSuccess: (after) => {
      setBody('');
      fresh(after);
    },
  });
  const { notes, may_act } = application;
  return (
    <section className={styles.section}>
      <SectionHead title="Notes" note="Among staff; the applicant never sees them." />
      {notes.length > 0 ? (
        <ul className={styles.rows}>
          {notes.map((note) => (
            <li key={note.id} className={styles.check}>
              <div className={styles.checkWords}>
                <p className={styles.said}>{note.body}</p>
                <span className={styles.quiet}>
                  {note.by}, {formatInstant(note.at, { zone, now })}
                </span>
              </div>
            </li>
          ))}
        </ul>
      ) : may_act ? null : (
        <p className={styles.quiet}>Nobody noted anything.</p>
      )}
      {may_act ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate({ params: { applicationId: application.id }, body: { body } });
          }}
        >
          <TextArea
            path="body"
            label="Add a note"
            rows={2}
            max={4000}
            counted={false}
            value={body}
            onChange={setBody}
            error={errorAt(add.error?.errors ?? [], 'body') ?? (add.error ? add.error.message : null)}
          />
          <div>
            <Button type="submit" busy={add.isPending}>
              Add the note
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
