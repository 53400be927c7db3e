import { IconCalendar, IconCloudOff, IconPhoneCall } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { BallLine } from '../parts/ball.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { CodeChip, FilterChip, Kbd, MarkChip, ToggleChip, UnreadBadge, VisuallyHidden } from '../parts/chips.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { EmptyState, FilteredEmpty, RedirectSkeleton, SkeletonRows } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { FileList, FileRow } from '../parts/file-row.tsx';
import { InlineError, InlineNotice } from '../parts/notice.tsx';
import { SideAvatar } from '../parts/side-avatar.tsx';
import { SlaClock } from '../parts/sla-clock.tsx';
import { SlotRow, SlotGroup } from '../parts/slot-group.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { StatusBadge, StatusText } from '../parts/status.tsx';
import type { StatusDisplay } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { toastDone, toastOffline } from '../parts/toast.tsx';
import { WhatNext } from '../parts/what-next.tsx';
import { hours, nothing, slots, zone } from './data.ts';
import styles from './gallery.module.css';

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const statuses: StatusDisplay[] = [
  { label: 'Draft', tone: 'neutral', share: 0 },
  { label: 'Records check', tone: 'neutral', share: 0.1 },
  { label: 'Matching', tone: 'info', share: 0.25 },
  { label: 'Experts presented', tone: 'info', share: 0.35 },
  { label: 'Invited', tone: 'info', share: 0.4 },
  { label: 'Times offered', tone: 'plan', share: 0.5 },
  { label: 'Call Fri, Nov 20, 2:00 PM', tone: 'plan', share: 0.6, side: 'calendar' },
  { label: 'Report in progress', tone: 'info', share: 0.75 },
  { label: 'Call held', tone: 'ok', share: 0.85 },
  { label: 'Closed', tone: 'ok', share: 1 },
  { label: 'Needs information', tone: 'warn', share: 0.3, side: 'attention' },
  { label: 'Needs attention', tone: 'bad', share: 0.3, side: 'attention' },
  { label: 'On hold', tone: 'neutral', share: 0.3, side: 'pause' },
  { label: 'Canceled', tone: 'neutral', share: 0.3, side: 'cross' },
];

