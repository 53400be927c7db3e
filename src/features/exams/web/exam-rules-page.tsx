import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { hrefWith, inAddress, wordsIn } from '../../../ui/parts/address.ts';
import { DeskBar, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { examRuleEndpoints, type ExamRulesRow } from '../contract/jurisdictions.ts';
import { ELSEWHERE } from '../rules.ts';
import { ExamRule } from './exam-rule.tsx';
import styles from './exam-rules.module.css';

/** What each state asks of exams, or the rule of the state and line of insurance the address names. */
export function ExamRulesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const state = wordsIn(search['state']);
  return state === '' ? (
    <States q={wordsIn(search['q'])} />
  ) : (
    <ExamRule key={`${state} ${wordsIn(search['line'])}`} state={state} line={wordsIn(search['line'])} />
  );
}

function States({ q }: { q: string }) {
  const navigate = useNavigate();
  const asked = useQuery(query(examRuleEndpoints.list, {}));
  const words = q.trim().toLowerCase();
  const rows = asked.data?.data ?? [];
  const shown = rows.filter((row) =>
    `${row.name} ${row.state} ${row.rules.map(({ label, source }) => `${label} ${source}`).join(' ')}`
      .toLowerCase()
      .includes(words),
  );
  const go = (next: string) =>
    void navigate({ to: '/admin/exam-rules', search: inAddress({ q: next }), replace: true });
  const entered = shown.filter(({ state, rules }) => state !== ELSEWHERE && rules.length > 0).length;
  return (
    <Page width="wide">
      <PageHeader
        title="Exam rules"
        lead="What each state asks of an exam, each version with its source and the day from which on it holds. They are entered by people and are no legal advice."
      />
      <DeskBar>
        <DeskSearch>
          <SearchWords value={q} placeholder="State, line of insurance or source" maxLength={100} onSearch={go} />
        </DeskSearch>
      </DeskBar>
      {asked.isPending ? <SkeletonRows rows={8} columns={[30, 50]} height={64} label="Loading the rules" /> : null}
      <Failure error={asked.error} what="The rules could not be loaded." onRetry={() => void asked.refetch()} />
      {asked.data && shown.length === 0 ? (
        <FilteredEmpty what="state" query={q || undefined} filters={[]} onClear={() => go('')} />
      ) : null}
      {shown.length > 0 ? (
        <>
          <p className={styles.count}>
            {plural(entered, 'state')} with a rule of {entered === 1 ? 'its' : 'their'} own. Every other takes the
            default.
          </p>
          <RuledList label="States">
            {shown.map((row) => (
              <RuledRow
                key={row.state}
                title={<RouteLink href={hrefTo(row)}>{row.name}</RouteLink>}
                lines={linesOf(row)}
              />
            ))}
          </RuledList>
        </>
      ) : null}
    </Page>
  );
}

/** A state with one rule leads to it. */
const hrefTo = ({ state, rules }: ExamRulesRow): string =>
  hrefWith('/admin/exam-rules', { state, line: rules.length === 1 ? (rules[0]?.coverage ?? null) : null });

const linesOf = ({ state, rules }: ExamRulesRow): string[] =>
  rules.length === 0
    ? ['No rule entered: the default holds.']
    : rules.map((rule) =>
        [
          `${state === ELSEWHERE ? 'The default' : rule.label}: ${rule.spans}`,
          rule.telehealth ? 'By video where it suits.' : '',
          `Source: ${rule.source}, read ${dateText(rule.read_on, 'medium')}.`,
          rule.next_on === null ? '' : `Another version holds from ${dateText(rule.next_on, 'medium')} on.`,
        ]
          .filter(Boolean)
          .join(' '),
      );
