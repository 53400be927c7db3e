import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { isAdmin } from '../../../core/actor.ts';
import { query } from '../../../ui/api/hooks.ts';
import { hrefWith, oneOf } from '../../../ui/parts/address.ts';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { billingOrderEndpoints } from '../contract.ts';
import { BILLING_ORDERS_PLACE, ORDERS_PATH } from '../rules.ts';
import { OrderList } from './order-list.tsx';
import { OrderView } from './order-view.tsx';
import { PurchaseOrders } from './purchase-orders.tsx';

const TABS = ['disputed', 'waiting', 'all', 'purchase-orders'] as const;
type Tab = (typeof TABS)[number];

/** Billing orders: first what waits for whoever looks, for approvers of an organization and for the platform's admins. */
export function OrdersPage() {
  const isStaff = isAdmin(useViewer().kind);
  const path = isStaff ? BILLING_ORDERS_PLACE.path : ORDERS_PATH;
  const { tab, order } = useSearch({ strict: false }) as { tab?: unknown; order?: unknown };
  const id = Number(order);
  const { data: waiting } = useQuery(query(billingOrderEndpoints.waiting, {}));
  if (Number.isSafeInteger(id) && id > 0)
    return (
      <Page width="wide">
        <OrderView key={id} id={id} path={path} />
      </Page>
    );
  const first: Tab = isStaff ? 'disputed' : 'waiting';
  const active = oneOf(TABS, tab) ?? first;
  const tabs: { value: Tab; label: string; count?: number | null }[] = [
    ...(isStaff ? [{ value: 'disputed' as const, label: 'Disputed', count: waiting?.disputed ?? null }] : []),
    { value: 'waiting', label: 'To approve', count: waiting?.orders ?? null },
    { value: 'all', label: 'All' },
    { value: 'purchase-orders', label: 'Purchase orders' },
  ];
  return (
    <Page width={isStaff ? 'full' : 'wide'}>
      <PageHeader
        title="Billing orders"
        lead={
          isStaff
            ? 'What organizations approve before it is invoiced. What they void waits here to be credited, or to be asked about again.'
            : 'What your organization is charged for, before it is invoiced. Approved orders are invoiced; what is wrong can be voided.'
        }
      />
      <LinkTabs
        label="Billing orders"
        tabs={tabs.map((one) => ({
          ...one,
          href: one.value === first ? path : hrefWith(path, { tab: one.value }),
          active: one.value === active,
        }))}
      />
      {active === 'purchase-orders' ? (
        <PurchaseOrders path={path} />
      ) : (
        <OrderList key={active} path={path} tab={active} />
      )}
    </Page>
  );
}
