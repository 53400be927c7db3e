import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { mergedTerms } from '../../../core/price-books.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { inAddress } from '../../../ui/parts/address.ts';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type BookVersion, type BookView, priceBookEndpoints } from '../contract.ts';
import { bookLines } from '../rules.ts';
import { PRICE_BOOKS_PLACE } from '../rules/place.ts';
import { bookHref, type Place } from './address.ts';
import { BookForm } from './book-form.tsx';
import { namesOf, STATE_WORDS } from './names.ts';
import { VersionView } from './version-view.tsx';
import styles from './price-books.module.css';

/** One price book: what holds now, its versions, what one changes, and what it would have made of past orders. */
export function BookPage({ whose, place }: { whose: number | null; place: Place & { kind: Kind } }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(
    query(priceBookEndpoints.read, {
      query: { kind: place.kind, ...(whose === null ? {} : { organization_id: whose }) },
    }),
  );
  const label = KINDS[place.kind].label;
  const title = `${label}: ${data?.organization?.name ?? 'every organization'}`;
  const go = (next: Partial<Place>) =>
    void navigate({
      to: PRICE_BOOKS_PLACE.path,
      search: inAddress({ organization_id: whose, kind: place.kind, ...next }),
      replace: true,
    });
  const writing = data?.versions.find(({ id }) => id === place.write) ?? null;
  const writes = data !== undefined && data.write.allowed && (place.write === 'new' || writing !== null);
  return (
    <Page width="wide">
      <PageHeader
        title={data ? title : label}
        crumbs={[{ label: 'Price books', href: bookHref(whose) }, { label }]}
        actions={
          data?.write.allowed && !writes ? (
            <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => go({ write: 'new' })}>
              New version
            </Button>
          ) : undefined
        }
      />
      {error?.status === 404 ? (
        <InlineNotice kind="warn" title="This organization is not there, or it is not one of yours." />
      ) : (
        <Failure error={error} what="The price book could not be loaded." onRetry={() => void refetch()} />
      )}
      {!data && !error ? (
        <SkeletonRows rows={6} columns={[40, 20, 20]} height={48} label="Loading the price book" />
      ) : null}
      {data && writes ? (
        <BookForm
          view={data}
          version={writing}
          onStale={() => void refetch()}
          onDone={(id) => go({ version: id ?? place.version })}
        />
      ) : null}
      {data && !writes ? (
        <>
          <Holds view={data} />
          <Versions view={data} whose={whose} place={place} onGo={go} />
        </>
      ) : null}
    </Page>
  );
}

/** What is charged today: each service, and the rest of what books say. */
function Holds({ view }: { view: BookView }) {
  const own = view.versions.find(({ state }) => state === 'in_effect');
  const terms = { ...view.usual, ...mergedTerms([own?.terms ?? {}, view.above.terms]), services: {} };
  const experts = own?.experts || view.above.experts ? { ...view.above.experts, ...own?.experts } : null;
  const lines = bookLines(terms, experts, namesOf(view));
  const abouts = [...new Set(lines.map(({ about }) => about))];
  return (
    <section className={styles.first} aria-labelledby="holds">
      <SectionHead id="holds" title="What holds today" />
      <ListTable
        label="Services"
        columns={['Service', { title: 'Price', number: true }, { title: 'Included pages', number: true }]}
      >
        {view.services.map(({ key, label, now_cents, now_pages }) => (
          <ListTableRow key={key} href={null} name={label}>
            <NumberCell unit="Price">{now_cents === 0 ? 'By its report' : formatCents(now_cents)}</NumberCell>
            <NumberCell unit="Included pages">{now_pages}</NumberCell>
          </ListTableRow>
        ))}
      </ListTable>
      {abouts.map((about) => (
        <section key={about} className={styles.part} aria-label={about}>
          <SectionHead title={about} />
          <Facts
            labelWidth={220}
            items={lines.filter((line) => line.about === about).map(({ label, value }) => ({ label, value }))}
          />
        </section>
      ))}
    </section>
  );
}

function Versions({
  view,
  whose,
  place,
  onGo,
}: {
  view: BookView;
  whose: number | null;
  place: Place & { kind: Kind };
  onGo: (next: Partial<Place>) => void;
}) {
  const [withdrawing, setWithdrawing] = useState<BookVersion | null>(null);
  const withdraw = useCommand(priceBookEndpoints.withdraw, {
    refresh: [priceBookEndpoints.read, priceBookEndpoints.list],
    onSuccess: () => toastDone('Withdrawn. What holds today still holds.'),
  });
  const looked = view.versions.find(({ id }) => id === place.version);
  return (
    <section className={styles.part} aria-labelledby="versions">
      <SectionHead id="versions" title="Versions" />
      {view.versions.length === 0 ? (
        <Quiet>
          {view.organization
            ? `${view.organization.name} has no prices of its own for this kind: those above hold.`
            : 'Nothing is written: prices are as Peritus comes.'}
        </Quiet>
      ) : null}
      {view.versions.length > 0 ? (
        <RuledList label="Versions">
          {view.versions.map((one) => {
            const from = `From ${dateText(one.effective_from, 'long')}`;
            return (
              <RuledRow
                key={one.id}
                title={from}
                lines={[
                  STATE_WORDS[one.state],
                  one.note,
                  `Written by ${one.written_by}, ${dateText(one.written_at.slice(0, 10), 'medium')}.`,
                ]}
                actions={
                  <>
                    {one.id === place.version ? null : (
                      <ButtonLink
                        size="sm"
                        href={bookHref(whose, { kind: place.kind, version: one.id })}
                        aria-label={`What it says: ${from}`}
                      >
                        What it says
                      </ButtonLink>
                    )}
                    {one.change.allowed ? (
                      <>
                        <Button
                          size="sm"
                          kind="quiet"
                          aria-label={`Change: ${from}`}
                          onClick={() => onGo({ write: one.id, version: place.version })}
                        >
                          Change
                        </Button>
                        <Button
                          size="sm"
                          kind="quiet"
                          aria-label={`Withdraw: ${from}`}
                          onClick={() => setWithdrawing(one)}
                        >
                          Withdraw
                        </Button>
                      </>
                    ) : null}
                  </>
                }
              />
            );
          })}
        </RuledList>
      ) : null}
      {looked ? <VersionView key={looked.id} view={view} version={looked} place={place} onGo={onGo} /> : null}
      {withdrawing ? (
        <ConfirmDialog
          open
          onClose={() => setWithdrawing(null)}
          title={`Withdraw the version from ${dateText(withdrawing.effective_from, 'long')}?`}
          confirmLabel="Withdraw it"
          cancelLabel="Keep it"
          onConfirm={async () => {
            await withdraw.mutateAsync({
              params: { id: withdrawing.id },
              body: { lock_version: withdrawing.lock_version },
            });
            setWithdrawing(null);
            onGo({});
          }}
        >
          <p>It will not take effect. Nothing that was ordered changes.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
