import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type Webhook, webhookEndpoints, type WebhookWithSecret } from '../contract.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, type WebhookEvent } from '../rules.ts';
import styles from './webhooks.module.css';

const e = webhookEndpoints;

/** A new address, or one that is changed. */
export function WebhookForm({
  organizationId,
  row,
  onLeave,
  onAdded,
}: {
  organizationId: number;
  row: Webhook | null;
  onLeave: () => void;
  onAdded?: (made: WebhookWithSecret) => void;
}) {
  const [url, setUrl] = useState(row?.url ?? '');
  const [description, setDescription] = useState(row?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    row?.events ?? ['review.status_changed', 'report.delivered'],
  );
  const [tried, setTried] = useState(false);
  const add = useCommand(e.add, { refresh: [e.list], onSuccess: (made) => onAdded?.(made) });
  const change = useCommand(e.change, {
    refresh: [e.list],
    onSuccess: () => {
      toastDone('Saved.');
      onLeave();
    },
  });
  const error = add.error ?? change.error;
  const fault = (path: string) => error?.errors.find((one) => one.path === path)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (url.trim() === '' || events.length === 0) return;
    const written = { url, description, events: [...events] };
    if (row === null) add.mutate({ params: { id: organizationId }, body: written });
    else
      change.mutate({
        params: { id: organizationId, webhookId: row.id },
        body: { ...written, lock_version: row.lock_version },
      });
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={row === null ? 'Add a webhook' : 'Change the webhook'}
    >
      <TextField
        path="url"
        label="Web address"
        required
        inputMode="url"
        autoComplete="off"
        maxLength={1000}
        help="It begins with https and answers any status from 200 to 299 within 10 seconds."
        error={fault('url') ?? (tried && url.trim() === '' ? 'Give the address.' : undefined)}
        value={url}
        onChange={setUrl}
      />
      <TextField
        path="description"
        label="What it is"
        optional
        autoComplete="off"
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <fieldset className={styles.events}>
        <legend>What it is told</legend>
        {WEBHOOK_EVENT_NAMES.map((name) => (
          <CheckboxField
            key={name}
            path={`event-${name}`}
            label={WEBHOOK_EVENTS[name]}
            value={events.includes(name)}
            onChange={(on) => setEvents(on ? [...events, name] : events.filter((one) => one !== name))}
          />
        ))}
        {tried && events.length === 0 ? <p className={styles.fault}>Choose at least one.</p> : null}
      </fieldset>
      <InlineEnds
        primary
        placed
        error={error}
        what="Nothing was saved."
        busy={add.isPending || change.isPending}
        leave="Not now"
        onLeave={onLeave}
      >
        {row === null ? 'Add the webhook' : 'Save the webhook'}
      </InlineEnds>
    </form>
  );
}
