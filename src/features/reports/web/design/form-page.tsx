import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { ApiError, call } from '../../../../ui/api/client.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { StaleVersion } from '../../../../ui/form/autosave.ts';
import { SaveState } from '../../../../ui/form/save-state.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useAutosave } from '../../../../ui/form/use-autosave.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../../ui/parts/page-header.tsx';
import { LinkTabs } from '../../../../ui/parts/tabs.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { type CustomForm, customFormEndpoints } from '../../contract/design.ts';
import type { FormDefinition } from '../../rules.ts';
import { draftFaults } from '../../rules/design.ts';
import styles from './design.module.css';
import { stateWords } from './forms-page.tsx';
import { ScoringFields } from './scoring-fields.tsx';
import { FORM_TABS, formHref, type FormTab, formTabOf } from './search.ts';

const BeginForm = lazyPart(async () => ({ default: (await import('./begin-form.tsx')).BeginForm }));
const Editor = lazyPart(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Trial = lazyPart(async () => ({ default: (await import('./trial.tsx')).Trial }));
const Usage = lazyPart(async () => ({ default: (await import('./versions.tsx')).Usage }));
const Versions = lazyPart(async () => ({ default: (await import('./versions.tsx')).Versions }));

const { list, read, save, publish, retire, create } = customFormEndpoints;

/** One form: its draft beside how the expert sees it, its versions, and where it is used. */
export function FormPage() {
  const { formId } = useParams({ strict: false }) as { formId: string };
  const id = /^\d{1,15}$/.test(formId) ? Number(formId) : 0;
  const asked = useQuery({ ...query(read, { params: { id } }), enabled: id > 0 });
  const isGone = id === 0 || asked.error?.status === 404;
  if (isGone)
    return (
      <Page width="wide">
        <PageHeader crumbs={[{ label: 'Report forms', href: '/admin/report-forms' }]} title="No such form" />
        <EmptyState title="There is nothing here, or you do not have access to it">
          <TextLink href="/admin/report-forms">See the forms</TextLink>
        </EmptyState>
      </Page>
    );
  return (
    <Page width="full">
      {asked.isPending ? <SkeletonRows rows={8} columns={[50, 0, 50]} height={52} label="Loading the form" /> : null}
      <Failure error={asked.error} what="The form could not be loaded." onRetry={() => void asked.refetch()} />
      {asked.data ? <Loaded key={id} form={asked.data} /> : null}
    </Page>
  );
}

interface Draft {
  name: string;
  definition: FormDefinition;
}
const draftOf = (form: CustomForm): Draft => ({ name: form.name, definition: form.draft });

function Loaded({ form }: { form: CustomForm }) {
  const { id } = form;
  const { user_id, time_zone: zone } = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const tab = formTabOf(useSearch({ strict: false }));
  const [asking, setAsking] = useState<'publish' | 'retire' | null>(null);
  const [copying, setCopying] = useState(false);
  const key = query(read, { params: { id } }).queryKey;
  const initial = useMemo(() => ({ value: draftOf(form), version: form.lock_version }), [form]);
  const send = useCallback(
    async (value: Draft, version: number) => {
      try {
        const saved = await call(save, { params: { id }, body: { lock_version: version, ...value } });
        client.setQueryData(key, saved);
        void client.invalidateQueries({ queryKey: [list.id] });
        return { version: saved.lock_version };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
        const fresh = error.problem?.current as CustomForm;
        throw new StaleVersion<Draft>({ value: draftOf(fresh), version: fresh.lock_version });
      }
    },
    [id, client, key],
  );
  const draft = useAutosave<Draft>({ draftKey: `${user_id}:report-form:${id}`, initial, save: send });
  const { value, state } = draft;
  const readOnly = !form.may_write || form.retired_at !== null;
  const faults = useMemo(() => draftFaults({ ...value.definition, name: value.name }), [value]);
  const settled = (saved: CustomForm) => client.setQueryData(key, saved);
  const publishing = useCommand(publish, { refresh: [list], onSuccess: settled });
  const retiring = useCommand(retire, { refresh: [list], onSuccess: settled });
  const keepBoth = useCommand(create, {
    refresh: [list],
    onSuccess: (kept) => {
      draft.resolve('fresh');
      toastDone('Yours is kept as a form of its own.');
      void navigate({ to: formHref(kept.id) });
    },
  });
  const isSettled = state.kind === 'clean';
  const isDone = form.version !== null && !form.is_changed && isSettled;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Report forms', href: '/admin/report-forms' }, { label: value.name || 'Without a name' }]}
        title={value.name || 'Without a name'}
        lead={`${form.organization ? `Of ${form.organization.name}` : 'For every organization'}. ${stateWords(form)}.`}
        actions={
          <>
            <SaveState state={state} zone={zone} />
            {form.version === null ? null : (
              <Button kind="quiet" onClick={() => setCopying(true)}>
                Copy
              </Button>
            )}
            {form.may_write ? (
              <Button kind="quiet" onClick={() => setAsking('retire')}>
                {form.retired_at === null ? 'Take out of use' : 'Take back into use'}
              </Button>
            ) : null}
            {readOnly ? null : (
              <Button
                kind="primary"
                disabled={faults.length > 0 || isDone || !isSettled}
                onClick={() => {
                  publishing.reset();
                  setAsking('publish');
                }}
              >
                Publish
              </Button>
            )}
          </>
        }
      />
      <LinkTabs
        label="Parts of the form"
        tabs={(Object.keys(FORM_TABS) as FormTab[]).map((one) => ({
          value: one,
          label: FORM_TABS[one],
          href: formHref(id, one),
          active: one === tab,
          ...(one === 'versions' ? { count: form.versions.length } : {}),
        }))}
      />
      {readOnly ? (
        <InlineNotice title={form.may_write ? 'This form is out of use.' : 'You can read this form, not change it.'}>
          {form.may_write
            ? 'Take it back into use to change it. Reports begun on it continue.'
            : 'It belongs to the organization above yours, or to Peritus. Copy a published version to have your own.'}
        </InlineNotice>
      ) : null}
      {state.kind === 'conflict' ? (
        <InlineNotice
          kind="conflict"
          title="Someone else changed this form since you opened it."
          actions={[
            { label: 'Reload theirs', onAct: () => draft.resolve('fresh') },
            {
              label: 'Keep both, mine as a form of its own',
              onAct: () =>
                keepBoth.mutate({
                  body: {
                    organization_id: form.organization?.id ?? null,
                    name: `${value.name}, second draft`.slice(0, 200),
                    from: null,
                    definition: value.definition,
                  },
                  idempotencyKey: crypto.randomUUID(),
                }),
            },
          ]}
        >
          What you wrote is kept on this device until you decide.
        </InlineNotice>
      ) : null}
      {state.kind === 'refused' ? (
        <InlineNotice kind="bad" title="The draft was not saved." live>
          {state.message}
        </InlineNotice>
      ) : null}
      <Suspense fallback={<SkeletonRows rows={3} />}>
        {tab === 'versions' ? <Versions form={form} /> : null}
        {tab === 'use' ? <Usage form={form} /> : null}
      </Suspense>
      {tab === 'write' ? (
        <div className={styles.sides} onBlur={draft.onBlur}>
          <div>
            {faults.length > 0 && !readOnly ? (
              <InlineNotice
                kind="warn"
                title={
                  faults.length === 1
                    ? 'One thing is to mend before it can be published.'
                    : `${faults.length} things are to mend before it can be published.`
                }
              >
                Each is marked at its place below.
              </InlineNotice>
            ) : null}
            <fieldset className={styles.fields} disabled={readOnly}>
              <legend className={styles.hidden}>The form</legend>
              <TextField
                path="name"
                label="Name"
                required
                maxLength={200}
                value={value.name}
                error={faults.find(({ path }) => path === 'name')?.message}
                onChange={(name) => draft.set({ ...value, name })}
              />
              <ScoringFields
                scoring={value.definition.scoring}
                error={faults.find(({ path }) => path.startsWith('scoring'))?.message}
                onChange={(scoring) => {
                  const { scoring: _, ...rest } = value.definition;
                  draft.set({ ...value, definition: scoring ? { ...rest, scoring } : rest });
                }}
              />
            </fieldset>
            <Editor
              definition={value.definition}
              faults={faults}
              readOnly={readOnly}
              onChange={(definition) => draft.set({ ...value, definition })}
            />
          </div>
          <section className={styles.preview} aria-labelledby="trial-title">
            <h2 id="trial-title">As the expert gets it</h2>
            <p className={styles.about}>
              Answer to see what is asked next, and the score. Nothing you answer here is kept.
            </p>
            <Trial definition={value.definition} />
          </section>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking === 'publish'}
        danger={false}
        onClose={() => setAsking(null)}
        title={form.version === null ? 'Publish this form?' : `Publish version ${form.version + 1}?`}
        confirmLabel="Publish it"
        cancelLabel="Not yet"
        reason={{ label: 'Note', note: 'optional, kept with the version', max: 1000 }}
        onConfirm={async (note) => {
          const saved = await publishing.mutateAsync({
            params: { id },
            body: { lock_version: form.lock_version, note },
            idempotencyKey: `${id} ${form.lock_version} ${note}`,
          });
          setAsking(null);
          toastDone(`Version ${saved.version} is published.`);
        }}
      >
        Reviews ordered from now on are reported on it where their type takes the newest version. Reviews ordered before
        keep the version they have, and so do signed reports. A published version never changes.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'retire'}
        danger={false}
        onClose={() => setAsking(null)}
        title={form.retired_at === null ? 'Take this form out of use?' : 'Take this form back into use?'}
        confirmLabel={form.retired_at === null ? 'Take it out of use' : 'Take it back'}
        cancelLabel="Leave it as it is"
        onConfirm={async () => {
          await retiring.mutateAsync({
            params: { id },
            body: { lock_version: form.lock_version, retired: form.retired_at === null },
          });
          setAsking(null);
        }}
      >
        {form.retired_at === null
          ? 'No type can be reported on it then. Reports begun on it continue, and its versions stay.'
          : 'It can be changed, published and given to types again.'}
      </ConfirmDialog>
      {copying ? <Copy form={form} onClose={() => setCopying(false)} /> : null}
    </>
  );
}

function Copy({ form, onClose }: { form: CustomForm; onClose: () => void }) {
  const asked = useQuery(query(list, { query: { limit: 1 } }));
  if (!asked.data || form.version === null) return null;
  return (
    <BeginForm
      from={{ form: `${form.key}@${form.version}`, name: form.name }}
      forAll={asked.data.may_write_for_all}
      onClose={onClose}
    />
  );
}
