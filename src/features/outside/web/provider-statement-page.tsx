import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ApiError, call } from '../../../ui/api/client.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Refused, StaleVersion } from '../../../ui/form/autosave.ts';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { SaveState } from '../../../ui/form/save-state.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useAutosave } from '../../../ui/form/use-autosave.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { formatDay, formatInstant } from '../../../ui/time/format.ts';
import { type OutsideVisitView, visitEndpoints } from '../contract.ts';
import { MOST_TEXT } from '../rules.ts';
import { endOf, useVisit } from './visit.ts';
import { LinkNote, VisitDone, VisitEnd, VisitFrame } from './visit-frame.tsx';
import styles from './visit.module.css';

/** A provider under review gives a statement before, or reads what was released and responds after, by a link. */
export function ProviderStatementPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { visit, data, error, refetch } = useVisit(token);
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <VisitDone title={data?.purpose === 'response' ? 'Your response is sent' : 'Your statement is sent'}>
        {data?.organization ?? 'The person who asked'} has been notified. It can no longer be changed, and the link is
        no longer needed. You can close this page.
      </VisitDone>
    );
  if (!data || endOf(error) !== null || data.writing === null)
    return <VisitEnd error={error} onRetry={() => void refetch()} />;
  return (
    <Write
      token={token}
      visit={visit}
      view={data}
      writing={data.writing}
      onChanged={() => void refetch()}
      onSent={() => setSent(true)}
    />
  );
}

interface Written {
  text: string;
}

function Write({
  token,
  visit,
  view,
  writing,
  onChanged,
  onSent,
}: {
  token: string;
  visit: string;
  view: OutsideVisitView;
  writing: { text: string; version: number };
  onChanged: () => void;
  onSent: () => void;
}) {
  const isStatement = view.purpose === 'statement';
  const [signature, setSignature] = useState('');
  const initial = useMemo(() => ({ value: { text: writing.text }, version: writing.version }), [writing]);
  const save = useCallback(
    async ({ text }: Written, version: number) => {
      try {
        return await call(visitEndpoints.save, { body: { token, visit, text, version } });
      } catch (error) {
        const fresh = error instanceof ApiError && error.code === 'stale' ? error.problem?.current : undefined;
        if (isWriting(fresh)) throw new StaleVersion<Written>({ value: { text: fresh.text }, version: fresh.version });
        if (error instanceof ApiError && error.status === 410) throw new Refused(error.message);
        throw error;
      }
    },
    [token, visit],
  );
  const kept = useAutosave<Written>({ draftKey: `outside:${token.slice(0, 12)}`, initial, save });
  const submit = useCommand(visitEndpoints.submit, {
    onSuccess: onSent,
    onError: (failure) => {
      const first = failure.errors[0];
      if (first) focusPath(first.path);
      else if (endOf(failure) !== null) onChanged();
    },
  });
  const errors = submit.error?.errors ?? [];
  const what = isStatement ? 'statement' : 'response';
  return (
    <VisitFrame
      title={isStatement ? 'Your statement for a peer review' : 'Findings released to you'}
      lead={
        isStatement
          ? `${view.organization} has asked for an independent peer review of your care. You can be heard before it is made: what you write here is read by the reviewer with the charts.`
          : `${view.organization} has released findings of a peer review to you. Read them, then respond in your own words. Your response is kept with the report and does not change it.`
      }
    >
      <Facts
        labelWidth={150}
        items={[
          { label: 'Asked by', value: view.organization },
          { label: 'Their review', value: view.number },
          { label: isStatement ? 'Needed by' : 'Answer by', value: formatDay(view.due_on) },
          { label: 'The link works until', value: formatInstant(view.expires_at, { zone: view.time_zone }) },
        ]}
      />
      <LinkNote>
        {view.confidentiality ? firstLine(view.confidentiality) : 'Confidential peer review.'} The link is yours alone:
        do not pass it on, and do not keep or share what you read here.
      </LinkNote>
      {view.findings ? <Findings findings={view.findings} /> : null}
      <section className={styles.write} aria-labelledby="write">
        <div className={styles.writeHead}>
          <h2 id="write">Your {what}</h2>
          <SaveState state={kept.state} zone={view.time_zone} />
        </div>
        {kept.state.kind === 'conflict' ? (
          <InlineNotice
            kind="conflict"
            title="This was changed in another window since you opened it."
            actions={[
              { label: 'Keep mine', onAct: () => kept.resolve('mine') },
              { label: 'Take the other version', onAct: () => kept.resolve('fresh') },
            ]}
          >
            Your words are safe here.
          </InlineNotice>
        ) : null}
        <div onBlur={kept.onBlur}>
          <TextArea
            path="text"
            label={isStatement ? 'What should the reviewer know?' : 'What do you answer?'}
            help={
              isStatement
                ? 'What you saw, thought and did, and what the chart does not show. It is kept as you type; no one reads it before you send it.'
                : 'It is kept as you type; no one reads it before you send it.'
            }
            rows={14}
            max={MOST_TEXT}
            counted={kept.value.text.length > MOST_TEXT * 0.8}
            paper
            value={kept.value.text}
            onChange={(text) => kept.set({ text })}
            error={errorAt(errors, 'text')}
          />
        </div>
        {view.unnamed ? (
          <p className={styles.sub}>
            The reviewer knows you by a code and does not learn your name. Leave it out of the text and of your files.
          </p>
        ) : null}
        {isStatement ? (
          <div className={styles.attach}>
            <h3>Files, if you have any</h3>
            <Slot
              name="LinkUpload"
              token={token}
              visit={visit}
              item={null}
              label="Add files to your statement"
              sent={view.uploads}
              onChanged={onChanged}
            />
          </div>
        ) : null}
        <div className={styles.sign}>
          <TextField
            path="signature_name"
            label="Your full name, as a signature"
            autoComplete="name"
            maxLength={200}
            required
            value={signature}
            onChange={setSignature}
            error={errorAt(errors, 'signature_name')}
          />
        </div>
        <div className={styles.end}>
          <p className={styles.sub}>You can send it only once. After that it cannot be changed.</p>
          {submit.error && errors.length === 0 && endOf(submit.error) === null ? (
            <FieldError>{submit.error.message}</FieldError>
          ) : null}
          <Button
            kind="primary"
            size="lg"
            busy={submit.isPending}
            onClick={() => submit.mutate({ body: { token, visit, text: kept.value.text, signature_name: signature } })}
          >
            Send my {what}
          </Button>
        </div>
      </section>
    </VisitFrame>
  );
}

/** What was released, to read only: the requester's words, then the report's sections as text. */
function Findings({ findings }: { findings: NonNullable<OutsideVisitView['findings']> }) {
  return (
    <article className={styles.findings} aria-label="Findings">
      {findings.summary ? <p className={styles.paper}>{findings.summary}</p> : null}
      {findings.sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.items.map((item) => (
            <div key={item.label}>
              <h3>{item.label}</h3>
              {item.lines.map((line) => (
                <p key={line} className={styles.paper}>
                  {line}
                </p>
              ))}
            </div>
          ))}
        </section>
      ))}
    </article>
  );
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

const isWriting = (value: unknown): value is { text: string; version: number } =>
  typeof value === 'object' && value !== null && 'text' in value && 'version' in value;