export function Parts() {
  return (
    <div className={styles.wall}>
      <VisuallyHidden>
        <h1>Every part at once</h1>
      </VisuallyHidden>
      <Card title="Status: the pie says how far, the tone what kind, the words which">
        <div className={styles.two}>
          {statuses.map((status) => (
            <StatusText key={status.label} {...status} />
          ))}
        </div>
        <div className={styles.flow} style={{ marginTop: 12 }}>
          {[2, 5, 10, 12].map((at) => {
            const status = statuses[at];
            return status ? <StatusBadge key={at} {...status} /> : null;
          })}
          <StatusBadge label="Delivered" tone="ok" share={1} />
        </div>
      </Card>
      <Card title="Who has the ball: requester, Peritus, expert">
        <div className={styles.two}>
          <BallLine seat="requester" yours>
            You
          </BallLine>
          <BallLine seat="requester">Requester</BallLine>
          <BallLine seat="staff">Peritus</BallLine>
          <BallLine seat="expert">Expert</BallLine>
          <BallLine seat={null}>Nobody, resting</BallLine>
        </div>
      </Card>
      <Card title="SLA clock">
        <div className={styles.two}>
          <SlaClock
            clock={{ state: 'running', started_at: hours(-30), due_at: hours(53.1) }}
            zone={zone}
            withZone={false}
          />
          <SlaClock
            clock={{ state: 'running', started_at: hours(-30), due_at: hours(20.81) }}
            zone={zone}
            withZone={false}
          />
          <SlaClock
            clock={{ state: 'running', started_at: hours(-90), due_at: hours(-4.3) }}
            zone={zone}
            withZone={false}
          />
          <SlaClock
            clock={{
              state: 'paused',
              started_at: hours(-30),
              due_at: hours(20),
              waits_for: 'records',
              remaining_ms: 26 * 3_600_000,
            }}
            zone={zone}
            withZone={false}
          />
          <SlaClock
            clock={{ state: 'met', started_at: hours(-50), due_at: hours(-10), met_at: hours(-16) }}
            zone={zone}
            withZone={false}
          />
        </div>
      </Card>
      <Slots />
      <Card title="What happens next, four voices">
        <div className={styles.stack}>
          <WhatNext
            voice="yours"
            seat="requester"
            title="Compare three experts"
            level={3}
            actions={<Button kind="primary">Compare experts</Button>}
          />
          <WhatNext voice="theirs" seat="expert" title="Dr. Obermann offers call times" level={3}>
            Expected by Fri, Nov 20. A reminder goes out on Thursday.
          </WhatNext>
          <WhatNext voice="nobody" title="On hold until the invoice is paid" level={3}>
            The clock is paused. Lucia Brandt-Ames can lift the hold.
          </WhatNext>
          <WhatNext voice="done" title="Closed on November 12" level={3}>
            Records are deleted on February 10, 2027.
          </WhatNext>
        </div>
      </Card>
      <Card title="File row, from drop to trouble">
        <FileList label="Files">
          <FileRow name="ED chart March 9–11.pdf" kind="pdf" meta="18.2 MB · 268 pages · checked" onOpen={nothing} />
          <FileRow
            name="Clinic notes.pdf"
            kind="pdf"
            state={{ kind: 'uploading', percent: 42, left: '1 min left', onPause: nothing, onCancel: nothing }}
          />
          <FileRow
            name="Deposition, vol. 2.pdf"
            kind="pdf"
            state={{ kind: 'paused', percent: 71, why: 'offline', onResume: nothing, onCancel: nothing }}
          />
          <FileRow name="Discharge summary.pdf" kind="pdf" state={{ kind: 'checking' }} />
          <FileRow
            name="Clinic notes (1).pdf"
            kind="pdf"
            state={{ kind: 'same_content', as: 'Clinic notes.pdf', onKeep: nothing }}
          />
          <FileRow
            name="Scan_0051.pdf"
            kind="pdf"
            state={{
              kind: 'failed',
              cause: 'Protected with a password. Upload it without.',
              remedy: { label: 'Replace', onAct: nothing },
            }}
          />
        </FileList>
      </Card>
      <Card title="Toasts and dialog">
        <Talk />
      </Card>
      <Card title="Empty, filtered empty, loading">
        <EmptyState icon={<IconPhoneCall />} title="No calls this week" level={3}>
          Calls appear here once a time is chosen.
        </EmptyState>
        <FilteredEmpty what="case" query="Abeta" filters={['Specialty', 'Due']} onClear={nothing} />
        <SkeletonRows height={24} />
        <RedirectSkeleton />
      </Card>
      <Card title="Errors, where they happen">
        <div className={styles.stack}>
          <InlineNotice
            kind="conflict"
            title="Owen changed this case while you were editing."
            live={false}
            actions={[
              { label: 'Keep both', onAct: nothing },
              { label: 'See Owen’s version', onAct: nothing },
            ]}
          >
            Needed by is now December 2.
          </InlineNotice>
          <InlineError title="The timeline could not be loaded." onRetry={nothing} reference="7K2-Q9F">
            The rest of the page is up to date.
          </InlineError>
          <InlineNotice kind="info">Three people see this. Ok and info speak alike.</InlineNotice>
          <InlineNotice kind="ok" icon={<IconCloudOff size={16} stroke={1.9} aria-hidden />}>
            Kept on this device.
          </InlineNotice>
        </div>
      </Card>
      <Card title="Small parts">
        <div className={styles.stack}>
          <div className={styles.flow}>
            <Button kind="primary">Primary</Button>
            <Button>Default</Button>
            <Button kind="quiet">Quiet</Button>
            <Button kind="accent">Send</Button>
            <Button disabled>Disabled</Button>
            <Button kind="primary" busy>
              Ordering
            </Button>
            <Button size="sm">Small</Button>
            <Button size="lg" kind="primary">
              Decisive
            </Button>
            <IconButton label="Calendar" kind="default" size="md">
              <IconCalendar stroke={1.75} />
            </IconButton>
          </div>
          <div className={styles.flow}>
            <CodeChip>H-311</CodeChip>
            <MarkChip onOpen={nothing}>p. 214</MarkChip>
            <MarkChip>p. 216</MarkChip>
            <UnreadBadge count={3} />
            <UnreadBadge count={12} />
            <Kbd>Ctrl K</Kbd>
          </div>
          <div className={styles.flow}>
            <FilterChip label="Due" icon={<IconCalendar stroke={2} />} onClick={nothing} />
            <FilterChip label="Requester" value="me" onClick={nothing} onClear={nothing} />
            <ToggleChip pressed onClick={nothing}>
              All
            </ToggleChip>
            <ToggleChip pressed={false} onClick={nothing}>
              Changed now 3
            </ToggleChip>
          </div>
          <div className={styles.flow}>
            <SideAvatar name="Dana Whitlock" seat="requester" size={30} />
            <SideAvatar name="Dr. Ines Falkenrath" seat="expert" size={30} />
            <SideAvatar name="Ruth Sandoval-Pike" seat="staff" size={30} />
          </div>
          <Facts
            items={[
              { label: 'Specialty', value: 'Hospital medicine' },
              { label: 'License', value: 'MD or DO, Texas preferred' },
            ]}
          />
          <PartTabs />
          <div className={styles.split}>
            <SplitView
              storageKey="gallery:split"
              left={{ label: 'Records', content: <p style={{ padding: 12 }}>Records</p> }}
              right={{ label: 'Report', content: <p style={{ padding: 12 }}>Report</p> }}
            />
          </div>
        </div>
      </Card>
    </div>
  );
}

