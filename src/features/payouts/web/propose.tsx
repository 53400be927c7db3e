import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { dateText, isDate } from '../../../core/dates.ts';
import { addDays } from '../../../core/durations.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { dateIn } from '../../../core/time.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { type OwedView, payoutEndpoints } from '../contract.ts';
import { PAYOUTS_PLACE } from '../rules/place.ts';
import { LeftOut } from './left-out.tsx';
import { REFRESHED } from './refreshed.ts';
import styles from './payouts.module.css';

/** What a run would pay for all that was earned until a day, and proposing it. */
export function Propose({ until }: { until: unknown }) {
  const until_on = typeof until === 'string' && isDate(until) ? until : undefined;
  const { data, error, refetch } = useQuery({
    ...query(payoutEndpoints.owed, { query: { until_on } }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <PageHeader
        title="Propose a run"
        crumbs={[{ label: 'Payouts', href: PAYOUTS_PLACE.path }, { label: 'Propose a run' }]}
        lead="A payout for each expert, of all they earned and were not paid. Another administrator releases it."
      />
      {error && !data ? (
        <Failure error={error} what="What is owed could not be loaded." onRetry={() => void refetch()} />
      ) : data ? (
        <Proposal view={data} onStale={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} columns={[40, 20]} height={48} label="Loading what is owed" />
      )}
    </>
  );
}

function Proposal({ view, onStale }: { view: OwedView; onStale: () => void }) {
  const navigate = useNavigate();
  const today = dateIn(new Date(useNow(60_000)), 'UTC');
  const [payOn, setPayOn] = useState<string | null>(null);
  const pay_on = payOn ?? addDays(today, 2);
  const [key] = useState(() => crypto.randomUUID());
  const propose = useCommand(payoutEndpoints.propose, {
    refresh: REFRESHED,
    onSuccess: ({ id }) => {
      toastDone('Proposed. Another administrator releases it.');
      void navigate({ to: PAYOUTS_PLACE.path, search: { run: id } });
    },
    onError: ({ code }) => (code === 'stale' ? onStale() : undefined),
  });
  const { until_on, cents, withheld_cents, payouts } = view;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { pay_on, until_on, cents };
    propose.mutate({ body, idempotencyKey: `${key} ${JSON.stringify(body)}` });
  };
  return (
    <div className={styles.split}>
      <section aria-labelledby="payouts">
        <SectionHead id="payouts" title="Payouts" />
        {payouts.length === 0 ? (
          <Quiet>There is nobody to pay for what was earned until {dateText(until_on, 'long')}.</Quiet>
        ) : (
          <ListTable label="Payouts" columns={['Expert', 'Of', { title: 'Amount', number: true }]}>
            {payouts.map((one) => (
              <ListTableRow key={one.expert.id} href={null} name={one.expert.name}>
                <ListCell>
                  {plural(one.entries, 'amount')}
                  {one.withheld_cents > 0 ? `, ${formatCents(one.withheld_cents)} withheld` : ''}
                  {one.without_w9 ? (one.withheld_cents > 0 ? ', no W-9' : ', no W-9: nothing is withheld') : ''}
                </ListCell>
                <NumberCell unit="earned">{formatCents(one.cents)}</NumberCell>
              </ListTableRow>
            ))}
          </ListTable>
        )}
        <LeftOut rows={view.left_out} />
      </section>
      <form className={styles.form} onSubmit={submit} noValidate aria-label="Propose a run">
        <DateField
          path="until_on"
          label="Earned until"
          help="This day included, UTC"
          value={until_on}
          error={faultOf(propose.error, 'until_on')}
          onChange={(until) => {
            if (until === null) return;
            propose.reset();
            void navigate({ to: PAYOUTS_PLACE.path, search: { propose: 1, until }, replace: true });
          }}
        />
        {payouts.length === 0 ? null : (
          <>
            <DateField
              path="pay_on"
              label="Pay on"
              help="The day the bank is to pay on"
              value={pay_on}
              error={faultOf(propose.error, 'pay_on')}
              onChange={setPayOn}
            />
            <Quiet>
              {plural(payouts.length, 'payout')}, {formatCents(cents - withheld_cents)} sent
              {withheld_cents > 0 ? `, ${formatCents(withheld_cents)} withheld for the tax authority` : ''}.
            </Quiet>
            <InlineEnds
              primary
              placed
              error={propose.error}
              what="Nothing was proposed."
              busy={propose.isPending}
              leave="Not now"
              onLeave={() => void navigate({ to: hrefWith(PAYOUTS_PLACE.path, {}) })}
            >
              {`Propose ${formatCents(cents)}`}
            </InlineEnds>
          </>
        )}
      </form>
    </div>
  );
}
