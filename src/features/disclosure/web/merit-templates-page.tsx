import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SwitchField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { meritEndpoints, type MeritTemplateRow } from '../contract/merit.ts';
import {
  GENERAL,
  MERIT_FACTS,
  MERIT_PLACES,
  MERIT_SORT_NAMES,
  MERIT_SORTS,
  meritPlace,
  type MeritTerms,
  TEMPLATE_TEXT_MOST,
} from '../rules.ts';
import styles from './disclosure.module.css';

const PLACES = MERIT_PLACES.map((value) => ({ value, label: meritPlace(value) }));
const SORTS = MERIT_SORT_NAMES.map((value) => ({ value, label: MERIT_SORTS[value] }));

/** The templates of certificates and affidavits: each with its source and who reviewed it, and writing a version over it. */
export function MeritTemplatesPage() {
  const asked = useQuery(query(meritEndpoints.templates, {}));
  const [writing, setWriting] = useState<string | null>(null);
  const rows = asked.data?.data ?? [];
  const today = asked.data?.today ?? '';
  const done = () => setWriting(null);
  return (
    <Page width="wide">
      <PageHeader
        title="Certificates of merit"
        lead="On these templates experts write certificates and affidavits. Those of a state are entered by people, each with its source, and are no legal advice."
        actions={
          asked.data && writing === null ? (
            <Button onClick={() => setWriting('')}>Write a new template</Button>
          ) : undefined
        }
      />
      {asked.isPending ? <SkeletonRows rows={2} columns={[30, 50]} height={64} label="Loading the templates" /> : null}
      <Failure error={asked.error} what="The templates could not be loaded." onRetry={() => void asked.refetch()} />
      {writing === '' ? (
        <WriteTemplate row={null} taken={rows.map(({ key }) => key)} today={today} onDone={done} />
      ) : null}
      {rows.length > 0 ? (
        <RuledList label="Templates">
          {rows.map((row) => (
            <RuledRow
              key={row.key}
              title={row.terms ? `${meritPlace(row.terms.state)}: ${row.terms.title}` : `“${row.key}” was ended`}
              status={
                writing === row.key ? <WriteTemplate row={row} taken={[]} today={today} onDone={done} /> : undefined
              }
              lines={writing === row.key ? [] : linesOf(row).filter((line) => line !== '')}
              actions={
                writing === null ? (
                  <Button
                    size="sm"
                    kind="quiet"
                    aria-label={`Write a version: ${row.terms?.title ?? row.key}`}
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

const linesOf = ({ terms, reason, written_by, written_at }: MeritTemplateRow): string[] => [
  terms ? MERIT_SORTS[terms.sort] : '',
  terms ? `Source: ${terms.source}, read ${dateText(terms.read_on, 'medium')}.` : '',
  terms?.needs_notary ? 'A notary has to act on what is signed on it.' : '',
  terms ? (terms.reviewed_by === '' ? 'Nobody has reviewed it yet.' : `Reviewed by ${terms.reviewed_by}.`) : '',
  written_by && written_at
    ? `Written by ${written_by}, ${dateText(written_at.slice(0, 10), 'medium')}: ${reason}`
    : 'Comes with the product.',
];

function WriteTemplate({
  row,
  taken,
  today,
  onDone,
}: {
  row: MeritTemplateRow | null;
  taken: readonly string[];
  today: string;
  onDone: () => void;
}) {
  const [terms, setTerms] = useState<MeritTerms>(
    row?.terms ?? {
      sort: 'certificate',
      state: GENERAL,
      title: '',
      text: '',
      source: '',
      read_on: today,
      reviewed_by: '',
      needs_notary: false,
    },
  );
  const [reason, setReason] = useState('');
  const put = (part: Partial<MeritTerms>) => setTerms({ ...terms, ...part });
  const write = useCommand(meritEndpoints.writeTemplate, {
    refresh: [meritEndpoints.templates],
    onSuccess: () => {
      toastDone('Saved. Experts write on it from now on.');
      onDone();
    },
  });
  const { form, at, passes } = useFaults(
    [reason.trim() === '' && { path: 'reason', message: 'Say why, in a sentence.' }],
    write.error,
  );
  const save = (next: MeritTerms | null) => {
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
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      noValidate
      aria-label={row ? 'Write a version' : 'Write a new template'}
    >
      <SelectField
        path="terms.sort"
        label="What it is"
        value={terms.sort}
        onChange={(next) => put({ sort: next === 'affidavit' ? 'affidavit' : 'certificate' })}
        options={SORTS}
        searchable={false}
      />
      <SelectField
        path="terms.state"
        label="State"
        value={terms.state}
        onChange={(next) => put({ state: next ?? GENERAL })}
        options={PLACES}
        error={at('terms.state')}
      />
      <TextField
        path="terms.title"
        label="Title"
        value={terms.title}
        onChange={(title) => put({ title })}
        error={at('terms.title')}
      />
      <TextArea
        path="terms.text"
        label="Words"
        rows={12}
        max={TEMPLATE_TEXT_MOST}
        help={`Paragraphs between blank lines. In braces: ${Object.entries(MERIT_FACTS)
          .map(([name, says]) => `{${name}} for ${says}`)
          .join(', ')}.`}
        value={terms.text}
        onChange={(text) => put({ text })}
        error={at('terms.text')}
      />
      <TextField
        path="terms.source"
        label="Source"
        value={terms.source}
        onChange={(source) => put({ source })}
        error={at('terms.source')}
      />
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
      <SwitchField
        path="terms.needs_notary"
        label="A notary has to act on it"
        help="What is signed says so then, and the firm records the notary’s act."
        value={terms.needs_notary}
        onChange={(needs_notary) => put({ needs_notary })}
      />
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
        what="The template could not be written."
        busy={write.isPending}
        also={
          row?.terms ? (
            <Button kind="quiet" onClick={() => save(null)}>
              End the template
            </Button>
          ) : null
        }
        onLeave={onDone}
      >
        Save the template
      </InlineEnds>
    </form>
  );
}