function PartTabs() {
  const [value, setValue] = useState('active');
  return (
    <Tabs
      label="Reviews"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'active', label: 'Active', count: 13 },
        { value: 'yours', label: 'Your move', count: 4 },
        { value: 'talk', label: 'Conversation', unread: 2 },
      ]}
    >
      <p style={{ padding: '8px 0' }}>Panel: {value}</p>
    </Tabs>
  );
}

function Slots() {
  const [value, setValue] = useState<string | null>('a');
  const [short, setShort] = useState<string | null>(null);
  return (
    <Card title="Call slots (one radio group)">
      <div className={styles.stack}>
        <SlotGroup
          label="Call time"
          zone={zone}
          other={{ zone: 'America/New_York', city: 'Boston' }}
          value={value}
          onChange={setValue}
          slots={slots.slice(0, 4).map((slot, index) => ({
            ...slot,
            state: index === 1 ? ('taken' as const) : index === 2 ? ('refused' as const) : ('open' as const),
            ...(index === 2 ? { reason: 'Outside office hours' } : {}),
          }))}
        />
        <SlotRow
          label="Call time, short"
          zone={zone}
          other={{ zone: 'America/New_York', city: 'Boston' }}
          value={short}
          onChange={setShort}
          slots={slots.slice(0, 3)}
        />
      </div>
    </Card>
  );
}

function Talk() {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.flow}>
      <Button onClick={() => toastDone('Call set for Friday 7:30 AM', { run: nothing })}>Toast with undo</Button>
      <Button onClick={() => toastOffline()}>Offline toast</Button>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Cancel CR-20418?"
        confirmLabel="Cancel it, pay $225.00"
        cancelLabel="Keep the case"
        onConfirm={() => setOpen(false)}
        reason={{ note: 'both sides see it', required: true }}
      >
        Dr. Falkenrath has accepted and read 188 pages. The preparation is charged: <b>$225.00</b>. The call and the
        rest are not.
      </ConfirmDialog>
    </div>
  );
}
