import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { type InterviewView, interviewEndpoints } from '../contract.ts';
import { type Leaning, LEANING_NAMES, LEANINGS } from '../rules.ts';
import { rereading, TOUCHED } from './touched.ts';
import styles from './interviews.module.css';

/** What either side can do with an interview that is set: give the time up, say how it went. */
export function Arranging({ interview }: { interview: InterviewView }) {
  const client = useQueryClient();
  const told = { refresh: TOUCHED, onError: rereading(client) } as const;
  const move = useCommand(interviewEndpoints.move, { ...told, onSuccess: () => toastDone('The other side is told.') });
  const notHeld = useCommand(interviewEndpoints.notHeld, {
    ...told,
    onSuccess: () => toastDone('The other side is told.'),
  });
  const { can, lock_version } = interview;
  const params = { interviewId: interview.id };
  return (
    <>
      {can.held ? <Held interview={interview} /> : null}
      {can.not_held ? (
        <ReasonAct
          opens="It was not held"
          label="Why not?"
          help="The other side reads this. The expert offers other times."
          submit="Tell them"
          busy={notHeld.isPending}
          error={notHeld.error}
          onSubmit={(reason) => notHeld.mutate({ params, body: { lock_version, reason } })}
        />
      ) : null}
      {can.move ? (
        <ReasonAct
          opens="Give up this time"
          label="Why?"
          help="The other side reads this. The expert offers other times."
          submit="Give it up"
          busy={move.isPending}
          error={move.error}
          onSubmit={(reason) => move.mutate({ params, body: { lock_version, reason } })}
        />
      ) : null}
    </>
  );
}

function Held({ interview }: { interview: InterviewView }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [minutes, setMinutes] = useState<number | null>(interview.minutes_told ?? interview.minutes);
  const held = useCommand(interviewEndpoints.held, {
    refresh: TOUCHED,
    onError: rereading(client),
    onSuccess: () => toastDone('It is on record.'),
  });
  if (!open) return <Button onClick={() => setOpen(true)}>It was held</Button>;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (held.isPending || minutes === null) return;
    held.mutate({ params: { interviewId: interview.id }, body: { lock_version: interview.lock_version, minutes } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="It was held">
      <NumberField
        path="minutes"
        label="How long it took"
        unit="minutes"
        value={minutes}
        onChange={setMinutes}
        error={minutes === null ? 'Enter the minutes.' : held.error?.errors[0]?.message}
      />
      {interview.minutes_told === null ? null : (
        <Quiet>The meeting was open for {plural(interview.minutes_told, 'minute')}.</Quiet>
      )}
      <InlineEnds
        error={held.error}
        placed
        what="It could not be kept."
        busy={held.isPending}
        primary
        leave="Leave it"
        onLeave={() => setOpen(false)}
      >
        Keep it
      </InlineEnds>
    </form>
  );
}

/** "Tue, Feb 9, 10:00 AM CST", in words that a list of states begins with. */
export const whenWords = (interview: InterviewView, zone: string, now: number): string | null =>
  interview.starts_at === null ? null : formatInstant(interview.starts_at, { zone, now });

/** What one's own side notes, and the form that changes it. */
export function Note({ interview, leans }: { interview: InterviewView; leans: boolean }) {
  const [open, setOpen] = useState(false);
  const { note } = interview;
  return (
    <>
      {note && !open ? <Noted note={note} /> : null}
      {open ? (
        <NoteForm interview={interview} leans={leans} onDone={() => setOpen(false)} />
      ) : interview.can.note ? (
        <Button
          onClick={() => setOpen(true)}
          aria-label={`${note ? 'Change the note' : 'Write a note'}${leans ? `: ${interview.with}` : ''}`}
        >
          {note ? 'Change the note' : 'Write a note'}
        </Button>
      ) : null}
    </>
  );
}

/** A note being written, of what was read when it began; it is kept on this device until it is saved. */
function NoteForm({ interview, leans, onDone }: { interview: InterviewView; leans: boolean; onDone: () => void }) {
  const client = useQueryClient();
  // what a colleague writes meanwhile is not written over: it is refused, and read first
  const [was] = useState(() => interview.note?.written_at ?? null);
  const [written, setWritten, forget] = useKept<{ text: string; leaning: Leaning | null }>(
    `interview-note-${interview.id}-${was ?? 'new'}`,
    { text: interview.note?.text ?? '', leaning: interview.note?.leaning ?? null },
  );
  const path = `note-${interview.id}`;
  useEffect(() => void focusPath(path), [path]);
  const save = useCommand(interviewEndpoints.note, {
    refresh: TOUCHED,
    onError: rereading(client),
    onSuccess: () => {
      forget();
      onDone();
      toastDone('Saved.');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ params: { interviewId: interview.id }, body: { ...written, was } });
  };
  const theirs = interview.note && interview.note.written_at !== was ? interview.note : null;
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Note on the interview">
      {theirs ? (
        <InlineNotice title="Somebody of your side has written meanwhile.">
          {theirs.text} Leave this form to change that note; what you wrote stays on this device until then.
        </InlineNotice>
      ) : null}
      <TextArea
        path={path}
        label="Note"
        help="Your side alone reads this; the other side and Peritus never do. A court may still order notes to be shown."
        rows={4}
        max={8000}
        counted={written.text.length > 7000}
        value={written.text}
        onChange={(text) => setWritten({ ...written, text })}
      />
      {leans ? (
        <SegmentedField
          path={`leaning-${interview.id}`}
          label="How you lean"
          options={LEANING_NAMES.map((value) => ({ value, label: LEANINGS[value] }))}
          value={written.leaning}
          onChange={(value) => setWritten({ ...written, leaning: LEANING_NAMES.find((one) => one === value) ?? null })}
        />
      ) : null}
      <InlineEnds
        error={save.error}
        what="The note could not be saved. It is still here."
        busy={save.isPending}
        primary
        leave="Leave it"
        onLeave={onDone}
      >
        Save the note
      </InlineEnds>
    </form>
  );
}

function Noted({ note }: { note: NonNullable<InterviewView['note']> }) {
  return (
    <Quiet>
      {note.leaning === null ? null : <b>{LEANINGS[note.leaning]}. </b>}
      {note.text}
    </Quiet>
  );
}
