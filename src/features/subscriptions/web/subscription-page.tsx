import { dateText } from '../../../core/dates.ts';
import {
  IconArrowsExchange,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS, subscribedKind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { Menu, MenuItem } from '../../../ui/parts/menu.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { StatusBadge, StatusText } from '../../../ui/parts/status.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { specialtyWords } from '../../experts/rules.ts';
import { countReviews, createReview, listReviews } from '../../reviews/contract.ts';
import { type SeatView, subscriptionEndpoints, type SubscriptionView } from '../contract.ts';
import { PlanForm } from './plan-form.tsx';
import { SeatForm } from './seat-form.tsx';
import styles from './subscriptions.module.css';
import { UsageBar } from './usage-bar.tsx';
import { PLAN_DISPLAYS, planWords, priceFacts, SEAT_DISPLAYS } from './subscription-labels.ts';

// both pages come at once: who opens the list goes on to one of them
export { SubscriptionsPage } from './subscription-list.tsx';

const REFRESH = [subscriptionEndpoints.list, subscriptionEndpoints.read, listReviews, countReviews];
const LIST = '/admin/subscriptions';

/** One subscription: its plan, and its seats with what each has used. */
export function SubscriptionPage() {
  const { subscriptionId = '' } = useParams({ strict: false }) as { subscriptionId?: string };
  const id = Number(subscriptionId);
  const plan = useQuery(query(subscriptionEndpoints.read, { params: { id } }));
  if (plan.isError)
    return (
      <Page width="form">
        <div className={styles.body}>
          <h1 tabIndex={-1}>Subscription</h1>
          <Failure
            error={plan.error}
            what="The subscription could not be loaded."
            onRetry={() => void plan.refetch()}
          />
          <div>
            <ButtonLink href={LIST}>Back to the subscriptions</ButtonLink>
          </div>
        </div>
      </Page>
    );
  if (!plan.data)
    return (
      <Page width="wide">
        <SkeletonRows rows={7} columns={[40, 30, 30]} height={56} label="Loading the subscription" />
      </Page>
    );
  return <Plan plan={plan.data} />;
}

type Asking = { what: 'change' | 'end' | 'add' } | { what: 'replace' | 'pause' | 'correct'; seat: SeatView } | null;

function Plan({ plan }: { plan: SubscriptionView }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const end = useCommand(subscriptionEndpoints.end, {
    refresh: REFRESH,
    onSuccess: () => toastDone('The subscription has ended.'),
  });
  const pause = useCommand(subscriptionEndpoints.pauseSeat, {
    refresh: REFRESH,
    onSuccess: () => toastDone('The seat is paused.'),
  });
  const resume = useCommand(subscriptionEndpoints.resumeSeat, {
    refresh: REFRESH,
    onSuccess: () => toastDone('The seat is active again.'),
  });
  const order = useCommand(createReview, {
    refresh: [listReviews, countReviews],
    onSuccess: (made, { body }) =>
      void navigate({
        to: `/${KINDS[subscribedKind()].slug}/${made.review_id}/step-one`,
        search: { seatId: body?.seat_id },
      }),
  });
  const { manage, order: mayOrder } = plan.abilities;
  const here = plan.seat_list.filter((seat) => seat.status !== 'replaced');
  const gone = plan.seat_list.filter((seat) => seat.status === 'replaced');
  const seatRow = (seat: SeatView) => (
    <Seat
      key={seat.id}
      seat={seat}
      manage={manage.allowed}
      order={mayOrder.allowed}
      ordering={order.isPending && order.variables.body?.seat_id === seat.id}
      onOrder={() => order.mutate({ kind: subscribedKind(), body: { seat_id: seat.id } })}
      onAct={(what) => (what === 'resume' ? resume.mutate({ params: { id: seat.id } }) : setAsking({ what, seat }))}
    />
  );
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[
          { label: KINDS[subscribedKind()].label, href: KINDS[subscribedKind()].list_path },
          { label: 'Subscriptions', href: LIST },
          { label: plan.name },
        ]}
        title={plan.name}
        badge={<StatusBadge {...PLAN_DISPLAYS[plan.status]} />}
        lead={planWords(plan)}
        actions={
          <>
            <ButtonLink href={KINDS[subscribedKind()].ahead_path ?? ''}>See the pre-orders</ButtonLink>
            {mayOrder.allowed && plan.usage && plan.usage.waiting > 0 ? (
              <ButtonLink
                href={`${KINDS[subscribedKind()].ahead_path ?? ''}/records?of=${plan.id}.${encodeURIComponent(plan.usage.period)}`}
              >
                Upload records
              </ButtonLink>
            ) : null}
            {manage.allowed ? (
              <>
                <Button onClick={() => setAsking({ what: 'change' })}>Change the plan</Button>
                <Button onClick={() => setAsking({ what: 'end' })}>End it</Button>
              </>
            ) : null}
          </>
        }
      />
      <div className={styles.body}>
        <div className={styles.top}>
          <Facts
            items={[
              { label: 'Organization', value: plan.organization.name },
              { label: 'Facility', value: plan.facility },
              { label: 'Committee', value: plan.committee },
              { label: 'Contact', value: plan.contact.name },
              ...priceFacts(plan),
              { label: 'From', value: dateText(plan.starts_on, 'long') },
              { label: 'Until', value: plan.ends_on ? dateText(plan.ends_on, 'long') : 'You end it' },
              {
                label: 'Unused ones',
                value:
                  plan.carry_over_days === 0
                    ? 'Lapse with their period'
                    : `Stay ${plan.carry_over_days} days into the next period, then lapse`,
              },
            ]}
          />
          <div>
            <h2 className={styles.head}>{plan.usage ? plan.usage.period : 'Used'}</h2>
            <UsageBar usage={plan.usage} label={plan.name} />
          </div>
        </div>
        <section aria-labelledby="seats">
          <div className={styles.sectionHead}>
            <h2 id="seats" className={styles.head}>
              Seats
            </h2>
            {manage.allowed ? (
              <Button kind="primary" icon={<IconUserPlus stroke={1.75} />} onClick={() => setAsking({ what: 'add' })}>
                Add a seat
              </Button>
            ) : null}
          </div>
          <Failure error={order.error} what="The draft could not be started." />
          <Failure error={resume.error} what="The seat could not be resumed." />
          {here.length > 0 ? (
            <ul className={styles.rows}>{here.map(seatRow)}</ul>
          ) : (
            <EmptyState icon={<IconUserPlus size={28} stroke={1.5} />} title="No seats yet">
              A seat is one provider under review. Add the first one, and its reviews of this period open in a moment.
            </EmptyState>
          )}
        </section>
        {gone.length > 0 ? (
          <section aria-labelledby="gone">
            <h2 id="gone" className={styles.head}>
              Earlier seats
            </h2>
            <ul className={styles.rows}>{gone.map(seatRow)}</ul>
          </section>
        ) : null}
      </div>
      {asking?.what === 'change' ? (
        <PlanForm plan={plan} choices={{ of_several: false, limited: plan.limited }} onClose={close} onDone={close} />
      ) : null}
      {asking?.what === 'add' ? <SeatForm plan={plan} onClose={close} /> : null}
      {asking?.what === 'replace' ? <SeatForm plan={plan} replaces={asking.seat} onClose={close} /> : null}
      {asking?.what === 'correct' ? <SeatForm plan={plan} corrects={asking.seat} onClose={close} /> : null}
      <ConfirmDialog
        open={asking?.what === 'end'}
        onClose={close}
        title={`End “${plan.name}” today?`}
        confirmLabel="End it"
        cancelLabel="Keep it"
        reason={{ label: 'Why does it end?', required: true, max: 2_000 }}
        onConfirm={async (reason) => {
          await end.mutateAsync({ params: { id: plan.id }, body: { reason } });
          close();
        }}
      >
        No further period opens, and of this one what was used or begun is charged, at least its days so far. Pre-orders
        without records lapse now; those with records stay until their day.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking?.what === 'pause'}
        onClose={close}
        title="Pause this seat?"
        confirmLabel="Pause it"
        cancelLabel="Keep it active"
        danger={false}
        reason={{ label: 'Why pause it?', required: true, max: 2_000 }}
        onConfirm={async (reason) => {
          if (asking?.what === 'pause') await pause.mutateAsync({ params: { id: asking.seat.id }, body: { reason } });
          close();
        }}
      >
        Its pre-orders without records lapse, and no period opens for it until you resume it.
      </ConfirmDialog>
    </Page>
  );
}

