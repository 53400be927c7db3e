import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dateText } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { inAddress } from '../../../ui/parts/address.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow } from '../../../ui/parts/list-table.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { OrganizationChoice, useWhose } from '../../../ui/parts/organization-choice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../organizations/contract/choices.ts';
import { type BooksView, priceBookEndpoints } from '../contract.ts';
import { PRICE_BOOKS_PLACE } from '../rules/place.ts';
import { bookHref, placeIn } from './address.ts';
import { BookPage } from './book-page.tsx';
import styles from './price-books.module.css';

/** What reviews cost, by organization and kind; with a kind in the address, one book. */
export function PriceBooksPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { whose, forAll } = useWhose(search['organization_id']);
  const place = placeIn(search);
  if (place.kind !== null)
    return <BookPage key={`${whose} ${place.kind}`} whose={whose} place={{ ...place, kind: place.kind }} />;
  return <Books whose={whose} forAll={forAll} />;
}

function Books({ whose, forAll }: { whose: number | null; forAll: boolean }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(
    query(priceBookEndpoints.list, { query: whose === null ? {} : { organization_id: whose } }),
  );
  return (
    <Page width="wide">
      <PageHeader
        title="Price books"
        lead="What reviews cost from a day on. Orders that were placed keep the price they were placed at."
      />
      <OrganizationChoice
        from={organizationChoices}
        forAll={forAll}
        value={whose}
        onChoose={(organization_id) =>
          void navigate({ to: PRICE_BOOKS_PLACE.path, search: inAddress({ organization_id }), replace: true })
        }
        className={styles.whose}
      />
      {error?.status === 404 ? (
        <InlineNotice kind="warn" title="This organization is not there, or it is not one of yours." />
      ) : (
        <Failure error={error} what="The price books could not be loaded." onRetry={() => void refetch()} />
      )}
      {data ? (
        <>
          <ListTable label="Price books" columns={['Kind', 'In effect', 'Next version', 'Versions']}>
            {data.kinds.map((row) => (
              <ListTableRow key={row.kind} href={bookHref(whose, { kind: row.kind })} name={row.label}>
                <ListCell wide>{heldWords(row, data.organization?.id ?? null)}</ListCell>
                <ListCell says={row.next_from !== null}>
                  {row.next_from === null ? 'None' : `From ${dateText(row.next_from, 'medium')}`}
                </ListCell>
                <ListCell says={row.versions > 0}>
                  {row.versions === 0 ? 'None of its own' : plural(row.versions, 'version')}
                </ListCell>
              </ListTableRow>
            ))}
          </ListTable>
          {data.others.length > 0 ? <Others others={data.others} /> : null}
        </>
      ) : error ? null : (
        <SkeletonRows rows={4} columns={[30, 40, 20]} height={52} label="Loading price books" />
      )}
    </Page>
  );
}

function heldWords({ in_effect }: BooksView['kinds'][number], own: number | null): string {
  if (in_effect === null) return 'As Peritus comes';
  const { organization, effective_from } = in_effect;
  const since = `since ${dateText(effective_from, 'medium')}`;
  if (organization?.id === own || (organization === null && own === null)) return `Own, ${since}`;
  return organization === null ? `That of every organization, ${since}` : `${organization.name}’s, ${since}`;
}

/** Organizations with books of their own. */
const Others = ({ others }: { others: BooksView['others'] }) => (
  <section className={styles.part}>
    <SectionHead title="Organizations with their own" />
    <ListTable label="Organizations with their own price books" columns={['Organization', 'Kinds', 'Next version']}>
      {others.map(({ id, name, kinds, next_from }) => (
        <ListTableRow key={id} href={bookHref(id)} name={name}>
          <ListCell>{kinds.map((kind) => KINDS[kind].label).join(', ')}</ListCell>
          <ListCell says={next_from !== null}>
            {next_from === null ? 'None' : `From ${dateText(next_from, 'medium')}`}
          </ListCell>
        </ListTableRow>
      ))}
    </ListTable>
  </section>
);
