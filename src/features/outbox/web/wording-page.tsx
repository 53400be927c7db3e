import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { type MailTemplateRow, wordingEndpoints } from '../contract/wording.ts';
import { templateLabel } from '../rules/wording.ts';
import styles from './wording.module.css';

const adjustedOf = (row: MailTemplateRow): number => row.variants?.filter((one) => one.adjusted).length ?? 0;

/** Every mail there is, with its subject; one leads to its wording. */
export function WordingPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : '';
  const own = search['of'] === 'own';
  const read = useQuery(query(wordingEndpoints.list, {}));
  const words = q.trim().toLowerCase();
  const rows = read.data?.data ?? [];
  const shown = rows.filter(
    (row) =>
      (!own || adjustedOf(row) > 0) && `${templateLabel(row.template)} ${row.subject}`.toLowerCase().includes(words),
  );
  const href = (of: boolean): string => {
    const query = new URLSearchParams({ ...(of ? { of: 'own' } : {}), ...(q === '' ? {} : { q }) });
    return query.size > 0 ? `/admin/wording?${query}` : '/admin/wording';
  };
  return (
    <Page width="wide">
      <PageHeader
        title="Mail wording"
        lead="What each mail says. A changed wording holds for mails written from then on."
      />
      <LinkTabs
        label="Which"
        tabs={[
          { value: 'all', label: 'All mails', href: href(false), active: !own },
          { value: 'own', label: 'Reworded', href: href(true), active: own },
        ]}
      />
      <div className={styles.bar}>
        <SearchWords
          value={q}
          placeholder="Name or subject"
          maxLength={100}
          onSearch={(next) =>
            void navigate({
              to: '/admin/wording',
              search: { ...(own ? { of: 'own' } : {}), ...(next === '' ? {} : { q: next }) },
              replace: true,
            })
          }
        />
      </div>
      {read.isPending ? <SkeletonRows rows={8} columns={[40, 40]} height={64} label="Loading the mails" /> : null}
      <Failure error={read.error} what="The mails could not be loaded." onRetry={() => void read.refetch()} />
      {read.data && shown.length === 0 ? (
        <FilteredEmpty
          what="mail"
          query={q || undefined}
          filters={own ? ['Reworded'] : []}
          onClear={() => void navigate({ to: '/admin/wording', search: {} })}
        />
      ) : null}
      {shown.length > 0 ? (
        <RuledList label="Mails">
          {shown.map((row) => (
            <RuledRow
              key={row.template}
              title={
                row.variants === null ? (
                  templateLabel(row.template)
                ) : (
                  <RouteLink href={`/admin/wording/${row.template}`}>{templateLabel(row.template)}</RouteLink>
                )
              }
              lines={[
                row.subject,
                row.variants === null
                  ? 'It says too many different things to be worded here.'
                  : [
                      row.variants.length > 1 ? plural(row.variants.length, 'case') : null,
                      adjustedOf(row) > 0 ? 'Reworded' : null,
                    ]
                      .filter(Boolean)
                      .join(' · '),
              ]}
            />
          ))}
        </RuledList>
      ) : null}
    </Page>
  );
}
