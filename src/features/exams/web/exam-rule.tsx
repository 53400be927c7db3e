import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { inAddress } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import { examRuleEndpoints, type ExamRuleView } from '../contract/jurisdictions.ts';
import { ELSEWHERE, placeOfScope, RULED, type RuleTerms, saysOf, spansWords, spanWords, toExaminee } from '../rules.ts';
import { WriteRule } from './write-rule.tsx';
import styles from './exam-rules.module.css';

const ALL = '/admin/exam-rules';

/** What one state asks of exams of a line of insurance: what holds, every version there was, and writing another. */
export function ExamRule({ state, line }: { state: string; line: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const known = RULED.find((one) => one === state);
  const coverage = COVERAGES.find(({ value }) => value === line)?.value;
  const input = { params: { state: known ?? ELSEWHERE }, query: coverage ? { coverage } : {} } as const;
  const asked = useQuery({ ...query(examRuleEndpoints.read, input), enabled: known !== undefined });
  const [from, setFrom] = useState<{ begin: { terms: RuleTerms; isOwn: boolean } | null } | null>(null);
  const view = asked.data;
  const name = known === undefined ? 'No such state' : placeOfScope(known === ELSEWHERE ? null : known);
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Exam rules', href: ALL }, { label: name }]}
        title={name}
        lead={
          known === ELSEWHERE
            ? 'What holds where no rule is entered for a state. It is no legal advice.'
            : 'What is asked of an exam whose claim is under this state’s rules. It is no legal advice.'
        }
      />
      {known === undefined || asked.error?.status === 404 ? (
        <EmptyState title="Nothing is kept under this address">
          <TextLink href={ALL}>See all states</TextLink>
        </EmptyState>
      ) : (
        <Failure error={asked.error} what="The rule could not be loaded." onRetry={() => void asked.refetch()} />
      )}
      {known !== undefined && asked.isPending ? (
        <SkeletonRows rows={4} columns={[60]} height={64} label="Loading the rule" />
      ) : null}
      {view ? (
        <div className={styles.whole}>
          {view.lines.length > 0 && from === null ? (
            <div className={styles.line}>
              <SelectField
                path="line"
                label="Line of insurance"
                value={view.coverage}
                clearable
                placeholder="Every line of insurance"
                options={view.lines.map(({ value, label, entered }) => ({
                  value,
                  label: entered ? `${label} (rule entered)` : label,
                }))}
                onChange={(next) =>
                  void navigate({ to: ALL, search: inAddress({ state: view.state, line: next }), replace: true })
                }
              />
            </div>
          ) : null}
          {from === null ? (
            <>
              <Holds
                view={view}
                onWrite={() => setFrom({ begin: { terms: view.holds, isOwn: view.of === 'own' } })}
                onEnd={() => setFrom({ begin: null })}
              />
              <Versions view={view} onTake={(terms) => setFrom({ begin: { terms, isOwn: true } })} />
            </>
          ) : (
            <WriteRule
              view={view}
              begin={from.begin}
              onClose={() => setFrom(null)}
              onChanged={(next) => client.setQueryData(query(examRuleEndpoints.read, input).queryKey, next)}
            />
          )}
        </div>
      ) : null}
    </Page>
  );
}

const OF: Readonly<Record<ExamRuleView['of'], (name: string) => string | null>> = {
  own: () => null,
  state: (name) => `Nothing is entered for this line alone. What holds is what is entered for every line in ${name}.`,
  default: (name) => `No rule is entered for ${name} here, and none is made up: the default holds.`,
};

function Holds({ view, onWrite, onEnd }: { view: ExamRuleView; onWrite: () => void; onEnd: () => void }) {
  const isOver = view.versions.length === 0;
  return (
    <section className={styles.part}>
      <SectionHead title="Holds today" />
      {OF[view.of](view.name) === null ? null : <p className={styles.quiet}>{OF[view.of](view.name)}</p>}
      <Terms terms={view.holds} />
      <div className={styles.acts}>
        {view.state === ELSEWHERE || isOver || view.of !== 'own' ? null : (
          <Button kind="quiet" onClick={onEnd}>
            End this rule
          </Button>
        )}
        <Button kind="primary" onClick={onWrite}>
          {isOver ? 'Enter a rule' : 'Write a new version'}
        </Button>
      </div>
    </section>
  );
}

/** What a rule asks, item by item. */
function Terms({ terms }: { terms: RuleTerms }) {
  const [notice, ...report] = spansWords(terms).split('. ');
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? null : (
      <ul className={styles.says}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  return (
    <Facts
      labelWidth={150}
      items={[
        { label: 'Notice', value: (notice ?? '').replace(/^Notice /, '') },
        {
          label: 'Report',
          value: report
            .join('. ')
            .replace(/^Report w/, 'W')
            .replace(/\.$/, ''),
        },
        { label: 'Parties know', value: list(saysOf(terms)) },
        { label: 'Examinees know', value: list(toExaminee(terms)) },
        { label: 'By video', value: terms.telehealth ? 'Allowed' : 'Not entered as allowed' },
        { label: 'The examiner signs', value: terms.certifies },
        { label: 'Source', value: `${terms.source}, read ${dateText(terms.read_on, 'medium')}` },
      ]}
    />
  );
}

const STANDING: Readonly<Record<ExamRuleView['versions'][number]['standing'], string>> = {
  holds: 'Holds today',
  ahead: 'Written ahead',
  over: 'Over',
  overtaken: 'Overtaken before it began',
};

function Versions({ view, onTake }: { view: ExamRuleView; onTake: (terms: RuleTerms) => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (view.versions.length === 0) return null;
  return (
    <section className={styles.part}>
      <SectionHead title="Versions" />
      <RuledList label="Versions">
        {view.versions.map(({ version, from_on, terms, reason, by, at, standing }) => (
          <RuledRow
            key={`${version} ${by === null ? 'shipped' : 'written'}`}
            title={`Version ${version}, from ${dateText(from_on, 'medium')} on`}
            lines={[
              STANDING[standing],
              by === null || at === null
                ? 'As it comes with Peritus.'
                : `By ${by}, ${formatInstant(at, { zone, now })}: ${reason}`,
              terms === null ? 'No rule of its own from that day on.' : spansWords(terms),
              terms && terms.records_service ? `Records served ${spanWords(terms.records_service)} before.` : null,
              terms === null ? null : `Source: ${terms.source}, read ${dateText(terms.read_on, 'medium')}.`,
            ]}
            actions={
              terms === null ? undefined : (
                <Button
                  size="sm"
                  kind="quiet"
                  aria-label={`Begin with it: version ${version}`}
                  onClick={() => onTake(terms)}
                >
                  Begin with it
                </Button>
              )
            }
          />
        ))}
      </RuledList>
    </section>
  );
}
