import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { POST_METHODS, POST_WORDS, type PostMethod } from '../../../core/post.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { deliveryEndpoints } from '../contract.ts';
import type { DeliveriesView } from '../contract/deliveries.ts';
import { isOpenDelivery, spokenPasscode } from '../rules/deliveries.ts';
import styles from './deliveries.module.css';

type Delivery = DeliveriesView['deliveries'][number];
const TOUCHED = [deliveryEndpoints.list] as const;
const METHODS = POST_METHODS.map((value) => ({ value, label: POST_WORDS[value] }));

/** To whom the report went who has no account; nothing where the order names nobody. */
export function Deliveries({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const { data, error, refetch } = useQuery(query(deliveryEndpoints.list, { kind, params: { id: reviewId } }));
  if (error && !data)
    // who reads no contents has no log of them
    return error.status === 403 || error.status === 404 ? null : (
      <Failure error={error} what="To whom it went could not be loaded." onRetry={() => void refetch()} />
    );
  if (!data || data.deliveries.length === 0) return null;
  const newest = Math.max(...data.deliveries.map(({ version }) => version));
  return (
    <RuledList label="Delivered to others">
      {data.deliveries.map((one) => (
        <Row key={one.id} kind={kind} reviewId={reviewId} delivery={one} may={data.can.act && one.version === newest} />
      ))}
    </RuledList>
  );
}

function Row({ kind, reviewId, delivery, may }: { kind: Kind; reviewId: number; delivery: Delivery; may: boolean }) {
  const { time_zone: zone } = useViewer();
  const [posting, setPosting] = useState(false);
  const [passcode, setPasscode] = useState<string | null>(null);
  const input = { kind, params: { id: reviewId }, body: { delivery_id: delivery.id } };
  const send = useCommand(deliveryEndpoints.send, {
    refresh: TOUCHED,
    onSuccess: () => {
      setPasscode(null);
      toastDone('Sent again, with another passcode.');
    },
  });
  const show = useCommand(deliveryEndpoints.passcode, {
    refresh: TOUCHED,
    onSuccess: (shown) => setPasscode(shown.passcode),
  });
  const { state, posted } = delivery;
  const when = (at: string | null) => (at === null ? '' : formatInstant(at, { zone }));
  if (posting)
    return (
      <li>
        <PostForm kind={kind} reviewId={reviewId} delivery={delivery} onClose={() => setPosting(false)} />
      </li>
    );
  return (
    <RuledRow
      title={`${delivery.name}, version ${delivery.version}`}
      status={<p className={isOpenDelivery(state) ? styles.waits : styles.stands}>{standing(delivery, when)}</p>}
      lines={[
        delivery.manner === 'email' ? `By link to ${delivery.address}` : `By post to ${delivery.address}`,
        posted && posted.days_after > 0 ? `${plural(posted.days_after, 'day')} after the others` : null,
        posted ? `Posted by ${posted.by}, recorded by ${posted.recorded_by}` : null,
        passcode === null ? null : (
          <>
            Passcode <b className={styles.code}>{spokenPasscode(passcode)}</b>. Read it out on the phone; do not send it
            with the link.
          </>
        ),
        send.error || show.error ? 'It did not work. Try again.' : null,
      ]}
      actions={
        may ? (
          <>
            {state === 'to_post' ? (
              <Button
                kind="quiet"
                onClick={() => setPosting(true)}
                aria-label={`Record that it was posted to ${delivery.name}`}
              >
                Record that it was posted
              </Button>
            ) : null}
            {state === 'sent' || state === 'opened' || state === 'failed' ? (
              <Button
                kind="quiet"
                busy={show.isPending}
                onClick={() => show.mutate(input)}
                aria-label={`Passcode for ${delivery.name}`}
              >
                Passcode
              </Button>
            ) : null}
            {delivery.manner === 'email' ? (
              <Button
                kind="quiet"
                busy={send.isPending}
                onClick={() => send.mutate(input)}
                aria-label={`Send again to ${delivery.name}`}
              >
                Send again
              </Button>
            ) : null}
          </>
        ) : null
      }
    />
  );
}

/** How it stands, in a line. */
function standing(
  { state, sent_at, sends, expires_at, opened_at, opens, posted }: Delivery,
  when: (at: string | null) => string,
): string {
  const often = sends > 1 ? `, the ${sends}th time`.replace('2th', '2nd').replace('3th', '3rd') : '';
  switch (state) {
    case 'to_post':
      return 'To be posted: its proof is missing';
    case 'posted':
      return `Posted on ${dateText(posted?.on ?? '', 'medium')}${posted?.tracking ? `, ${posted.tracking}` : ''}`;
    case 'sent':
      return `Sent on ${when(sent_at)}${often}. Not opened yet; the link works until ${when(expires_at)}`;
    case 'failed':
      return `The e-mail of ${when(sent_at)} could not be sent. Check the address, or send it again`;
    case 'opened':
      return `Opened ${plural(opens, 'time')}, first on ${when(opened_at)}`;
    case 'expired':
      return `The link ended on ${when(expires_at)} without being opened`;
    case 'locked':
      return 'Locked: a wrong passcode was tried five times. Send it again';
  }
}

function PostForm({
  kind,
  reviewId,
  delivery,
  onClose,
}: {
  kind: Kind;
  reviewId: number;
  delivery: Delivery;
  onClose: () => void;
}) {
  const { time_zone, first_name, last_name } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [on, setOn] = useState<string | null>(today);
  const [method, setMethod] = useState<PostMethod>('certified_mail');
  const [tracking, setTracking] = useState('');
  const [by, setBy] = useState(`${first_name} ${last_name}`);
  const save = useCommand(deliveryEndpoints.posted, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Recorded.');
      onClose();
    },
  });
  const errors = save.error?.errors ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || on === null) return;
    save.mutate({
      kind,
      params: { id: reviewId },
      body: { delivery_id: delivery.id, posted_on: on, method, tracking: tracking.trim(), posted_by: by },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={`Posted to ${delivery.name}`}>
      <DateField
        path="posted_on"
        label="Posted on"
        value={on}
        onChange={setOn}
        max={today}
        error={errorAt(errors, 'posted_on')}
      />
      <SelectField
        path="method"
        label="How"
        options={METHODS}
        value={method}
        onChange={(next) => setMethod(METHODS.find(({ value }) => value === next)?.value ?? 'mail')}
        error={errorAt(errors, 'method')}
      />
      <TextField
        path="tracking"
        label="Carrier’s number"
        optional={method === 'mail'}
        value={tracking}
        onChange={setTracking}
        error={errorAt(errors, 'tracking')}
      />
      <TextField path="posted_by" label="By whom" value={by} onChange={setBy} error={errorAt(errors, 'posted_by')} />
      {errors.length === 0 ? <Failure error={save.error} what="It could not be recorded." /> : null}
      <div className={styles.acts}>
        <Button type="submit" busy={save.isPending}>
          Record it
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
