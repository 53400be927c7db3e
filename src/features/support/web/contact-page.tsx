import { fullName } from '../../../core/names.ts';
import { plural } from '../../../core/phrases.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { supportEndpoints } from '../contract.ts';
import { MESSAGE_MAX, type Reason, reasonOf, REASON_NAMES, REASONS } from '../rules.ts';
import styles from './contact-page.module.css';

const OPTIONS = REASON_NAMES.map((name) => ({ value: name, label: REASONS[name] }));

type Fields = { name: string; email: string; reason: Reason | null; message: string };
type Faults = Partial<Record<keyof Fields, string>>;

/** Writing to support: prefilled from the address and the signed-in person, answered with a reference number. */
export function ContactPage() {
  const viewer = useOptionalViewer();
  const search = useSearch({ strict: false }) as { reason?: unknown; message?: unknown };
  // which address the form was opened from: another one prefills anew
  const from = JSON.stringify([search.reason ?? null, search.message ?? null]);
  const [fields, setFields] = useState<Fields>(() => {
    const kept = keptFields();
    const isSame = kept.from === from;
    return {
      name: viewer ? fullName(viewer) : (kept.name ?? ''),
      email: viewer?.email ?? kept.email ?? '',
      reason: reasonOf(isSame ? kept.reason : search.reason),
      message:
        isSame && kept.message !== undefined
          ? kept.message
          : typeof search.message === 'string'
            ? search.message.slice(0, MESSAGE_MAX)
            : '',
    };
  });
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const done = useRef<HTMLHeadingElement>(null);
  const send = useCommand(supportEndpoints.contact, {
    onSuccess: () => keep(null),
    onError: (error) => {
      const named = Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) as Faults;
      setFaults(named);
      setFailure(Object.keys(named).length > 0 ? null : failureWords(error));
      const first = error.errors[0];
      if (first) focusPath(first.path);
    },
  });

  const isSent = send.data !== undefined;
  useEffect(() => {
    if (isSent) done.current?.focus();
  }, [isSent]);

  function set<K extends keyof Fields>(name: K, value: Fields[K]) {
    const next = { ...fields, [name]: value };
    setFields(next);
    keep({ ...next, from });
    setFaults((now) => ({ ...now, [name]: undefined }));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    const found = faultsOf(fields);
    setFaults(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      focusPath(first);
      return;
    }
    if (fields.reason === null) return;
    send.mutate({ body: { ...fields, reason: fields.reason } });
  }

  if (send.data) {
    return (
      <div className={styles.page}>
        <IconCircleCheck className={styles.check} size={32} stroke={1.5} aria-hidden />
        <h1 ref={done} tabIndex={-1} className={styles.title}>
          Your message is with us
        </h1>
        <p className={styles.lead}>
          Your reference is <strong className={styles.reference}>{send.data.reference}</strong>. We answer to{' '}
          {fields.email}, usually within one business day.
        </p>
        <Button
          onClick={() => {
            send.reset();
            set('message', '');
          }}
        >
          Write another message
        </Button>
      </div>
    );
  }

  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} className={styles.title}>
        Contact
      </h1>
      <p className={styles.lead}>
        A person reads every message and answers by e-mail, usually within one business day. About a review, its number
        is enough; leave names of patients and parties out.
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div role="alert">{failure ? <p className={styles.failure}>{failure}</p> : null}</div>
        <div className={styles.pair}>
          <TextField
            path="name"
            label="Your name"
            size="lg"
            autoComplete="name"
            maxLength={200}
            required
            value={fields.name}
            error={faults.name}
            onChange={(value) => set('name', value)}
          />
          <TextField
            path="email"
            label="E-mail"
            type="email"
            inputMode="email"
            size="lg"
            autoComplete="email"
            maxLength={254}
            required
            value={fields.email}
            error={faults.email}
            onChange={(value) => set('email', value)}
          />
        </div>
        <SelectField
          path="reason"
          label="What is it about?"
          options={OPTIONS}
          required
          value={fields.reason}
          error={faults.reason}
          onChange={(value) => set('reason', reasonOf(value))}
        />
        <TextArea
          path="message"
          label="Message"
          rows={7}
          max={MESSAGE_MAX}
          counted={fields.message.length > MESSAGE_MAX * 0.8}
          required
          value={fields.message}
          error={faults.message}
          onChange={(value) => set('message', value)}
        />
        <div>
          <Button kind="primary" size="lg" type="submit" busy={send.isPending}>
            Send message
          </Button>
        </div>
      </form>
    </div>
  );
}

const KEPT = 'peritus:contact';

/** Keeps what was typed for as long as the tab is open; a reload loses nothing. Null forgets it. */
function keep(fields: (Fields & { from: string }) | null): void {
  try {
    if (fields) sessionStorage.setItem(KEPT, JSON.stringify(fields));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // a comfort only
  }
}

function keptFields(): Partial<Record<keyof Fields | 'from', string>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'));
  } catch {
    return {};
  }
}

function faultsOf({ name, email, reason, message }: Fields): Faults {
  const faults: Faults = {};
  if (name.trim() === '') faults.name = 'Tell us your name.';
  if (email.trim() === '') faults.email = 'We need an e-mail address to answer to.';
  else if (!/^\S+@\S+\.\S+$/.test(email.trim())) faults.email = 'This is not an e-mail address we can answer to.';
  if (reason === null) faults.reason = 'Choose what it is about.';
  if (message.trim() === '') faults.message = 'Write your message.';
  else if (message.trim().length > MESSAGE_MAX) faults.message = `Shorten it to ${MESSAGE_MAX} characters.`;
  return faults;
}

function failureWords(error: ApiError): string {
  if (error.code === 'throttled') {
    const minutes = Math.max(1, Math.ceil((error.problem?.retry_after ?? 60) / 60));
    return `That was a lot of messages in a short time. The next one can be sent in ${plural(minutes, 'minute')}.`;
  }
  if (error.status === 0) return 'The server could not be reached. Your message is still here; try again in a moment.';
  return `The message could not be sent. It is still here; try again.${error.reference ? ` Reference ${error.reference}` : ''}`;
}
