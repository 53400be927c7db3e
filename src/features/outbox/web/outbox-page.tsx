import { IconMail } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { useMedia } from '../../../ui/parts/split-view.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type MessageRow, outboxEndpoints } from '../contract.ts';
import { MESSAGE_SORTS, MESSAGE_STATES } from '../rules.ts';
import { Message } from './message.tsx';
import { hrefOf, type OutboxSearch, readSearch, writeSearch } from './search.ts';
import { STATE_DISPLAYS } from './states.ts';
import styles from './outbox.module.css';

const TAB_LABELS = { mails: 'Mails', texts: 'Texts' } as const;

/** Every mail and text as it is sent, with its state: the list, and the one that is open beside it. */
export function OutboxPage() {
  const search = readSearch(useSearch({ strict: false }));
  const { of, state, q, message } = search;
  const wide = useMedia('(min-width: 64em)');
  const list = usePages(outboxEndpoints.list, {
    params: { sort: of },
    query: { state: state ?? undefined, q: q || undefined },
  });
  return (
    <Page width="wide">
      <PageHeader title="Outbox" lead="Every e-mail and text as it was sent, and what became of it." />
      <LinkTabs
        label="What was written"
        tabs={MESSAGE_SORTS.map((value) => ({
          value,
          label: TAB_LABELS[value],
          href: hrefOf({ ...search, of: value, message: null }),
          active: of === value,
        }))}
      />
      <Filters search={search} />
      <div className={cx(styles.split, message !== null && styles.open)}>
        {message !== null && !wide ? null : (
          <div>
            <ListRows
              list={list}
              what="The outbox could not be loaded."
              loading={<SkeletonRows rows={6} columns={[50, 0, 30]} height={56} label="Loading messages" />}
              empty={<Nothing search={search} />}
            >
              <ul className={styles.rows}>
                {list.rows.map((row) => (
                  <Row key={row.id} row={row} href={hrefOf({ ...search, message: row.id })} open={row.id === message} />
                ))}
              </ul>
            </ListRows>
          </div>
        )}
        {message === null ? null : (
          <Message key={`${of} ${message}`} sort={of} id={message} back={hrefOf({ ...search, message: null })} />
        )}
      </div>
    </Page>
  );
}

function Filters({ search }: { search: OutboxSearch }) {
  const navigate = useNavigate();
  const go = (next: OutboxSearch) => void navigate({ to: '/admin/outbox', search: writeSearch(next), replace: true });
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchWords
          value={search.q}
          placeholder="Address, name, subject, review number"
          maxLength={200}
          onSearch={(q) => go({ ...search, q, message: null })}
        />
      </div>
      <div className={styles.state}>
        <SelectField
          path="state"
          label="State"
          value={search.state ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...MESSAGE_STATES.map((value) => ({ value, label: STATE_DISPLAYS[value].label })),
          ]}
          onChange={(value) =>
            go({ ...search, state: MESSAGE_STATES.find((one) => one === value) ?? null, message: null })
          }
        />
      </div>
    </div>
  );
}

function Row({ row, href, open }: { row: MessageRow; href: string; open: boolean }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <li className={styles.row}>
      <RouteLink href={href} className={styles.link} aria-current={open ? 'true' : undefined}>
        <span className={styles.who}>{row.to_name || row.to}</span>
        <StatusText {...STATE_DISPLAYS[row.state]} />
        <span className={styles.about}>{row.subject}</span>
        <span className={styles.about}>
          {[row.review?.number, formatInstant(row.created_at, { zone, now }), row.state === 'kept' ? null : row.why]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </RouteLink>
    </li>
  );
}

function Nothing({ search }: { search: OutboxSearch }) {
  const navigate = useNavigate();
  if (search.q === '' && search.state === null)
    return (
      <EmptyState icon={<IconMail size={28} stroke={1.5} />} title={`No ${TAB_LABELS[search.of].toLowerCase()} yet`}>
        What Peritus sends to people is listed here, with what became of it.
      </EmptyState>
    );
  return (
    <FilteredEmpty
      what="message"
      query={search.q || undefined}
      filters={search.state === null ? [] : [STATE_DISPLAYS[search.state].label]}
      onClear={() => void navigate({ to: '/admin/outbox', search: search.of === 'mails' ? {} : { of: search.of } })}
    />
  );
}
