import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type MailPreview, type MailWordingView, wordingEndpoints } from '../contract/wording.ts';
import { templateLabel, variantLabel } from '../rules/wording.ts';
import { Letter } from './letter.tsx';
import styles from './wording.module.css';

/** The wording of one mail: written beside its preview, and every version there was. */
export function WordingEditor() {
  const { template } = useParams({ strict: false }) as { template: string };
  const search: Record<string, unknown> = useSearch({ strict: false });
  const variant = typeof search['of'] === 'string' ? search['of'] : '';
  const list = useQuery(query(wordingEndpoints.list, {}));
  const variants = list.data?.data.find((row) => row.template === template)?.variants ?? null;
  const chosen = variants?.some((one) => one.variant === variant) ? variant : (variants?.[0]?.variant ?? '');
  const read = useQuery({
    ...query(wordingEndpoints.read, { params: { template }, query: { variant: chosen } }),
    enabled: variants !== null,
  });
  const isGone = list.data && variants === null;
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Mail wording', href: '/admin/wording' }, { label: templateLabel(template) }]}
        title={isGone ? 'No such mail' : templateLabel(template)}
        lead="Subject and text. The line about whose move it is, the facts and the buttons stay as they are."
      />
      {isGone ? (
        <EmptyState title="There is no mail of this name to be worded">
          <TextLink href="/admin/wording">See all mails</TextLink>
        </EmptyState>
      ) : null}
      {!isGone && (list.isPending || read.isPending) ? (
        <SkeletonRows rows={5} columns={[60]} height={48} label="Loading the wording" />
      ) : null}
      <Failure
        error={list.error ?? read.error}
        what="The wording could not be loaded."
        onRetry={() => void (list.error ? list.refetch() : read.refetch())}
      />
      {read.data && variants ? (
        <>
          {variants.length > 1 ? <Variants template={template} view={read.data} /> : null}
          <Loaded key={chosen} view={read.data} />
        </>
      ) : null}
    </Page>
  );
}

function Variants({ template, view }: { template: string; view: MailWordingView }) {
  const navigate = useNavigate();
  return (
    <div className={styles.bar}>
      <SelectField
        path="variant"
        label="Which of its cases"
        value={view.variant}
        options={view.variants.map((value) => ({ value, label: variantLabel(value) }))}
        onChange={(value) =>
          void navigate({
            to: `/admin/wording/${template}`,
            search: value === null ? {} : { of: value },
            replace: true,
          })
        }
      />
    </div>
  );
}

function Loaded({ view }: { view: MailWordingView }) {
  const client = useQueryClient();
  const from = view.own ?? view.shipped;
  const [subject, setSubject] = useState(from.subject);
  const [body, setBody] = useState(from.body);
  const [shown, setShown] = useState<MailPreview | null>(null);
  const [back, setBack] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const input = { params: { template: view.template }, query: { variant: view.variant } };
  const preview = useCommand(wordingEndpoints.preview, { onSuccess: setShown });
  const save = useCommand(wordingEndpoints.save, {
    refresh: [wordingEndpoints.list],
    onSuccess: (saved) => {
      client.setQueryData(query(wordingEndpoints.read, input).queryKey, saved);
      setIsStale(false);
    },
    onError: (error) => {
      if (error.code !== 'stale') return;
      client.setQueryData(query(wordingEndpoints.read, input).queryKey, error.problem?.current as MailWordingView);
      setIsStale(true);
    },
  });
  const errors = [...(save.error?.errors ?? []), ...(preview.error?.errors ?? [])];
  const faultOf = (...paths: string[]) => errors.find(({ path }) => paths.includes(path))?.message;
  const busy = save.isPending || preview.isPending;
  const changed = subject.trim() !== from.subject.trim() || body.trim() !== from.body.trim();
  const see = () => {
    save.reset();
    preview.mutate({ params: { template: view.template }, body: { variant: view.variant, subject, body } });
  };
  const store = async (wording: { subject: string; body: string } | null): Promise<void> => {
    preview.reset();
    const saved = await save.mutateAsync({
      params: { template: view.template },
      body: { variant: view.variant, version: view.version, wording },
    });
    const now = saved.own ?? saved.shipped;
    setSubject(now.subject);
    setBody(now.body);
    setShown(null);
    setBack(false);
    toastDone(wording ? 'Saved. Mails say so from now on.' : 'Back to the shipped wording.');
  };
  return (
    <>
      {isStale ? (
        <InlineNotice kind="conflict" title="Someone else changed this wording meanwhile.">
          What you wrote is still here. Look at the versions below, then save again.
        </InlineNotice>
      ) : null}
      <div className={styles.sides}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void store({ subject, body }).catch(() => undefined);
          }}
        >
          <TextField
            path="subject"
            label="Subject"
            required
            maxLength={200}
            value={subject}
            onChange={setSubject}
            error={faultOf('subject', 'wording.subject')}
          />
          <TextArea
            path="body"
            label="Text"
            help="A blank line begins a new paragraph. A paragraph with a name that has no value in it is left out."
            required
            rows={9}
            max={4000}
            value={body}
            onChange={setBody}
            error={faultOf('body', 'wording.body')}
          />
          <div>
            <p className={styles.label}>Names that can stand in it</p>
            <ul className={styles.names}>
              {view.placeholders.map(({ name, sample }) => (
                <li key={name}>
                  <code>{`{${name}}`}</code> {sample === null ? null : <span>{sample}</span>}
                </li>
              ))}
            </ul>
          </div>
          <Failure
            error={save.error && save.error.errors.length === 0 && !isStale ? save.error : null}
            what="It was not saved."
          />
          <div className={styles.acts}>
            {view.own ? <Button onClick={() => setBack(true)}>Back to the shipped wording</Button> : null}
            <Button busy={preview.isPending} onClick={see}>
              Preview
            </Button>
            <Button type="submit" kind="primary" busy={save.isPending} disabled={!changed}>
              Save
            </Button>
          </div>
        </form>
        <section className={styles.preview} aria-label="Preview" aria-live="polite">
          {shown ? (
            <>
              <h2 className={styles.subject}>{shown.subject}</h2>
              <Letter letter={shown.letter} text={shown.text} />
              <details>
                <summary>As plain text</summary>
                <pre className={styles.text}>{shown.text}</pre>
              </details>
            </>
          ) : (
            <p className={styles.quiet}>Preview shows the mail with sample data, as its reader will see it.</p>
          )}
        </section>
      </div>
      <Versions view={view} />
      <ConfirmDialog
        open={back}
        onClose={() => setBack(false)}
        title="Go back to the shipped wording?"
        confirmLabel="Go back"
        cancelLabel="Keep this wording"
        onConfirm={() => store(null)}
      >
        <p>Mails say what Peritus ships from then on. The versions stay below.</p>
      </ConfirmDialog>
    </>
  );
}

function Versions({ view }: { view: MailWordingView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (view.versions.length === 0) return <p className={styles.quiet}>Nobody changed this wording yet.</p>;
  return (
    <section aria-labelledby="versions">
      <SectionHead id="versions" title="Versions" />
      <RuledList label="Versions">
        {view.versions.map((one) => (
          <RuledRow
            key={one.version}
            title={one.subject ?? 'Back to the shipped wording'}
            lines={[one.body, `Version ${one.version} by ${one.by}, ${formatInstant(one.at, { zone, now })}`]}
          />
        ))}
      </RuledList>
    </section>
  );
}
