import { type FormEvent, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { billingOrderEndpoints, type BillingOrderRow } from '../contract.ts';
import { moverOf, needsReason } from '../rules.ts';
import { NO_CHOICE, PurchaseOrderChoice } from './purchase-choice.tsx';
import { REFRESHED } from './refreshed.ts';
import styles from './orders.module.css';

const MOST = 100;

/** Decides on the chosen orders together. What was refused stays chosen, with the reason of each. */
export function DecideMany({
  rows,
  onDone,
}: {
  rows: readonly BillingOrderRow[];
  /** Those that were refused: they stay chosen. */
  onDone: (left: readonly number[]) => void;
}) {
  const mover = moverOf(useViewer().kind) ?? 'approver';
  const [choice, setChoice] = useState(NO_CHOICE);
  const [reason, setReason] = useState('');
  const [voids, setVoids] = useState(false);
  const [refused, setRefused] = useState<readonly { number: string; reason: string }[]>([]);
  const act = voids ? 'void' : 'approve';
  const asksWhy = needsReason(act, mover);
  const { form, at, passes } = useFaults([
    asksWhy && reason.trim() === '' && { path: 'reason', message: 'Write a sentence or two.' },
  ]);
  const taken = rows.slice(0, MOST);
  const cents = taken.reduce((sum, { total_cents }) => sum + total_cents, 0);
  const [only, ...others] = new Set(taken.map(({ organization }) => organization.id));
  const decide = useCommand(billingOrderEndpoints.decideMany, {
    refresh: REFRESHED,
    onSuccess: ({ data }) => {
      const left = data.filter(({ done }) => !done);
      setRefused(
        left.map((one) => ({
          number: taken.find(({ id }) => id === one.id)?.number ?? String(one.id),
          reason: one.reason ?? '',
        })),
      );
      setReason('');
      onDone(left.map(({ id }) => id));
      const done = data.length - left.length;
      if (done > 0) toastDone(`${plural(done, 'billing order')} ${act === 'void' ? 'voided' : 'approved'}.`);
      if (left.length === 0) {
        setVoids(false);
        setChoice(NO_CHOICE);
      }
    },
  });
  if (taken.length === 0 && refused.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passes() || decide.isPending || taken.length === 0) return;
    decide.mutate({
      body: {
        act,
        reason: reason.trim(),
        ...(act === 'approve' && others.length === 0 ? choice : {}),
        orders: taken.map(({ id, total_cents }) => ({ id, total_cents })),
      },
    });
  };
  return (
    <section className={styles.bulk} aria-label="Chosen orders">
      {refused.length > 0 ? (
        <InlineNotice kind="warn" title={`${plural(refused.length, 'billing order')} stayed as before`}>
          <ul className={styles.refused}>
            {refused.map((one) => (
              <li key={one.number}>
                {one.number}: {one.reason}
              </li>
            ))}
          </ul>
        </InlineNotice>
      ) : null}
      {taken.length === 0 ? null : (
        <form
          ref={form}
          onSubmit={submit}
          noValidate
          aria-label="Decide on the chosen orders"
          className={styles.bulkForm}
        >
          <output className={styles.count}>
            {rows.length > MOST ? `${rows.length} chosen, the first ${MOST} are taken` : `${rows.length} chosen`},{' '}
            {formatCents(cents)}
          </output>
          {act === 'approve' && only !== undefined ? (
            others.length === 0 ? (
              <PurchaseOrderChoice
                organizationId={only}
                cents={cents}
                value={choice}
                error={undefined}
                onChange={setChoice}
              />
            ) : (
              <Quiet>Choose orders of one organization to put them on a purchase order.</Quiet>
            )
          ) : null}
          {asksWhy ? (
            <TextField
              path="reason"
              label={act === 'void' ? 'What is wrong with them' : 'Why you approve for them'}
              maxLength={500}
              value={reason}
              onChange={setReason}
              error={at('reason')}
            />
          ) : null}
          <div className={styles.bulkActs}>
            <Button kind={voids ? 'default' : 'primary'} type="submit" busy={decide.isPending}>
              {voids ? `Void ${plural(taken.length, 'order')}` : `Approve ${plural(taken.length, 'order')}`}
            </Button>
            <Button kind="quiet" onClick={() => setVoids(!voids)}>
              {voids ? 'Approve instead' : 'Void instead'}
            </Button>
          </div>
          <Failure error={decide.error} what="Nothing was decided." />
        </form>
      )}
    </section>
  );
}
