import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { grouped, plural } from '../../../core/phrases.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { hrefWith, inAddress, oneOf, wordsIn } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { DeskBar, DeskSearch } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, FilteredEmpty, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { workEndpoints } from '../contract/work.ts';
import { JOBS_PLACE, WORK_STATES, type WorkState } from '../rules/work.ts';
import styles from './jobs.module.css';
import { JobRow, type Asked } from './job-row.tsx';

const ASK_AGAIN_MS = 15_000;
const REFRESH = [workEndpoints.list, workEndpoints.counts];
/** A group of one is its row. */
const GROUPED_FROM = 2;

const STATES: Record<WorkState, { label: string; empty: string }> = {
  failed: { label: 'Failed', empty: 'Nothing failed for good.' },
  retrying: { label: 'Trying again', empty: 'Nothing waits for another try.' },
  waiting: { label: 'Waiting', empty: 'Nothing waits for its turn.' },
  running: { label: 'Running', empty: 'Nothing is running right now.' },
  scheduled: { label: 'Scheduled', empty: 'No deadlines are set.' },
  held: { label: 'Held', empty: 'Nothing is held.' },
};

/** What the product does behind its pages: what failed and why, what waits, and trying it again. */
export function JobsPage() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const state = oneOf(WORK_STATES, raw['state']) ?? 'failed';
  const q = wordsIn(raw['q']);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked | null>(null);
  const counts = useQuery({ ...query(workEndpoints.counts, {}), refetchInterval: ASK_AGAIN_MS });
  const list = usePages(workEndpoints.list, { query: { state, q: q || undefined } }, { askAgainMs: ASK_AGAIN_MS });
  const inState = (one: WorkState) => (one === 'failed' ? null : one);
  const go = (words: string) =>
    void navigate({ to: JOBS_PLACE.path, search: inAddress({ state: inState(state), q: words }), replace: true });
  const groups = state === 'failed' ? (counts.data?.failed ?? []).filter(({ count }) => count >= GROUPED_FROM) : [];
  return (
    <Page width="wide">
      <PageHeader title="Jobs" lead="What Peritus does behind its pages, and the deadlines it keeps." />
      <LinkTabs
        label="Jobs"
        // what has nothing in it says no more than that: folded away, still at its address
        tabs={WORK_STATES.filter((one) => one === state || one === 'failed' || counts.data?.counts[one] !== 0).map(
          (one) => ({
            value: one,
            label: STATES[one].label,
            count: counts.data ? (counts.data.counts[one] ?? 0) : null,
            href: hrefWith(JOBS_PLACE.path, { state: inState(one), q }),
            active: one === state,
            awaited: counts.isPending && one !== state && one !== 'failed',
          }),
        )}
      />
      <DeskBar>
        <DeskSearch>
          <SearchWords value={q} placeholder="Words of its name, or CR-20418" maxLength={100} onSearch={go} />
        </DeskSearch>
      </DeskBar>
      {state === 'held' && (counts.data?.counts.held ?? 0) > 0 ? (
        <p className={styles.quiet}>
          These cannot be undone and wait until an admin confirms the clock, under{' '}
          <TextLink href="/admin/deadlines">Held actions</TextLink>.
        </p>
      ) : null}
      {groups.length > 0 ? (
        <ul className={styles.groups} aria-label="Failed by name">
          {groups.map((group) => (
            <li key={group.name} className={styles.group}>
              <span>
                {group.label}: {grouped(group.count)} failed
              </span>
              {group.retry.allowed ? (
                <Button
                  size="sm"
                  aria-label={`Try all again: ${group.label}`}
                  onClick={() =>
                    setAsked({ act: 'retry_all', name: group.name, label: group.label, count: group.count })
                  }
                >
                  Try all again
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <ListRows
        list={list}
        what="The jobs could not be loaded."
        loading={<SkeletonRows rows={6} columns={[40, 20, 20]} height={64} label="Loading jobs" />}
        empty={
          q === '' ? (
            <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title={STATES[state].empty}>
              {state === 'failed'
                ? 'Work that fails again and again is listed here, with the reason.'
                : 'This list is looked at again by itself.'}
            </EmptyState>
          ) : (
            <FilteredEmpty what="job" query={q} filters={[]} onClear={() => go('')} />
          )
        }
      >
        <ul className={styles.rows} aria-label={STATES[state].label}>
          {list.rows.map((row) => (
            <JobRow key={row.id} row={row} state={state} onAsk={setAsked} />
          ))}
        </ul>
      </ListRows>
      {asked === null ? null : <Ask asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

/** Why somebody does it, before it is done. */
function Ask({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const retry = useCommand(workEndpoints.retry, { refresh: REFRESH });
  const retryAll = useCommand(workEndpoints.retryAll, { refresh: REFRESH });
  const setAside = useCommand(workEndpoints.setAside, { refresh: REFRESH });
  const reason = { required: true, max: 500, note: 'Kept on the record.' };
  if (asked.act === 'set_aside')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={`Set aside “${asked.label}”?`}
        confirmLabel="Set it aside"
        cancelLabel="Keep it"
        reason={reason}
        onConfirm={async (words) => {
          await setAside.mutateAsync({ params: { workId: asked.id }, body: { reason: words } });
          onClose();
          toastDone('It is set aside.');
        }}
      >
        What it would have done does not happen, and it cannot be tried again afterwards.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={false}
      title={asked.act === 'retry' ? `Try “${asked.label}” again?` : `Try ${plural(asked.count, 'failed job')} again?`}
      confirmLabel={asked.act === 'retry' ? 'Try it again' : 'Try all again'}
      cancelLabel="Not now"
      reason={reason}
      onConfirm={async (words) => {
        const { retried } =
          asked.act === 'retry'
            ? await retry.mutateAsync({ params: { workId: asked.id }, body: { reason: words } })
            : await retryAll.mutateAsync({ body: { name: asked.name, reason: words } });
        onClose();
        toastDone(retried === 1 ? 'It is tried again.' : `${plural(retried, 'job')} are tried again.`);
      }}
    >
      {asked.act === 'retry'
        ? 'It begins at once. If the cause is still there, it fails again and comes back here.'
        : `All work called “${asked.label}” begins again. What still fails comes back here.`}
    </ConfirmDialog>
  );
}
