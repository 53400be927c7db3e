import { IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS, subscribedKind } from '../../../core/kinds.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { subscriptionEndpoints } from '../contract.ts';
import { PlanForm } from './plan-form.tsx';
import styles from './subscriptions.module.css';
import { UsageBar } from './usage-bar.tsx';
import { PLAN_DISPLAYS, planWords, seatsWords } from './subscription-labels.ts';

/** The peer-review programme: every subscription of the reader's organizations with what is used of it. */
export function SubscriptionsPage() {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = usePages(subscriptionEndpoints.list, { query: {} });
  const { first } = list;
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[
          { label: KINDS[subscribedKind()].label, href: KINDS[subscribedKind()].list_path },
          { label: 'Subscriptions' },
        ]}
        title="Subscriptions"
        lead="Providers under regular review. Each period opens automatically, with one pre-ordered review for each that is due."
        actions={
          <>
            <ButtonLink href={KINDS[subscribedKind()].ahead_path ?? ''}>See the pre-orders</ButtonLink>
            {first?.create.allowed ? (
              <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setAdding(true)}>
                New subscription
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.body}>
        <ListRows
          list={list}
          what="The subscriptions could not be loaded."
          loading={<SkeletonRows rows={4} columns={[40, 30, 30]} height={64} label="Loading subscriptions" />}
          empty={
            <EmptyState icon={<IconCalendarPlus size={28} stroke={1.5} />} title="No subscription yet">
              {first?.create.allowed
                ? 'Begin one, add the providers as its seats, and each period’s reviews appear in the calendar automatically.'
                : 'Your review manager or administrator begins one. Its reviews then appear in the calendar automatically.'}
            </EmptyState>
          }
        >
          <ul className={styles.rows}>
            {list.rows.map((row) => (
              <li key={row.id} className={styles.row}>
                <div className={styles.words}>
                  <h2 className={styles.name}>
                    <RouteLink href={`/admin/subscriptions/${row.id}`}>{row.name}</RouteLink>
                  </h2>
                  <p className={styles.sub}>{planWords(row)}</p>
                </div>
                <div className={styles.words}>
                  <p className={styles.sub}>{row.facility}</p>
                  <p className={styles.sub}>
                    {first?.of_several ? `${row.organization.name}, ` : ''}
                    {seatsWords(row.seats).toLowerCase()}
                  </p>
                </div>
                <UsageBar usage={row.usage} label={row.name} />
                <div className={styles.acts}>
                  <StatusText {...PLAN_DISPLAYS[row.status]} />
                </div>
              </li>
            ))}
          </ul>
        </ListRows>
      </div>
      {adding && first ? (
        <PlanForm
          choices={first}
          onClose={() => setAdding(false)}
          onDone={(made) => void navigate({ to: `/admin/subscriptions/${made.id}` })}
        />
      ) : null}
    </Page>
  );
}
