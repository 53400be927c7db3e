import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { plural } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { SearchWords } from '../../../../ui/form/search-words.tsx';
import { DeskBar, DeskSearch } from '../../../../ui/parts/desk-bar.tsx';
import { hrefWith, inAddress, wordsIn } from '../../../../ui/parts/address.ts';
import { FilteredEmpty, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { OrganizationChoice, useWhose } from '../../../../ui/parts/organization-choice.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { organizationChoices } from '../../../organizations/contract/choices.ts';
import { statuteEndpoints } from '../../contract/statutes.ts';
import { whoseWords } from '../shared/whose-words.ts';
import { StatuteEditor } from './statute-editor.tsx';
import styles from './statutes.module.css';

/** What each state says of peer review, for an organization or for all, or the texts of the state the address names. */
export function StatutesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const state = wordsIn(search['state']);
  return state === '' ? <States search={search} /> : <StatuteEditor named={state} search={search} />;
}

function States({ search }: { search: Record<string, unknown> }) {
  const navigate = useNavigate();
  const { whose: organization_id, forAll } = useWhose(search['organization_id']);
  const q = wordsIn(search['q']);
  const asked = useQuery(query(statuteEndpoints.list, { query: organization_id === null ? {} : { organization_id } }));
  const view = asked.data;
  const words = q.trim().toLowerCase();
  const shown = (view?.data ?? []).filter(({ name, citation, state }) =>
    `${name} ${state} ${citation}`.toLowerCase().includes(words),
  );
  const go = (next: { organization_id: number | null; q: string }) =>
    void navigate({ to: '/admin/statutes', search: inAddress(next), replace: true });
  const own = shown.filter(({ of }) => of !== 'shipped').length;
  return (
    <Page width="wide">
      <PageHeader
        title="Statutes"
        lead="What protects peer review in each state: orders begin with it, and reports carry it on every page and on the cover."
      />
      <DeskBar>
        <OrganizationChoice
          from={organizationChoices}
          forAll={forAll}
          value={organization_id}
          onChoose={(id) => go({ organization_id: id, q })}
          className={styles.whose}
        />
        <DeskSearch>
          <SearchWords
            value={q}
            placeholder="State or statute"
            maxLength={100}
            onSearch={(next) => go({ organization_id, q: next })}
          />
        </DeskSearch>
      </DeskBar>
      {asked.isPending ? <SkeletonRows rows={8} columns={[30, 50]} height={64} label="Loading the statutes" /> : null}
      {asked.error?.status === 404 ? (
        <InlineNotice kind="warn" title="This organization is not there, or it is not one of yours." />
      ) : (
        <Failure error={asked.error} what="The statutes could not be loaded." onRetry={() => void asked.refetch()} />
      )}
      {view && shown.length === 0 ? (
        <FilteredEmpty
          what="state"
          query={q || undefined}
          filters={[]}
          onClear={() => go({ organization_id, q: '' })}
        />
      ) : null}
      {view && shown.length > 0 ? (
        <>
          <p className={styles.quiet}>
            {plural(shown.length, 'state')}, {own === 0 ? 'all as they come with Peritus' : `${own} of them rewritten`}.
            {view.change.reason === null ? '' : ` ${view.change.reason}`}
          </p>
          <RuledList label="States">
            {shown.map((row) => (
              <RuledRow
                key={row.state}
                title={
                  <RouteLink href={hrefWith('/admin/statutes', { state: row.state, organization_id })}>
                    {row.name}
                  </RouteLink>
                }
                lines={[
                  row.citation,
                  `${whoseWords(row, 'Written')}${row.has_cover ? ' With a text on the cover.' : ''}`,
                ]}
              />
            ))}
          </RuledList>
        </>
      ) : null}
    </Page>
  );
}