function Seat({
  seat,
  manage,
  order,
  ordering,
  onOrder,
  onAct,
}: {
  seat: SeatView;
  manage: boolean;
  order: boolean;
  ordering: boolean;
  onOrder: () => void;
  onAct: (act: 'pause' | 'resume' | 'replace' | 'correct') => void;
}) {
  const facts = [
    seat.license_type,
    seat.state,
    seat.license_id ? `License ${seat.license_id}` : '',
    seat.npi ? `NPI ${seat.npi}` : '',
  ].filter(Boolean);
  const replaced = seat.status === 'replaced';
  const before = seat.past[0];
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.name}>{seat.provider_name}</h3>
        <p className={styles.sub}>{facts.join(', ')}</p>
        <p className={styles.sub}>
          {seat.replaced_by
            ? `Handed over to ${seat.replaced_by.name}`
            : seat.replaces
              ? `Took the seat of ${seat.replaces.name}`
              : `Since ${dateText(seat.starts_on, 'long')}`}
        </p>
        {seat.corrections.length > 0 ? <Corrections seat={seat} /> : null}
      </div>
      <div className={styles.words}>
        <p className={styles.sub}>{specialtyWords(seat.specialty.name, seat.sub_specialty.name)}</p>
        <StatusText {...SEAT_DISPLAYS[seat.status]} />
      </div>
      <div className={styles.words}>
        <UsageBar usage={seat.usage} label={seat.provider_name} />
        {before ? (
          <p className={styles.past}>
            {before.period}: {before.used} of {before.quota} used
          </p>
        ) : null}
      </div>
      <div className={styles.acts}>
        {order && !replaced ? (
          <Button
            size="sm"
            icon={<IconPlus stroke={1.75} />}
            busy={ordering}
            aria-label={`Order a review of ${seat.provider_name}`}
            onClick={onOrder}
          >
            Order a review
          </Button>
        ) : null}
        {manage && !replaced ? (
          <Menu
            label={`More for ${seat.provider_name}`}
            renderButton={(button) => (
              <IconButton label={`More for ${seat.provider_name}`} {...button}>
                <IconDots stroke={1.75} />
              </IconButton>
            )}
          >
            <MenuItem icon={<IconPencil size={16} stroke={1.75} />} onClick={() => onAct('correct')}>
              Correct the details
            </MenuItem>
            {seat.status === 'active' ? (
              <MenuItem icon={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => onAct('pause')}>
                Pause the seat
              </MenuItem>
            ) : (
              <MenuItem icon={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => onAct('resume')}>
                Resume the seat
              </MenuItem>
            )}
            <MenuItem icon={<IconArrowsExchange size={16} stroke={1.75} />} onClick={() => onAct('replace')}>
              Give it to another provider
            </MenuItem>
          </Menu>
        ) : null}
      </div>
    </li>
  );
}

/** What was corrected in a seat, by whom and when, with old and new values. */
function Corrections({ seat }: { seat: SeatView }) {
  const { time_zone: zone } = useViewer();
  const n = seat.corrections.length;
  return (
    <details className={styles.history}>
      <summary>{n === 1 ? 'Corrected once' : `Corrected ${n} times`}</summary>
      <ul>
        {seat.corrections.map(({ at, by, changes }) => (
          <li key={at}>
            {formatInstant(at, { zone })}, {by}
            {changes.map((one) => (
              <span key={one.field}>
                {one.field}: <del>{one.old}</del> → <ins>{one.new}</ins>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
