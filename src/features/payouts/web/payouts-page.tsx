import { IconClock } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { hrefWith } from '../../../ui/parts/address.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { payoutEndpoints } from '../contract.ts';
import { PAYOUTS_PLACE } from '../rules/place.ts';
import { Propose } from './propose.tsx';
import { RunView } from './run-view.tsx';
import { Settings } from './settings-form.tsx';
import { RUN_DISPLAYS } from './states.ts';
import { TaxYear } from './tax-year.tsx';

const TABS = { runs: 'Runs', tax: 'Tax forms', settings: 'Settings' } as const;
type Tab = keyof typeof TABS;

/** Where staff pay experts: runs, one run, what is reported of a year, and how payouts are made. */
export function PayoutsPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const run = Number(search['run']);
  if (Number.isSafeInteger(run) && run > 0)
    return (
      <Page width="wide">
        <RunView key={run} id={run} />
      </Page>
    );
  if (search['propose'] !== undefined)
    return (
      <Page width="wide">
        <Propose until={search['until']} />
      </Page>
    );
  const tab: Tab = search['tab'] === 'tax' || search['tab'] === 'settings' ? search['tab'] : 'runs';
  return (
    <Page width="full">
      <PageHeader
        title="Payouts"
        lead="Experts are paid what they earned, a payout each. One person proposes a run, another releases it."
        actions={
          tab === 'runs' ? (
            <ButtonLink kind="primary" href={hrefWith(PAYOUTS_PLACE.path, { propose: 1 })}>
              Propose a run
            </ButtonLink>
          ) : null
        }
      />
      <LinkTabs
        label="Payouts"
        tabs={(Object.keys(TABS) as Tab[]).map((value) => ({
          value,
          label: TABS[value],
          href: value === 'runs' ? PAYOUTS_PLACE.path : hrefWith(PAYOUTS_PLACE.path, { tab: value }),
          active: value === tab,
        }))}
      />
      {tab === 'runs' ? <Runs /> : tab === 'tax' ? <TaxYear year={search['year']} /> : <Settings />}
    </Page>
  );
}

function Runs() {
  const list = usePages(payoutEndpoints.runs, { query: {} });
  return (
    <ListRows
      list={list}
      what="The runs could not be loaded."
      loading={<SkeletonRows rows={5} columns={[25, 20, 20, 15]} height={52} label="Loading runs" />}
      empty={
        <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No payouts yet">
          What experts earned is owed to them until a run pays it.
        </EmptyState>
      }
    >
      <ListTable
        label="Runs"
        columns={['Run', 'State', 'Pay on', 'Proposed by', 'Released by', { title: 'Sent', number: true }]}
      >
        {list.rows.map((row) => (
          <ListTableRow
            key={row.id}
            href={hrefWith(PAYOUTS_PLACE.path, { run: row.id })}
            name={`Run ${row.id}`}
            about={`${plural(row.payouts, 'payout')}${row.left_out > 0 ? `, ${row.left_out} left out` : ''}`}
          >
            <ListCell>
              <StatusText {...RUN_DISPLAYS[row.state]} />
            </ListCell>
            <ListCell>{dateText(row.pay_on, 'medium')}</ListCell>
            <ListCell>{row.proposed_by.name}</ListCell>
            <ListCell says={row.released_by !== null}>{row.released_by?.name ?? '–'}</ListCell>
            <NumberCell unit="sent">{formatCents(row.sent_cents)}</NumberCell>
          </ListTableRow>
        ))}
      </ListTable>
    </ListRows>
  );
}
