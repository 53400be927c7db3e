import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../../ui/api/hooks.ts';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { useWhose } from '../../../../ui/parts/organization-choice.tsx';
import { hrefWith } from '../../../../ui/parts/address.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { US_STATES } from '../../../../core/us-states.ts';
import { type StatuteView, statuteEndpoints } from '../../contract/statutes.ts';
import { filledStatute } from '../../kinds/peer-review/statutes.ts';
import styles from './statutes.module.css';

const { list, read, save } = statuteEndpoints;
const SAMPLE_COMMITTEE = 'Peer Review Committee of your hospital';

/** What reports of one state say of their protection: written beside its preview, and every version there was. */
export function StatuteEditor({ named, search }: { named: string; search: Record<string, unknown> }) {
  const { whose: organization_id } = useWhose(search['organization_id']);
  const known = US_STATES.find(([code]) => code === named);
  const input = {
    params: { state: known?.[0] ?? 'AL' },
    query: organization_id === null ? {} : { organization_id },
  } as const;
  const asked = useQuery({ ...query(read, input), enabled: known !== undefined });
  const isGone = known === undefined || asked.error?.status === 404;
  const all = hrefWith('/admin/statutes', { organization_id });
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Statutes', href: all }, { label: known?.[1] ?? named }]}
        title={isGone ? 'No such statute' : (known[1] ?? named)}
        lead={
          asked.data
            ? `For ${asked.data.organization?.name ?? 'every organization that has no words of its own'}. Reports that are signed stay as they are.`
            : 'What reports of peer reviews say of their protection.'
        }
      />
      {isGone ? (
        <EmptyState title="There is no such state, or the organization is not one of yours">
          <TextLink href="/admin/statutes">See all states</TextLink>
        </EmptyState>
      ) : (
        <Failure error={asked.error} what="The statute could not be loaded." onRetry={() => void asked.refetch()} />
      )}
      {!isGone && asked.isPending ? (
        <SkeletonRows rows={4} columns={[60]} height={64} label="Loading the statute" />
      ) : null}
      {asked.data ? (
        <Loaded key={`${asked.data.state} ${asked.data.organization?.id}`} view={asked.data} input={input} />
      ) : null}
    </Page>
  );
}

function Loaded({ view, input }: { view: StatuteView; input: Parameters<typeof query<typeof read>>[1] }) {
  const client = useQueryClient();
  const [text, setText] = useState(view.now);
  const [back, setBack] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const set = (more: Partial<typeof text>) => setText({ ...text, ...more });
  const { queryKey } = query(read, input);
  const send = useCommand(save, {
    refresh: [list],
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setText(saved.now);
      setIsStale(false);
    },
    onError: (error) => {
      if (error.code !== 'stale') return;
      client.setQueryData(queryKey, error.problem?.current as StatuteView);
      setIsStale(true);
    },
  });
  const store = async (next: typeof text | null): Promise<void> => {
    await send.mutateAsync({
      params: input.params,
      body: { organization_id: view.organization?.id ?? null, version: view.version, text: next },
    });
    setBack(false);
    toastDone(next ? 'Saved. Reports signed from now on say so.' : 'What is above holds again.');
  };
  const at = (path: string) => send.error?.errors.find((fault) => fault.path === `text.${path}`)?.message;
  const changed = JSON.stringify(text) !== JSON.stringify(view.now);
  const locked = !view.change.allowed;
  const order = { committee: SAMPLE_COMMITTEE, statute: text.citation };
  const above = view.above_of ? `the words of ${view.above_of.name}` : 'the words of Peritus';
  return (
    <>
      {isStale ? (
        <InlineNotice kind="conflict" title="Someone else changed this statute meanwhile.">
          What you wrote is still here. Look at the versions below, then save again.
        </InlineNotice>
      ) : null}
      {view.change.reason === null ? null : <p className={styles.quiet}>{view.change.reason}</p>}
      <div className={styles.sides}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!send.isPending) void store(text).catch(() => undefined);
          }}
        >
          <TextField
            path="text.citation"
            label="Statute"
            help="Orders of this state begin with it. Who orders can write another."
            required
            disabled={locked}
            maxLength={300}
            value={text.citation}
            error={at('citation')}
            onChange={(citation) => set({ citation })}
          />
          <TextArea
            path="text.statement"
            label="On every page of the report"
            help="{committee} and {statute} stand for those of the order."
            required
            disabled={locked}
            rows={4}
            max={600}
            value={text.statement}
            error={at('statement')}
            onChange={(statement) => set({ statement })}
          />
          <TextArea
            path="text.cover"
            label="On the cover"
            help="Below the statement on the first page. A blank line begins a new paragraph. It may be empty."
            disabled={locked}
            rows={8}
            max={3000}
            value={text.cover}
            error={at('cover')}
            onChange={(cover) => set({ cover })}
          />
          <Failure
            error={send.error && send.error.errors.length === 0 && !isStale ? send.error : null}
            what="It was not saved."
          />
          {locked ? null : (
            <div className={styles.acts}>
              {view.is_own ? <Button onClick={() => setBack(true)}>Go back to what is above</Button> : null}
              <Button type="submit" kind="primary" busy={send.isPending} disabled={!changed}>
                Save
              </Button>
            </div>
          )}
        </form>
        <section className={styles.preview} aria-label="Preview" aria-live="polite">
          <h2>On the cover</h2>
          <p>{filledStatute(text.statement, order)}</p>
          {text.cover.trim() === '' ? null : <p>{filledStatute(text.cover, order)}</p>}
          <h2>At the foot of every further page</h2>
          <p className={styles.foot}>{filledStatute(text.statement, order)}</p>
        </section>
      </div>
      <Versions view={view} onTake={locked ? null : (taken) => setText(taken)} />
      <ConfirmDialog
        open={back}
        onClose={() => setBack(false)}
        title="Go back to what is above?"
        confirmLabel="Go back"
        cancelLabel="Keep these words"
        onConfirm={() => store(null)}
      >
        <p>Orders and reports from now on have {above}. What is written here stays among its versions.</p>
      </ConfirmDialog>
    </>
  );
}

function Versions({ view, onTake }: { view: StatuteView; onTake: ((text: StatuteView['now']) => void) | null }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  if (view.versions.length === 0) return null;
  return (
    <section className={styles.part}>
      <SectionHead title="Versions" />
      <RuledList label="Versions">
        {view.versions.map(({ version, text, by, at }) => (
          <RuledRow
            key={version}
            title={`Version ${version} by ${by}, ${formatInstant(at, { zone, now })}`}
            lines={text === null ? ['Back to what is above.'] : [text.citation, text.statement, text.cover]}
            actions={
              text !== null && onTake !== null ? (
                <Button
                  size="sm"
                  kind="quiet"
                  aria-label={`Take these words, of version ${version}`}
                  onClick={() => onTake(text)}
                >
                  Take these words
                </Button>
              ) : null
            }
          />
        ))}
      </RuledList>
    </section>
  );
}
