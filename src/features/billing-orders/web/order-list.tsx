import { IconClock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { hrefWith, inAddress, oneOf, wordsIn } from '../../../ui/parts/address.ts';
import { TextButton } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { billingOrderEndpoints, type BillingOrderRow } from '../contract.ts';
import { ORDER_STATE_WORDS, ORDER_STATES, type OrderState } from '../rules.ts';
import { DecideMany } from './decide-many.tsx';
import { displayOf } from './states.ts';

export type OrdersTab = 'waiting' | 'disputed' | 'all';

interface Search {
  q: string;
  state: OrderState | null;
  organization: number | null;
  purchase: number | null;
}
const idIn = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
const readSearch = (search: Record<string, unknown>): Search => ({
  q: wordsIn(search['q']),
  state: oneOf(ORDER_STATES, search['state']),
  organization: idIn(search['organization']),
  purchase: idIn(search['purchase']),
});

const EMPTY: Readonly<Record<OrdersTab, { title: string; text: string }>> = {
  waiting: { title: 'Nothing waits for approval', text: 'What is charged comes here before it is invoiced.' },
  disputed: {
    title: 'Nothing is disputed',
    text: 'Orders that an organization voided come here, to be credited or asked about again.',
  },
  all: {
    title: 'No billing orders yet',
    text: 'Calls held, reports delivered, time and expenses become orders by themselves.',
  },
};

/** Orders of a tab, filtered by the address; those that wait can be chosen and decided together. */
export function OrderList({ path, tab }: { path: string; tab: OrdersTab }) {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: Search) =>
    void navigate({
      to: path,
      search: { ...(tab === 'all' ? { tab } : {}), ...inAddress({ ...next }) },
      replace: true,
    });
  const list = usePages(billingOrderEndpoints.list, {
    query: {
      q: search.q || undefined,
      organization_id: search.organization ?? undefined,
      purchase_order_id: search.purchase ?? undefined,
      ...(tab === 'waiting'
        ? { state: 'draft' as const }
        : tab === 'disputed'
          ? { disputed: true as const }
          : { state: search.state ?? undefined }),
    },
  });
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const can = tab === 'waiting' ? list.rows.filter(({ acts }) => acts.includes('approve')) : [];
  const chosen = can.filter(({ id }) => picked.has(id));
  const isFiltered = search.q !== '' || (tab === 'all' && search.state !== null);
  const pick = (id: number, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(id);
    else next.delete(id);
    setPicked(next);
  };
  return (
    <>
      <DeskBar>
        <DeskSearch>
          <SearchWords
            value={search.q}
            placeholder="Number, BO-12 or CR-20017"
            maxLength={40}
            onSearch={(q) => go({ ...search, q })}
          />
        </DeskSearch>
        {tab === 'all' ? (
          <DeskChoice>
            <SelectField
              path="state"
              label="State"
              value={search.state ?? 'all'}
              options={[
                { value: 'all', label: 'All' },
                ...ORDER_STATES.map((value) => ({ value, label: ORDER_STATE_WORDS[value] })),
              ]}
              onChange={(value) => go({ ...search, state: oneOf(ORDER_STATES, value) })}
            />
          </DeskChoice>
        ) : null}
        {can.length > 0 ? (
          <TextButton
            onClick={() => setPicked(chosen.length === can.length ? new Set() : new Set(can.map(({ id }) => id)))}
          >
            {chosen.length === can.length ? 'Choose none' : `Choose all ${can.length}`}
          </TextButton>
        ) : null}
      </DeskBar>
      {search.organization === null && search.purchase === null ? null : (
        <Quiet>
          {search.purchase === null
            ? `Of ${list.rows[0]?.organization.name ?? 'one organization'} alone.`
            : `On purchase order ${list.rows[0]?.purchase_order?.number ?? ''} alone.`}{' '}
          <TextButton onClick={() => go({ ...search, organization: null, purchase: null })}>Show all</TextButton>
        </Quiet>
      )}
      <ListRows
        list={list}
        what="The billing orders could not be loaded."
        loading={<SkeletonRows rows={6} columns={[25, 20, 20, 15]} height={52} label="Loading billing orders" />}
        empty={
          isFiltered ? (
            <FilteredEmpty
              what="billing order"
              query={search.q || undefined}
              filters={tab === 'all' && search.state !== null ? [ORDER_STATE_WORDS[search.state]] : []}
              onClear={() => go({ ...search, q: '', state: null })}
            />
          ) : (
            <EmptyState icon={<IconClock size={28} stroke={1.5} />} title={EMPTY[tab].title}>
              {EMPTY[tab].text}
            </EmptyState>
          )
        }
      >
        <ListTable
          label="Billing orders"
          lead={can.length > 0}
          columns={[
            'Order',
            'For',
            // those that wait all say the same
            ...(tab === 'waiting' ? [] : ['State']),
            'Happened',
            ...(tab === 'waiting' ? [] : ['Purchase order']),
            { title: 'Amount', number: true },
          ]}
        >
          {list.rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              path={path}
              waits={tab === 'waiting'}
              {...(can.length > 0 ? { picked: picked.has(row.id), onPick: (on: boolean) => pick(row.id, on) } : {})}
            />
          ))}
        </ListTable>
      </ListRows>
      {can.length > 0 ? <DecideMany rows={chosen} onDone={(left) => setPicked(new Set(left))} /> : null}
    </>
  );
}

function Row({
  row,
  path,
  waits,
  picked,
  onPick,
}: {
  row: BillingOrderRow;
  path: string;
  waits: boolean;
  picked?: boolean;
  onPick?: (on: boolean) => void;
}) {
  return (
    <ListTableRow
      href={hrefWith(path, { order: row.id })}
      name={row.number}
      about={[row.review.number, row.reference].filter(Boolean).join(', ')}
      {...(onPick
        ? { lead: <Tick checked={picked ?? false} onChange={onPick} aria-label={`Choose ${row.number}`} /> }
        : {})}
    >
      <ListCell>{row.what}</ListCell>
      {waits ? null : (
        <ListCell>
          <StatusText {...displayOf(row)} />
        </ListCell>
      )}
      <ListCell>{dateText(row.happened_on, 'medium')}</ListCell>
      {waits ? null : (
        <ListCell says={row.purchase_order !== null}>
          {row.purchase_order ? `PO ${row.purchase_order.number}` : '–'}
        </ListCell>
      )}
      <NumberCell unit="">{formatCents(row.total_cents)}</NumberCell>
    </ListTableRow>
  );
}
