import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { examineeEndpoints, type ExamineeView } from '../contract.ts';
import styles from './examinee.module.css';

type Arrangement = ExamineeView['arrangements'][number];
type Act = { kind: Kind; examinee: ExamineeView };

const TOUCHED = [examineeEndpoints.read] as const;
const NAME = { interpreter: 'Interpreter', transport: 'Ride' } as const;

/** Who interprets and who drives on the day: of whom it was ordered, and whether they took it on. */
export function Arrangements({ kind, examinee }: Act) {
  const [open, setOpen] = useState<Arrangement['sort'] | null>(null);
  if (examinee.arrangements.length === 0) return null;
  return (
    <RuledList label="Arrangements">
      {examinee.arrangements.map((one) =>
        open === one.sort ? (
          <li key={one.sort} className={styles.inList}>
            <ArrangeForm kind={kind} examinee={examinee} arrangement={one} onClose={() => setOpen(null)} />
          </li>
        ) : (
          <Row
            key={one.sort}
            kind={kind}
            examinee={examinee}
            arrangement={one}
            onOpen={open === null ? () => setOpen(one.sort) : null}
          />
        ),
      )}
    </RuledList>
  );
}

function Row({
  kind,
  examinee,
  arrangement: { sort, what, order },
  onOpen,
}: Act & { arrangement: Arrangement; onOpen: (() => void) | null }) {
  const { time_zone: zone } = useViewer();
  const callOff = useCommand(examineeEndpoints.callOff, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('Recorded that it was called off.'),
  });
  const when = (at: string) => formatInstant(at, { zone });
  const name = `${NAME[sort]}${what === '' ? '' : `, ${what}`}`;
  return (
    <RuledRow
      title={name}
      lines={[
        order === null
          ? 'Not ordered yet'
          : `Ordered of ${order.provider}, ${order.phone}, by ${order.ordered_by} on ${when(order.ordered_at)}`,
        order === null
          ? null
          : order.confirmed === null
            ? 'Not confirmed yet'
            : `Confirmed by ${order.confirmed.with}, as ${order.confirmed.recorded_by} recorded on ${when(order.confirmed.at)}`,
        order !== null && what === '' ? 'The order asks for none any more' : null,
        callOff.error ? 'It could not be recorded. Try again.' : null,
      ]}
      actions={
        examinee.can.arrange && onOpen !== null ? (
          <>
            {what === '' ? null : (
              <Button
                kind="quiet"
                onClick={onOpen}
                aria-label={`${order === null ? 'Record the order' : 'Change'}: ${name}`}
              >
                {order === null ? 'Record the order' : order.confirmed === null ? 'Confirm or change' : 'Change'}
              </Button>
            )}
            {order === null ? null : (
              <Button
                kind="quiet"
                busy={callOff.isPending}
                onClick={() => callOff.mutate({ kind, params: { id: examinee.review_id }, body: { sort } })}
                aria-label={`Called off: ${name}`}
              >
                Called off
              </Button>
            )}
          </>
        ) : null
      }
    />
  );
}

function ArrangeForm({
  kind,
  examinee,
  arrangement: { sort, order },
  onClose,
}: Act & { arrangement: Arrangement; onClose: () => void }) {
  const [provider, setProvider] = useState(order?.provider ?? '');
  const [phone, setPhone] = useState(order?.phone ?? '');
  const [confirmedWith, setConfirmedWith] = useState(order?.confirmed?.with ?? '');
  const arrange = useCommand(examineeEndpoints.arrange, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Recorded. The notice says it once it is written anew.');
      onClose();
    },
  });
  const errors = arrange.error?.errors ?? [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (arrange.isPending) return;
    arrange.mutate({
      kind,
      params: { id: examinee.review_id },
      body: { sort, provider: provider.trim(), phone: phone.trim(), confirmed_with: confirmedWith.trim() },
    });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={`Record the order: ${NAME[sort]}`}>
      <div className={styles.pair}>
        <TextField
          path="provider"
          label="Ordered of"
          value={provider}
          onChange={setProvider}
          error={errorAt(errors, 'provider')}
        />
        <TextField
          path="phone"
          label="Their phone"
          help="The examinee reads both in the notice and on their page."
          value={phone}
          onChange={setPhone}
          error={errorAt(errors, 'phone')}
        />
      </div>
      <TextField
        path="confirmed_with"
        label="Who confirmed it there"
        optional
        help="The person who said that they take it on. Leave it empty while nobody did."
        value={confirmedWith}
        onChange={setConfirmedWith}
        error={errorAt(errors, 'confirmed_with')}
      />
      {errors.length === 0 ? <Failure error={arrange.error} what="It could not be recorded." /> : null}
      <div className={styles.acts}>
        <Button type="submit" busy={arrange.isPending} disabled={provider.trim() === '' || phone.trim() === ''}>
          Record it
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
