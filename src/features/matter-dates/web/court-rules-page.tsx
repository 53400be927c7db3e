import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { FieldPair, InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { matterRuleEndpoints, type MatterRuleRow } from '../contract.ts';
import { courtsOf, DATE_TYPES, FEDERAL, type MatterDateType, type MatterRuleTerms, spanOf, titleOf } from '../rules.ts';
import styles from './matter-dates.module.css';

const NAMED = DATE_TYPES.filter(({ type }) => type !== 'other').map(({ type, title }) => ({
  value: type,
  label: title,
}));
const COURT_OPTIONS = [
  { value: FEDERAL, label: courtsOf(FEDERAL) },
  ...US_STATES.map(([code]) => ({ value: code, label: courtsOf(code) })),
];

/** The rules of courts that dates are computed by: each with its source, and writing a version over it. */
export function CourtRulesPage() {
  const asked = useQuery(query(matterRuleEndpoints.list, {}));
  const [writing, setWriting] = useState<string | null>(null);
  const rows = asked.data?.data ?? [];
  const today = asked.data?.today ?? '';
  return (
    <Page width="wide">
      <PageHeader
        title="Court rules"
        lead="By these rules dates of matters are computed where nothing else was ordered. They are entered by people, each with its source, and are no legal advice."
        actions={
          asked.data && writing === null ? <Button onClick={() => setWriting('')}>Write a new rule</Button> : undefined
        }
      />
      {asked.isPending ? <SkeletonRows rows={3} columns={[30, 50]} height={64} label="Loading the rules" /> : null}
      <Failure error={asked.error} what="The rules could not be loaded." onRetry={() => void asked.refetch()} />
      {writing === '' ? (
        <WriteRule row={null} taken={rows.map(({ key }) => key)} today={today} onDone={() => setWriting(null)} />
      ) : null}
      {rows.length > 0 ? (
        <RuledList label="Rules of courts">
          {rows.map((row) => (
            <RuledRow
              key={row.key}
              title={
                row.terms ? `${courtsOf(row.terms.courts)}: ${titleOf(row.terms.gives, '')}` : `“${row.key}” was ended`
              }
              lines={
                writing === row.key
                  ? [<WriteRule key="form" row={row} taken={[]} today={today} onDone={() => setWriting(null)} />]
                  : linesOf(row)
              }
              actions={
                writing === null ? (
                  <Button
                    size="sm"
                    kind="quiet"
                    aria-label={`Write a version: ${row.terms?.source ?? row.key}`}
                    onClick={() => setWriting(row.key)}
                  >
                    Write a version
                  </Button>
                ) : undefined
              }
            />
          ))}
        </RuledList>
      ) : null}
    </Page>
  );
}

const linesOf = ({ terms, reason, written_by, written_at }: MatterRuleRow): string[] => [
  terms
    ? `${spanOf(terms)}${terms.skips_closed ? ', moved off Saturdays, Sundays and holidays the way it is counted' : ''}. ${terms.says}`
    : '',
  terms ? `Source: ${terms.source}, read ${dateText(terms.read_on, 'medium')}.` : '',
  terms ? (terms.reviewed_by === '' ? 'Nobody has reviewed it yet.' : `Reviewed by ${terms.reviewed_by}.`) : '',
  written_by && written_at
    ? `Written by ${written_by}, ${dateText(written_at.slice(0, 10), 'medium')}: ${reason}`
    : 'Comes with the product.',
];

function WriteRule({
  row,
  taken,
  today,
  onDone,
}: {
  row: MatterRuleRow | null;
  taken: readonly string[];
  today: string;
  onDone: () => void;
}) {
  const [terms, setTerms] = useState<MatterRuleTerms>(
    row?.terms ?? {
      courts: FEDERAL,
      gives: 'disclosure',
      days: 0,
      direction: 'before',
      of: 'trial',
      skips_closed: true,
      says: '',
      source: '',
      read_on: today,
      reviewed_by: '',
    },
  );
  const [reason, setReason] = useState('');
  const put = (part: Partial<MatterRuleTerms>) => setTerms({ ...terms, ...part });
  const write = useCommand(matterRuleEndpoints.write, {
    refresh: [matterRuleEndpoints.list],
    onSuccess: () => {
      toastDone('Saved. Dates follow it at once.');
      onDone();
    },
  });
  const { form, at, passes } = useFaults(
    [reason.trim() === '' && { path: 'reason', message: 'Say why, in a sentence.' }],
    write.error,
  );
  const save = (next: MatterRuleTerms | null) => {
    if (!passes() || write.isPending) return;
    const own = taken.filter((key) => key.startsWith('own_')).length + 1;
    write.mutate({
      params: { key: row?.key ?? `own_${own}` },
      body: { version: row?.version ?? -1, terms: next, reason: reason.trim() },
    });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    save(terms);
  };
  const choose = (key: 'gives' | 'of', label: string) => (
    <SelectField
      path={`terms.${key}`}
      label={label}
      value={terms[key]}
      onChange={(next) => {
        const type = NAMED.find(({ value }) => value === next)?.value;
        if (type) put({ [key]: type satisfies MatterDateType });
      }}
      options={NAMED}
      searchable={false}
      error={at(`terms.${key}`)}
    />
  );
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={row ? 'Write a version' : 'Write a new rule'}
    >
      <FieldPair>
        <SelectField
          path="terms.courts"
          label="Courts"
          value={terms.courts}
          onChange={(next) => put({ courts: next ?? FEDERAL })}
          options={COURT_OPTIONS}
          error={at('terms.courts')}
        />
        {choose('gives', 'Gives the date of')}
      </FieldPair>
      <FieldPair>
        <NumberField
          path="terms.days"
          label="Days"
          value={terms.days}
          onChange={(days) => put({ days: days ?? 0 })}
          error={at('terms.days')}
        />
        <SelectField
          path="terms.direction"
          label="Counted"
          value={terms.direction}
          onChange={(next) => put({ direction: next === 'after' ? 'after' : 'before' })}
          options={[
            { value: 'before', label: 'Before' },
            { value: 'after', label: 'After' },
          ]}
        />
      </FieldPair>
      {choose('of', 'Counted from')}
      <CheckboxField
        path="terms.skips_closed"
        label="Moves off Saturdays, Sundays and holidays"
        help="To the next open day after an event, to the last one before it."
        value={terms.skips_closed}
        onChange={(skips_closed) => put({ skips_closed })}
      />
      <TextArea
        path="terms.says"
        label="What it asks for"
        rows={3}
        max={1000}
        value={terms.says}
        onChange={(says) => put({ says })}
        error={at('terms.says')}
      />
      <TextField
        path="terms.source"
        label="Source"
        value={terms.source}
        onChange={(source) => put({ source })}
        error={at('terms.source')}
      />
      <FieldPair>
        <DateField
          path="terms.read_on"
          label="Read there on"
          value={terms.read_on}
          onChange={(read_on) => put({ read_on: read_on ?? today })}
          error={at('terms.read_on')}
        />
        <TextField
          path="terms.reviewed_by"
          label="Reviewed by"
          optional
          help="Who checked it against its source."
          value={terms.reviewed_by}
          onChange={(reviewed_by) => put({ reviewed_by })}
        />
      </FieldPair>
      <TextField
        path="reason"
        label="Why it is written"
        value={reason}
        onChange={setReason}
        maxLength={1000}
        error={at('reason')}
      />
      <InlineEnds
        error={write.error}
        placed
        what="The rule could not be written."
        busy={write.isPending}
        also={
          row?.terms ? (
            <Button kind="quiet" onClick={() => save(null)}>
              End the rule
            </Button>
          ) : null
        }
        onLeave={onDone}
      >
        Save the rule
      </InlineEnds>
    </form>
  );
}
