import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusBadge, StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { payoutEndpoints, type PayoutRunView, type PayoutView } from '../contract.ts';
import { OWN_PROPOSAL, RETURN_CODE_KEYS, returnWords } from '../rules.ts';
import { PAYOUTS_PLACE } from '../rules/place.ts';
import { LeftOut } from './left-out.tsx';
import { REFRESHED } from './refreshed.ts';
import { PAYOUT_DISPLAYS, RUN_DISPLAYS } from './states.ts';
import styles from './payouts.module.css';

/** A run with its payouts: released or discarded, its files, what was paid, and what came back. */
export function RunView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(payoutEndpoints.run, { params: { id } }));
  if (error && !data)
    return <Failure error={error} what="The run could not be loaded." onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} columns={[50, 20]} height={48} label="Loading the run" />;
  return (
    <>
      <PageHeader
        title={`Run ${data.id}`}
        badge={<StatusBadge {...RUN_DISPLAYS[data.state]} />}
        crumbs={[{ label: 'Payouts', href: PAYOUTS_PLACE.path }, { label: `Run ${data.id}` }]}
        lead={`All that was earned until ${dateText(data.until_on, 'long')}, to be paid on ${dateText(data.pay_on, 'long')}.`}
      />
      <div className={styles.split}>
        <section aria-labelledby="payouts">
          <SectionHead id="payouts" title="Payouts" />
          <RuledList label="Payouts">
            {data.lines.map((one) => (
              <Line key={one.id} run={data} payout={one} />
            ))}
          </RuledList>
          <LeftOut rows={data.left_out_of_it} />
        </section>
        <aside aria-label="About the run">
          <Standing run={data} />
          <Release run={data} />
          <Files run={data} />
        </aside>
      </div>
    </>
  );
}

function Standing({ run }: { run: PayoutRunView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string) => formatInstant(instant, { zone, now });
  return (
    <Facts
      labelWidth={110}
      items={[
        { label: 'Sent', value: <b>{formatCents(run.sent_cents)}</b> },
        { label: 'Withheld', value: run.withheld_cents > 0 ? formatCents(run.withheld_cents) : null },
        { label: 'Payouts', value: run.payouts },
        { label: 'Proposed', value: `${run.proposed_by.name}, ${at(run.proposed_at)}` },
        {
          label: 'Released',
          value: run.released_by && run.released_at ? `${run.released_by.name}, ${at(run.released_at)}` : null,
        },
      ]}
    />
  );
}

/** Releasing a run, for a second person; or discarding it. */
function Release({ run }: { run: PayoutRunView }) {
  const [asking, setAsking] = useState<'release' | 'discard' | null>(null);
  const release = useCommand(payoutEndpoints.release, { refresh: REFRESHED });
  const discard = useCommand(payoutEndpoints.discard, { refresh: REFRESHED });
  if (run.state !== 'proposed') return null;
  const amount = formatCents(run.sent_cents);
  return (
    <>
      {run.can.release ? null : <Quiet>{OWN_PROPOSAL}</Quiet>}
      <div className={styles.acts}>
        {run.can.release ? (
          <Button kind="primary" onClick={() => setAsking('release')}>
            Release {amount}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => setAsking('discard')}>
          Discard the run
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'release'}
        danger={false}
        onClose={() => setAsking(null)}
        title={`Release ${plural(run.payouts, 'payout')}, ${amount}?`}
        confirmLabel={`Release ${amount}`}
        cancelLabel="Not yet"
        onConfirm={async () => {
          await release.mutateAsync({ params: { id: run.id } });
          setAsking(null);
          toastDone('Released. The bank’s file can be made now.');
        }}
      >
        <p>You confirm who is paid how much, and where it goes. A released run is never changed.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'discard'}
        onClose={() => setAsking(null)}
        title="Discard this run?"
        confirmLabel="Discard it"
        cancelLabel="Keep the run"
        onConfirm={async () => {
          await discard.mutateAsync({ params: { id: run.id } });
          setAsking(null);
          toastDone('Discarded. What it would have paid is owed as before.');
        }}
      >
        <p>What it would have paid is owed as before, and in the next run.</p>
      </ConfirmDialog>
    </>
  );
}

/** The files of a released run, and that it was paid. */
function Files({ run }: { run: PayoutRunView }) {
  if (run.can.file === false) return null;
  const back = run.lines.filter(({ state }) => state === 'returned').length;
  const paid = run.lines.filter(({ state }) => state === 'paid').length;
  const url = { params: { id: run.id } };
  return (
    <section className={styles.section} aria-labelledby="files">
      <SectionHead id="files" title="Files" />
      {run.can.file === null ? (
        <Quiet>
          No bank is set, so the bank’s file cannot be made.{' '}
          <TextLink href={hrefWith(PAYOUTS_PLACE.path, { tab: 'settings' })}>Fill it in</TextLink>.
        </Quiet>
      ) : null}
      <div className={styles.acts}>
        {run.can.file ? (
          <SaveFile
            url={urlOf(payoutEndpoints.nacha, url)}
            name={`payouts-${run.id}.ach`}
            words="Bank file (NACHA)"
            says="Saved. It has account numbers in clear: delete it once the bank has it."
          />
        ) : null}
        <SaveFile url={urlOf(payoutEndpoints.list, url)} name={`payouts-${run.id}.csv`} words="List for checks (CSV)" />
      </div>
      {back > 0 ? (
        <Quiet>
          {plural(back, 'payout')} came back and {back === 1 ? 'is' : 'are'} not in these files. What{' '}
          {back === 1 ? 'it' : 'they'} paid is in the next run. The other payouts are in them as before.
        </Quiet>
      ) : null}
      {paid > 0 ? (
        <Quiet>
          {plural(paid, 'payout')} marked as paid {paid === 1 ? 'is' : 'are'} still in these files, which are the same
          each time. Whoever sends one again pays twice.
        </Quiet>
      ) : null}
      {run.can.pay ? <Pay run={run} /> : null}
    </section>
  );
}

