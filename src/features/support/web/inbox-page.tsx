import { IconLifebuoy } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith, inAddress, oneOf, wordsIn } from '../../../ui/parts/address.ts';
import { DeskBar, DeskChoice, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatAgo } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { supportEndpoints } from '../contract.ts';
import type { SupportRow } from '../contract/inbox.ts';
import { type Reason, REASON_NAMES, REASONS } from '../rules.ts';
import { MESSAGE_STATES, type MessageState, STATE_WORDS, SUPPORT_PLACE } from '../rules/inbox.ts';

const ASK_AGAIN_MS = 60_000;
const ASSIGNED = ['me', 'nobody'] as const;
const ASSIGNED_WORDS = { me: 'Mine', nobody: 'Nobody’s' } as const;

interface InboxSearch {
  state: MessageState;
  reason: Reason | null;
  assigned: (typeof ASSIGNED)[number] | null;
  q: string;
}

const readInbox = (search: Record<string, unknown>): InboxSearch => ({
  state: oneOf(MESSAGE_STATES, search['state']) ?? 'open',
  reason: oneOf(REASON_NAMES, search['reason']),
  assigned: oneOf(ASSIGNED, search['assigned']),
  q: wordsIn(search['q']),
});
const said = ({ state, ...rest }: InboxSearch) => ({ ...rest, state: state === 'open' ? null : state });

/** The support inbox: what was written on the contact page, what waits longest first. */
export function InboxPage() {
  const search = readInbox(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: InboxSearch) =>
    void navigate({ to: SUPPORT_PLACE.path, search: inAddress(said(next)), replace: true });
  const list = usePages(supportEndpoints.messages, { query: inAddress({ ...search }) }, { askAgainMs: ASK_AGAIN_MS });
  const counts = list.first?.counts;
  return (
    <Page width="full">
      <PageHeader title="Support" lead="What people wrote on the contact page. Answers go to them by e-mail." />
      <LinkTabs
        label="Messages"
        tabs={MESSAGE_STATES.map((state) => ({
          value: state,
          label: STATE_WORDS[state],
          count: counts ? (counts[state] ?? 0) : null,
          href: hrefWith(SUPPORT_PLACE.path, said({ ...search, state })),
          active: search.state === state,
        }))}
      />
      <DeskBar>
        <DeskSearch>
          <SearchWords
            value={search.q}
            placeholder="Name, e-mail, reference, words"
            maxLength={100}
            onSearch={(q) => go({ ...search, q })}
          />
        </DeskSearch>
        <DeskChoice>
          <SelectField
            path="reason"
            label="About"
            value={search.reason ?? 'any'}
            options={[
              { value: 'any', label: 'Anything' },
              ...REASON_NAMES.map((value) => ({ value, label: REASONS[value] })),
            ]}
            onChange={(value) => go({ ...search, reason: oneOf(REASON_NAMES, value) })}
          />
        </DeskChoice>
        <DeskChoice>
          <SelectField
            path="assigned"
            label="Assigned to"
            value={search.assigned ?? 'any'}
            options={[
              { value: 'any', label: 'Anybody' },
              ...ASSIGNED.map((value) => ({ value, label: ASSIGNED_WORDS[value] })),
            ]}
            onChange={(value) => go({ ...search, assigned: oneOf(ASSIGNED, value) })}
          />
        </DeskChoice>
      </DeskBar>
      <ListRows
        list={list}
        what="The inbox could not be loaded."
        loading={<SkeletonRows rows={8} columns={[40, 30, 20, 20]} height={52} label="Loading messages" />}
        empty={<Nothing search={search} onClear={go} />}
      >
        <ListTable
          label={`${STATE_WORDS[search.state]} messages`}
          columns={['From', 'Message', 'About', 'Assigned to', 'Written']}
        >
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </Page>
  );
}

function Row({ row }: { row: SupportRow }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <ListTableRow href={`${SUPPORT_PLACE.path}/${row.id}`} name={row.name} about={`${row.reference} · ${row.email}`}>
      <ListCell wide>{row.begins}</ListCell>
      <ListCell>{REASONS[row.reason]}</ListCell>
      <ListCell>{row.assigned_to?.name ?? 'Nobody'}</ListCell>
      <ListCell>{formatAgo(row.created_at, { now, zone })}</ListCell>
    </ListTableRow>
  );
}

function Nothing({ search, onClear }: { search: InboxSearch; onClear: (next: InboxSearch) => void }) {
  const filters = [
    ...(search.reason === null ? [] : [REASONS[search.reason]]),
    ...(search.assigned === null ? [] : [ASSIGNED_WORDS[search.assigned]]),
  ];
  if (search.q === '' && filters.length === 0)
    return (
      <EmptyState
        icon={<IconLifebuoy size={28} stroke={1.5} />}
        title={
          search.state === 'open'
            ? 'Every message has an answer'
            : `Nothing is ${STATE_WORDS[search.state].toLowerCase()}`
        }
      >
        {search.state === 'open'
          ? 'What somebody writes on the contact page is here until it is answered.'
          : 'Messages that are answered or closed are kept here.'}
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="message"
      query={search.q || undefined}
      filters={filters}
      onClear={() => onClear({ state: search.state, reason: null, assigned: null, q: '' })}
    />
  );
}
