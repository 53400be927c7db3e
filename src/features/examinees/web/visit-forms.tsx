import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { visitEndpoints, type VisitView } from '../contract.ts';
import { LONGEST_ANSWER, REMINDERS, type Reminders } from '../rules/answers.ts';
import type { WordKey } from '../rules/words/words.ts';
import type { Say } from './visit-words.ts';
import styles from './visit.module.css';

interface FormProps {
  say: Say;
  token: string;
  onChanged: () => Promise<unknown>;
}

/** Sends something; says in the page's language whether it arrived. What was typed stays where it did not. */
function useSending(onChanged: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<WordKey | null>(null);
  const send = async (ask: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setSaid(null);
    try {
      await ask();
      setSaid('saved');
      await onChanged();
      return true;
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError(0, null);
      setSaid(refused.status === 0 ? 'offline' : 'failed');
      // the link ended meanwhile: the page says how
      if (refused.code === 'gone') await onChanged();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, said, setSaid, send };
}

function Foot({ say, said, children }: { say: Say; said: WordKey | null; children: ReactNode }) {
  return (
    <>
      <div role="status">
        {said === null ? null : <p className={said === 'saved' ? styles.quiet : styles.failed}>{say(said)}</p>}
      </div>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

/** Another date, and why. */
export function OtherDateForm({ say, token, onChanged, onClose, by }: FormProps & { onClose: () => void; by: string }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, said, send } = useSending(onChanged);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (reason.trim() === '') setMissing(true);
    else if (await send(() => call(visitEndpoints.askOtherDate, { body: { token, reason: reason.trim() } }))) onClose();
  };
  return (
    <form className={styles.form} noValidate aria-label={say('other_date')} onSubmit={(event) => void submit(event)}>
      <p>{by}</p>
      <TextArea
        path="reason"
        label={say('other_date_reason')}
        help={say('other_date_help')}
        rows={4}
        value={reason}
        error={missing && reason.trim() === '' ? say('required') : undefined}
        onChange={(text) => setReason(text.slice(0, LONGEST_ANSWER))}
      />
      <Foot say={say} said={said}>
        <Button type="submit" kind="primary" size="lg" full busy={busy}>
          {say('send')}
        </Button>
        <Button size="lg" full kind="quiet" onClick={onClose}>
          {say('cancel')}
        </Button>
      </Foot>
    </form>
  );
}

/** What they need to get in and be examined; it can be changed until the exam. */
export function NeedsForm({ say, token, needs, onChanged }: FormProps & { needs: string }) {
  const [text, setText] = useState(needs);
  const { busy, said, setSaid, send } = useSending(onChanged);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void send(() => call(visitEndpoints.tellNeeds, { body: { token, needs: text.trim() } }));
  };
  return (
    <form className={styles.form} noValidate aria-label={say('needs')} onSubmit={submit}>
      <TextArea
        path="needs"
        label={say('needs')}
        hideLabel
        help={say('needs_help')}
        rows={3}
        value={text}
        onChange={(next) => {
          setText(next.slice(0, LONGEST_ANSWER));
          setSaid(null);
        }}
      />
      <Foot say={say} said={said}>
        <Button type="submit" size="lg" busy={busy} disabled={text.trim() === needs}>
          {say('send')}
        </Button>
      </Foot>
    </form>
  );
}

/** How they agree to be reminded; a text message only where one can be sent. */
export function RemindersForm({ say, token, view, onChanged }: FormProps & { view: VisitView }) {
  const { reminders, remind_at } = view.answers;
  const [by, setBy] = useState<Reminders>(reminders);
  const [to, setTo] = useState(remind_at);
  const [faulty, setFaulty] = useState(false);
  const { busy, said, setSaid, send } = useSending(onChanged);
  const bad = by === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = by !== 'none' && to.trim() === '';
    setFaulty(bad || isMissing);
    if (busy || bad || isMissing) return;
    const body = { token, reminders: by, remind_at: by === 'none' ? '' : to.trim() };
    void send(() => call(visitEndpoints.agreeReminders, { body }));
  };
  const words = { none: 'reminders_none', email: 'reminders_email', text: 'reminders_text' } as const;
  return (
    <form className={styles.form} noValidate aria-label={say('reminders')} onSubmit={submit}>
      <RadioField
        path="reminders"
        label={say('reminders')}
        hideLabel
        value={by}
        onChange={(next) => {
          setBy(REMINDERS.find((one) => one === next) ?? 'none');
          setSaid(null);
          setFaulty(false);
        }}
        options={REMINDERS.filter((one) => one !== 'text' || view.texts_sent || reminders === 'text').map((value) => ({
          value,
          label: say(words[value]),
        }))}
      />
      {by === 'none' ? null : (
        <TextField
          path="remind_at"
          label={say(by === 'email' ? 'email' : 'phone')}
          type={by === 'email' ? 'email' : 'tel'}
          autoComplete={by === 'email' ? 'email' : 'tel'}
          value={to}
          error={faulty ? say(by === 'email' && to.trim() !== '' ? 'bad_email' : 'required') : undefined}
          onChange={(next) => {
            setTo(next);
            setSaid(null);
          }}
        />
      )}
      <Foot say={say} said={said}>
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={by === reminders && (by === 'none' || to.trim() === remind_at)}
        >
          {say('save')}
        </Button>
      </Foot>
    </form>
  );
}
