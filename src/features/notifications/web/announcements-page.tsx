import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../ui/api/client.ts';
import { askAgain } from '../../../ui/api/ask-again.ts';
import { queryKey } from '../../../ui/api/hooks.ts';
import { ListRows } from '../../../ui/api/list-rows.tsx';
import { usePages } from '../../../ui/api/pages.ts';
import { useLiveEvent } from '../../../ui/live/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { announcementEndpoints, type KeptAnnouncement } from '../contract.ts';
import { ANNOUNCEMENT_STANDINGS, type AnnouncementStanding, AUDIENCES } from '../rules.ts';
import { type Draft, WriteAnnouncement } from './write-announcement.tsx';
import styles from './announcements.module.css';

const TABS = { now: 'Shown now', to_come: 'To come', over: 'Over' } as const;
const EMPTY = {
  now: ['Nothing is announced now', 'Write an announcement, and its readers see it above every page.'],
  to_come: ['Nothing is planned', 'An announcement that begins later waits here.'],
  over: ['None is over yet', 'Announcements stay here once their time is over or they were ended.'],
} as const;

const readStanding = (search: Record<string, unknown>): AnnouncementStanding =>
  ANNOUNCEMENT_STANDINGS.find((one) => one === search['standing']) ?? 'now';

/** What staff announce: those shown now, to come and over; writing one, and ending one early. */
export function AnnouncementsPage() {
  const standing = readStanding(useSearch({ strict: false }));
  const client = useQueryClient();
  const [writing, setWriting] = useState<Draft | null>(null);
  const [ending, setEnding] = useState<KeptAnnouncement | null>(null);
  const list = usePages(announcementEndpoints.all, { query: { standing } });
  const refresh = () => askAgain(client, { queryKey: queryKey(announcementEndpoints.all) });
  useLiveEvent('announcements.changed', () => void refresh());
  const [title, about] = EMPTY[standing];
  return (
    <Page width="wide">
      <PageHeader
        title="Announcements"
        lead="Shown above every page to those it is for, until its time is over or its reader closes it."
        actions={
          <Button kind="primary" icon={<IconPlus stroke={2} />} onClick={() => setWriting({})}>
            New announcement
          </Button>
        }
      />
      <LinkTabs
        label="Standing"
        tabs={ANNOUNCEMENT_STANDINGS.map((value) => ({
          value,
          label: TABS[value],
          href: value === 'now' ? '/admin/announcements' : `/admin/announcements?standing=${value}`,
          active: standing === value,
        }))}
      />
      <div className={styles.body}>
        <ListRows
          list={list}
          what="The announcements could not be loaded."
          loading={<SkeletonRows rows={3} columns={[70, 0, 15]} height={64} label="Loading announcements" />}
          empty={
            <EmptyState icon={<IconSpeakerphone size={28} stroke={1.5} />} title={title}>
              {about}
            </EmptyState>
          }
        >
          <RuledList label={TABS[standing]}>
            {list.rows.map((row) => (
              <Row key={row.id} row={row} onEnd={() => setEnding(row)} onAgain={() => setWriting(row)} />
            ))}
          </RuledList>
        </ListRows>
      </div>
      {writing ? <WriteAnnouncement draft={writing} onClose={() => setWriting(null)} /> : null}
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={ending?.standing === 'to_come' ? 'Withdraw this announcement?' : 'End this announcement now?'}
        confirmLabel={ending?.standing === 'to_come' ? 'Withdraw it' : 'End it now'}
        cancelLabel="Keep it"
        onConfirm={async () => {
          if (ending === null) return;
          await call(announcementEndpoints.withdraw, { params: { id: ending.id } });
          await refresh();
          setEnding(null);
          toastDone('It is no longer shown.');
        }}
      >
        <p>“{ending?.text}”</p>
        <p>It goes from every open page at once. It stays in the list of those that are over.</p>
      </ConfirmDialog>
    </Page>
  );
}

function Row({ row, onEnd, onAgain }: { row: KeptAnnouncement; onEnd: () => void; onAgain: () => void }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string) => formatInstant(instant, { zone, now });
  return (
    <RuledRow
      title={row.text}
      lines={[
        AUDIENCES[row.audience],
        row.withdrawn_at === null
          ? `From ${at(row.starts_at)} to ${at(row.ends_at)}`
          : `From ${at(row.starts_at)}, ended early on ${at(row.withdrawn_at)}`,
        `Published by ${row.published_by} on ${at(row.created_at)}`,
      ]}
      actions={
        <>
          <Button kind="quiet" onClick={onAgain}>
            Use again
          </Button>
          {row.standing === 'over' ? null : (
            <Button onClick={onEnd}>{row.standing === 'to_come' ? 'Withdraw' : 'End early'}</Button>
          )}
        </>
      }
    />
  );
}
