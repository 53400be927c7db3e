import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { outsideEndpoints } from '../contract.ts';
import { DaysField, daysFault, LinkForm, sending, WhoFields } from './link-form.tsx';
import { LinkRows } from './link-rows.tsx';
import styles from './links.module.css';

interface Item {
  id: number;
  label: string;
  answered_at: string | null;
}

/** Custodians outside who were asked for items of one request, and the form that asks another. */
export function CustodianLinks({
  kind,
  reviewId,
  requestId,
  items,
}: {
  kind: Kind;
  reviewId: number;
  requestId: number;
  items: readonly Item[];
}) {
  const links = useQuery(query(outsideEndpoints.list, { kind, params: { id: reviewId } }));
  const [adding, setAdding] = useState(false);
  if (links.isError && !links.data) {
    if (links.error.status === 403) return null;
    return <Failure error={links.error} what="The links could not be loaded." onRetry={() => void links.refetch()} />;
  }
  if (!links.data) return null;
  const own = links.data.data.filter((link) => link.file_request_id === requestId);
  const can = links.data.abilities.ask_custodian;
  if (own.length === 0 && !can.allowed) return null;
  return (
    <div className={styles.part}>
      <h2>Records kept by somebody else</h2>
      <p className={styles.sub}>
        A hospital or clinic can send them itself, by a link that only takes uploads and ends on a day you choose.
      </p>
      {own.length > 0 ? <LinkRows kind={kind} reviewId={reviewId} links={own} /> : null}
      {adding ? (
        <AskForm
          kind={kind}
          reviewId={reviewId}
          requestId={requestId}
          items={items.filter((item) => item.answered_at === null)}
          onClose={() => setAdding(false)}
        />
      ) : can.allowed ? (
        <div>
          <Button onClick={() => setAdding(true)}>Ask a custodian by link</Button>
        </div>
      ) : null}
    </div>
  );
}

function AskForm({
  kind,
  reviewId,
  requestId,
  items,
  onClose,
}: {
  kind: Kind;
  reviewId: number;
  requestId: number;
  items: readonly Item[];
  onClose: () => void;
}) {
  const [who, setWho] = useState({ name: '', email: '' });
  const [days, setDays] = useState<number | null>(14);
  const [labels, setLabels] = useState<Readonly<Record<number, string | undefined>>>(() =>
    Object.fromEntries(items.map((item) => [item.id, item.label])),
  );
  const [fault, setFault] = useState<{ path: string; message: string } | null>(null);
  const ask = useCommand(outsideEndpoints.askCustodian, { refresh: [outsideEndpoints.list], ...sending(onClose) });
  const errors = [...(fault ? [fault] : []), ...(ask.error?.errors ?? [])];
  const chosen = items.flatMap(({ id }) => (labels[id] === undefined ? [] : [{ item: id, label: labels[id] }]));
  const submit = (): void => {
    const wrongDays = daysFault(days);
    const wrong =
      chosen.length === 0
        ? { path: 'items', message: 'Choose at least one record' }
        : wrongDays === null
          ? null
          : { path: 'days', message: wrongDays };
    setFault(wrong);
    if (wrong) {
      focusPath(wrong.path);
      return;
    }
    const body = { ...who, days: days ?? 14, file_request_id: requestId, items: chosen };
    ask.mutate({ kind, params: { id: reviewId }, body });
  };
  return (
    <LinkForm label="Ask a custodian by link" send="Send the link" onSubmit={submit} onClose={onClose} sent={ask}>
      <WhoFields
        who={who}
        onChange={setWho}
        errors={errors}
        name={{ label: 'Who keeps the records', help: 'A person or a desk' }}
        email={{ label: 'Their e-mail', help: 'The link goes there. The e-mail names no patient.' }}
      />
      <fieldset className={styles.pick}>
        <legend className={styles.sub}>
          What you ask them for, in the words they read. They see nothing else of this review.
        </legend>
        {items.map(({ id, label }) => (
          <div key={id}>
            <CheckboxField
              path={`items.${id}.chosen`}
              label={label}
              value={labels[id] !== undefined}
              onChange={(on) => setLabels((now) => ({ ...now, [id]: on ? label : undefined }))}
            />
            {labels[id] === undefined ? null : (
              <div className={styles.picked}>
                <TextField
                  path={`items.${chosen.findIndex((one) => one.item === id)}.label`}
                  label={`What the custodian reads for “${label}”`}
                  hideLabel
                  maxLength={200}
                  value={labels[id]}
                  onChange={(text) => setLabels((now) => ({ ...now, [id]: text }))}
                  error={errorAt(errors, `items.${chosen.findIndex((one) => one.item === id)}.label`)}
                />
              </div>
            )}
          </div>
        ))}
        {errorAt(errors, 'items') ? <FieldError>{errorAt(errors, 'items')}</FieldError> : null}
      </fieldset>
      <DaysField value={days} onChange={setDays} error={errorAt(errors, 'days')} />
    </LinkForm>
  );
}
