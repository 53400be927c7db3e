import { IconClock } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { formatCents } from '../../../core/money.ts';
import { dateText } from '../../../core/dates.ts';
import { urlOf } from '../../../core/url-of.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith, inAddress, oneOf, wordsIn } from '../../../ui/parts/address.ts';
import { ButtonLink, TextButton } from '../../../ui/parts/button.tsx';
import { DeskBar, DeskChoice, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { StatusText } from '../../../ui/parts/status.tsx';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { invoiceEndpoints, type InvoiceRow } from '../contract.ts';
import { INVOICE_STATES, type InvoiceState, readsInvoices, STATE_WORDS } from '../rules.ts';
import { InvoiceByLink } from './by-link.tsx';
import { InvoiceView } from './invoice-view.tsx';
import { Statement } from './statement.tsx';
import { CAME_BACK, CameBackFrom } from './pay-by-card.tsx';
import { STATE_DISPLAYS } from './states.ts';
import styles from './invoices.module.css';

/** An invoice by its link, for whoever has it; the organization's invoices for who is signed in and sees them. */
export function InvoicePage() {
  const viewer = useOptionalViewer();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const { token, invoice, statement, card } = search;
  const navigate = useNavigate();
  const onKnown = useCallback((address: string) => void navigate({ href: address, replace: true }), [navigate]);
  const came = oneOf(CAME_BACK, card);
  if (typeof token === 'string' && token !== '') return <InvoiceByLink token={token} came={came} />;
  if (came !== null && invoice === undefined)
    return (
      <div className={styles.public}>
        <CameBackFrom came={came} onKnown={onKnown} />
      </div>
    );
  if (!viewer || !readsInvoices(viewer.kind)) return <NoInvoice signedIn={viewer !== null} />;
  const id = Number(invoice);
  const of = Number(statement);
  if (Number.isSafeInteger(of) && of > 0)
    return (
      <Page width="wide">
        <Statement key={of} organizationId={of} search={search} />
      </Page>
    );
  return Number.isSafeInteger(id) && id > 0 ? (
    <Page width="wide">
      <InvoiceView key={id} id={id} came={came} />
    </Page>
  ) : (
    <Page width="wide">
      <PageHeader
        title="Invoices"
        lead="What your organization was invoiced, what is paid, and what is still open."
        actions={
          <>
            <ButtonLink href="/admin/spend">Spend</ButtonLink>
            <ButtonLink href="/admin/budgets">Budgets</ButtonLink>
            {viewer.organization ? (
              <ButtonLink href={hrefWith('/invoice', { statement: viewer.organization.id })}>
                Statement of account
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <InvoiceList path="/invoice" />
    </Page>
  );
}

function NoInvoice({ signedIn }: { signedIn: boolean }) {
  return (
    <div className={styles.public}>
      <h1 tabIndex={-1}>Invoices</h1>
      <p>
        {signedIn
          ? 'Your organization’s invoices are read by its managers and admins. With the link of an invoice’s e-mail anybody can open that one.'
          : 'Open an invoice by the link of its e-mail; no account is needed. Managers and admins find all of their organization’s here once they are signed in.'}
      </p>
      <div className={styles.acts}>
        {signedIn ? null : (
          <ButtonLink kind="primary" href="/login?redirectUrl=%2Finvoice">
            Sign in
          </ButtonLink>
        )}
        <ButtonLink href={`/contact?reason=billing&message=${encodeURIComponent('I need the invoice for: ')}`}>
          Ask about an invoice
        </ButtonLink>
      </div>
    </div>
  );
}

type Search = { q: string; state: InvoiceState | null; organization: number | null };
const readSearch = (search: Record<string, unknown>): Search => {
  const organization = Number(search['organization']);
  return {
    q: wordsIn(search['q']),
    state: oneOf(INVOICE_STATES, search['state']),
    organization: Number.isSafeInteger(organization) && organization > 0 ? organization : null,
  };
};

/** Invoices with their state, filtered by the address of `path`. `more` stays in it. */
export function InvoiceList({ path, more = {} }: { path: string; more?: Readonly<Record<string, string>> }) {
  const search = readSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: Search) => void navigate({ to: path, search: { ...more, ...inAddress(next) }, replace: true });
  const query = {
    q: search.q || undefined,
    state: search.state ?? undefined,
    organization_id: search.organization ?? undefined,
  };
  const list = usePages(invoiceEndpoints.list, { query });
  const filtered = search.q !== '' || search.state !== null;
  return (
    <>
      <DeskBar>
        <DeskSearch>
          <SearchWords
            value={search.q}
            placeholder="Number, INV-100001-00007"
            maxLength={40}
            onSearch={(q) => go({ ...search, q })}
          />
        </DeskSearch>
        <DeskChoice>
          <SelectField
            path="state"
            label="State"
            value={search.state ?? 'all'}
            options={[
              { value: 'all', label: 'All' },
              ...INVOICE_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
            ]}
            onChange={(value) => go({ ...search, state: oneOf(INVOICE_STATES, value) })}
          />
        </DeskChoice>
        <div className={styles.export}>
          <SaveFile url={urlOf(invoiceEndpoints.export, { query })} name="invoices.csv" />
        </div>
      </DeskBar>
      {search.organization === null ? null : (
        <Quiet>
          Of {list.rows[0]?.organization.name ?? 'one organization'} alone.{' '}
          <TextButton onClick={() => go({ ...search, organization: null })}>Show all</TextButton>
        </Quiet>
      )}
      <ListRows
        list={list}
        what="The invoices could not be loaded."
        loading={<SkeletonRows rows={6} columns={[25, 20, 20, 15]} height={52} label="Loading invoices" />}
        empty={
          filtered ? (
            <FilteredEmpty
              what="invoice"
              query={search.q || undefined}
              filters={search.state === null ? [] : [STATE_WORDS[search.state]]}
              onClear={() => go({ ...search, q: '', state: null })}
            />
          ) : (
            <EmptyState icon={<IconClock size={28} stroke={1.5} />} title="No invoices yet">
              Work is invoiced once it is done. What a review costs is on its page, line by line.
            </EmptyState>
          )
        }
      >
        <ListTable
          label="Invoices"
          columns={[
            'Invoice',
            'State',
            'Issued',
            'Due',
            { title: 'Total', number: true },
            { title: 'Open', number: true },
          ]}
        >
          {list.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ListTable>
      </ListRows>
    </>
  );
}

function Row({ row }: { row: InvoiceRow }) {
  return (
    <ListTableRow href={hrefWith('/invoice', { invoice: row.id })} name={row.number} about={row.organization.name}>
      <ListCell>
        <StatusText {...STATE_DISPLAYS[row.state]} />
      </ListCell>
      <ListCell>{dateText(row.issued_on, 'medium')}</ListCell>
      <ListCell says={row.state === 'open' || row.state === 'overdue'}>
        {row.sort === 'invoice' ? dateText(row.due_on, 'medium') : '–'}
      </ListCell>
      <NumberCell unit="in all">{formatCents(row.total_cents)}</NumberCell>
      <NumberCell unit="open">{row.open_cents === 0 ? '–' : formatCents(row.open_cents)}</NumberCell>
    </ListTableRow>
  );
}