function Pay({ run }: { run: PayoutRunView }) {
  const today = dateIn(new Date(useNow(60_000)), 'UTC');
  const [on, setOn] = useState<string | null>(null);
  const open = run.lines.filter(({ state }) => state === 'released');
  const pay = useCommand(payoutEndpoints.pay, {
    refresh: REFRESHED,
    onSuccess: () => toastDone('Paid. The experts are told.'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pay.mutate({ params: { id: run.id }, body: { paid_on: on ?? today, payout_ids: null } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="paid">
      <SectionHead id="paid" title="Once the bank has paid" />
      <DateField
        path="paid_on"
        label="Paid on"
        value={on ?? today}
        onChange={setOn}
        error={faultOf(pay.error, 'paid_on')}
      />
      <InlineEnds primary placed error={pay.error} what="Nothing was marked." busy={pay.isPending}>
        {`Mark ${plural(open.length, 'payout')} as paid`}
      </InlineEnds>
    </form>
  );
}

/** A payout: who gets what and where, how it stands, and what can be said of it by itself. */
function Line({ run, payout }: { run: PayoutRunView; payout: PayoutView }) {
  const [returning, setReturning] = useState(false);
  const today = dateIn(new Date(useNow(60_000)), 'UTC');
  const pay = useCommand(payoutEndpoints.pay, {
    refresh: REFRESHED,
    onSuccess: () => toastDone('Paid. The expert is told.'),
  });
  const { id, state } = payout;
  const named = (words: string) => ({ 'aria-label': `${words}: ${payout.expert.name}` });
  return (
    <RuledRow
      title={`${payout.expert.name}, ${formatCents(payout.cents - payout.withheld_cents)}`}
      lines={[
        `${payout.payee}, account ending in ${payout.account_last4}, for ${plural(payout.entries, 'amount')}`,
        payout.withheld_cents > 0
          ? `${formatCents(payout.cents)} earned, ${formatCents(payout.withheld_cents)} withheld for the tax authority`
          : null,
        payout.paid_on ? `Paid on ${dateText(payout.paid_on, 'long')}` : null,
        payout.returned_on && payout.return_code
          ? `Came back on ${dateText(payout.returned_on, 'long')}: ${returnWords(payout.return_code)} (${payout.return_code}). It is owed again.`
          : null,
      ]}
      status={
        <>
          <StatusText {...PAYOUT_DISPLAYS[state]} />
          <Failure error={pay.error} what="It was not marked." />
          {returning ? <Return id={id} today={today} onDone={() => setReturning(false)} /> : null}
        </>
      }
      actions={
        returning || (state !== 'released' && state !== 'paid') ? undefined : (
          <>
            {state === 'released' ? (
              <Button
                kind="quiet"
                busy={pay.isPending}
                {...named('Mark as paid')}
                onClick={() => pay.mutate({ params: { id: run.id }, body: { paid_on: today, payout_ids: [id] } })}
              >
                Mark as paid
              </Button>
            ) : null}
            <Button kind="quiet" {...named('It came back')} onClick={() => setReturning(true)}>
              It came back
            </Button>
          </>
        )
      }
    />
  );
}

function Return({ id, today, onDone }: { id: number; today: string; onDone: () => void }) {
  const [code, setCode] = useState<(typeof RETURN_CODE_KEYS)[number]>('R03');
  const [on, setOn] = useState<string | null>(today);
  const back = useCommand(payoutEndpoints.giveBack, {
    refresh: REFRESHED,
    onSuccess: () => {
      toastDone('It is owed again, and in the next run. The expert is told.');
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    back.mutate({ params: { id }, body: { returned_on: on ?? today, return_code: code } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="It came back">
      <SelectField
        path="return_code"
        label="Why"
        value={code}
        options={RETURN_CODE_KEYS.map((value) => ({ value, label: `${value}: ${returnWords(value)}` }))}
        onChange={(value) => setCode(RETURN_CODE_KEYS.find((one) => one === value) ?? 'R03')}
      />
      <DateField
        path="returned_on"
        label="Came back on"
        value={on}
        onChange={setOn}
        error={faultOf(back.error, 'returned_on')}
      />
      <InlineEnds placed error={back.error} what="It was not recorded." busy={back.isPending} onLeave={onDone}>
        Record it
      </InlineEnds>
    </form>
  );
}
