import {
  IconArrowForwardUp,
  IconCalendarPlus,
  IconCalendarTime,
  IconCalendarX,
  IconDots,
  IconFilePlus,
  IconMapPin,
  IconPencil,
  IconPhone,
  IconScale,
  IconSend,
  IconShieldCheck,
  IconStethoscope,
  IconUserCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Button, IconButton, TextButton } from '../parts/button.tsx';
import { CandidateList, CandidateRow } from '../parts/candidate.tsx';
import { FileList, FileRow } from '../parts/file-row.tsx';
import { MoneyLines } from '../parts/money-lines.tsx';
import { PageHeader, SectionHead } from '../parts/page-header.tsx';
import { SideAvatar } from '../parts/side-avatar.tsx';
import { SlaClock } from '../parts/sla-clock.tsx';
import { SlotGroup, SlotRow, ZonePair } from '../parts/slot-group.tsx';
import { StageBar } from '../parts/stage-bar.tsx';
import { StatusBadge } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { WhatNext } from '../parts/what-next.tsx';
import { DetailGrid, Page, useSidePanel } from '../shell/layouts.tsx';
import { columns, hours, nothing, slots, zone } from './data.ts';
import styles from './gallery.module.css';

const boston = { zone: 'America/New_York', city: 'Boston' };

export function CasePage() {
  const [time, setTime] = useState<string | null>(null);
  const side = useSidePanel('gallery:side');
  return (
    <DetailGrid
      onCloseSide={side.close}
      side={side.open ? <Conversation /> : null}
      head={
        <>
          <PageHeader
            crumbs={[{ label: 'Case Reviews', href: '?scene=parts' }, { label: 'CR-20418' }]}
            title="Ferrante v. Brightwater Regional"
            badge={<StatusBadge label="Times offered" tone="plan" share={0.5} />}
            meta={[
              { icon: <IconStethoscope />, text: 'Neurosurgery, spine' },
              { icon: <IconPhone />, text: 'Call, 45 minutes' },
              { icon: <IconMapPin />, text: 'Illinois' },
              { icon: <IconScale />, text: 'Pre-suit' },
              { text: 'Claim HM-88-40213' },
            ]}
            actions={
              <>
                <Button icon={<IconPencil stroke={1.75} />}>Edit</Button>
                <Button icon={<IconFilePlus stroke={1.75} />} onClick={side.show}>
                  Add files
                </Button>
                <IconButton label="More" kind="default" size="md">
                  <IconDots stroke={1.75} />
                </IconButton>
              </>
            }
          />
          <StageBar
            stages={[
              { label: 'Ordered', state: 'done' },
              { label: 'Expert found', state: 'done' },
              { label: 'Call time', state: 'current', share: 0.5 },
              { label: 'Call', state: 'ahead' },
              { label: 'Report, optional', state: 'ahead' },
              { label: 'Closed', state: 'ahead' },
            ]}
          />
          <WhatNext
            voice="yours"
            seat="requester"
            title="Choose a call time with Dr. Falkenrath"
            choice={
              <SlotRow label="Call time" zone={zone} other={boston} value={time} onChange={setTime} slots={slots} />
            }
            actions={
              <>
                <Button kind="primary" size="lg" icon={<IconCalendarTime stroke={1.75} />}>
                  Choose a call time
                </Button>
                <Button kind="link" size="lg">
                  None of these can work
                </Button>
              </>
            }
            clock={
              <SlaClock
                label="Answer by"
                zone={zone}
                clock={{ state: 'running', started_at: hours(-30), due_at: hours(20.81) }}
              >
                After that the Friday morning offer lapses. Call needed by <b>Wed, Nov 25</b>.
              </SlaClock>
            }
          >
            Five times are on offer. Once you choose, everyone gets a calendar invitation with the meeting link.
          </WhatNext>
        </>
      }
      rail={
        <div className={styles.stack}>
          <SectionHead title="People" />
          <MoneyLines
            state={{ fixed: 'Nov 13' }}
            lines={[
              { label: 'Call, 45 minutes', cents: 62500 },
              { label: 'Neurosurgery, ×1.5', cents: 31250 },
              { label: '162 pages over 250', how: 'at $2.00 a page', cents: 32400 },
              { label: 'Records index', cents: 6050, uncertain: true },
            ]}
            total={{ cents: 132200 }}
          />
        </div>
      }
    >
      <SectionHead title="Timeline" action="Newest first" />
      <Timeline
        items={[
          {
            id: 5,
            icon: <IconCalendarPlus />,
            actor: 'Dr. Falkenrath',
            text: 'offered five call times, November 20 to 25',
            at: hours(-1),
            time: 'Today, 9:51 AM',
          },
          {
            id: 4,
            icon: <IconShieldCheck />,
            actor: 'Dr. Falkenrath',
            text: 'disclosed no conflict that stands in the way, and accepted. Records opened.',
            at: hours(-20),
            time: 'Yesterday, 4:20 PM',
          },
          {
            id: 3,
            icon: <IconUserCheck />,
            actor: 'You',
            text: 'chose Expert F-207 from three',
            at: hours(-50),
            time: 'Mon, Nov 16, 2:05 PM',
          },
          {
            id: 2,
            icon: <IconArrowForwardUp />,
            actor: 'Ruth S., Peritus',
            text: 'skipped intake.',
            reason: 'records complete at ordering',
            override: true,
            at: hours(-55),
            time: 'Mon, Nov 16, 8:40 AM',
          },
          {
            id: 1,
            icon: <IconSend />,
            actor: 'You',
            text: 'ordered this review. Quote $1,322.00',
            at: hours(-99),
            time: 'Fri, Nov 13, 3:12 PM',
          },
        ]}
      />
      <SectionHead title="Files" note="6 files, 421 pages" />
      <FileList label="Files" ruled>
        {['Operative report and anesthesia record.pdf', 'Brightwater admission March 12–19.pdf'].map((name) => (
          <FileRow
            key={name}
            name={name}
            kind="pdf"
            meta="Operative · Bates HM000001–000048"
            pages="48 pages"
            visible
            onOpen={nothing}
            menu={
              <IconButton label={`More for ${name}`}>
                <IconDots stroke={1.75} />
              </IconButton>
            }
          />
        ))}
        <FileRow
          name="Internal incident report.pdf"
          kind="locked"
          meta="Privileged · uploaded by Dana W."
          pages="9 pages"
          visible={false}
        />
      </FileList>
    </DetailGrid>
  );
}

function Conversation() {
  const [tab, setTab] = useState('expert');
  return (
    <Tabs
      label="Conversations"
      flush
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'expert', label: 'With the expert', unread: 2 },
        { value: 'peritus', label: 'With Peritus' },
      ]}
    >
      <p style={{ padding: 16 }}>Good afternoon. I know none of the parties and have accepted.</p>
    </Tabs>
  );
}

export function CallTimes() {
  const [time, setTime] = useState<string | null>('a');
  return (
    <div className={styles.times}>
      <div>
        <PageHeader
          crumbs={[
            { label: 'Case Reviews', href: '?scene=case' },
            { label: 'CR-20418 Ferrante', href: '?scene=case' },
            { label: 'Choose a call time' },
          ]}
          title="When should the call with Dr. Falkenrath be?"
          lead="45 minutes. Five times are on offer. Choose one, or say that none of them can work."
        />
        <ZonePair
          entries={[
            { avatar: <SideAvatar name="Dana Whitlock" seat="requester" />, name: 'Your time', zone, at: hours(0) },
            {
              avatar: <SideAvatar name="Ines Falkenrath" seat="expert" />,
              name: 'Expert’s time',
              zone: boston.zone,
              city: 'Boston',
              at: hours(0),
              note: 'one hour ahead',
            },
          ]}
        />
        <SlotGroup
          label="Call time"
          zone={zone}
          other={boston}
          value={time}
          onChange={setTime}
          slots={slots}
          emptyDays={[{ day: '2026-11-26', text: 'Thanksgiving Day. No times offered.' }]}
        />
        <div className={styles.flow}>
          <Button icon={<IconCalendarX stroke={1.75} />}>None of these can work</Button>
        </div>
      </div>
      <aside aria-label="Your choice">
        <div className={styles.stack}>
          <h2>Friday, November 20</h2>
          <Button kind="primary" size="lg" full icon={<IconCalendarTime stroke={1.75} />}>
            Set the call for Friday 7:30 AM
          </Button>
        </div>
      </aside>
    </div>
  );
}

export function Matching() {
  const [chosen, setChosen] = useState<string[]>(['H-311', 'H-204']);
  const people = [
    ['Dr. Gwen Nakamura-Voss', 'H-311', 93, columns(30, 10, 13, 15, 9, 4, 8, 4)],
    ['Dr. Pascal Dreyfuss', 'H-204', 87, columns(30, 8, 14, 14, 7, 3, 6, 5)],
    ['Dr. Linnea Kostova', 'H-266', 71, columns(30, 5, 7, 12, 8, 2, 4, 5)],
  ] as const;
  return (
    <Page width="full">
      <PageHeader
        crumbs={[
          { label: 'Admin', href: '?scene=parts' },
          { label: 'Matching board', href: '?scene=parts' },
          { label: 'CR-20436' },
        ]}
        title="Hospital medicine for Harborline Mutual"
        badge={<StatusBadge label="Matching" tone="info" share={0.25} />}
      />
      <SectionHead
        title="9 candidates"
        note="ranked by score, weights of Nov 2"
        action={<TextButton onClick={nothing}>Loosen a filter</TextButton>}
      />
      <CandidateList label="Candidates">
        {people.map(([name, code, score, bars], index) => (
          <CandidateRow
            key={code}
            rank={index + 1}
            name={name}
            code={code}
            line="Hospital medicine · 14 years · Austin, TX"
            score={score}
            columns={bars}
            selected={chosen.includes(code)}
            onSelect={(on) => setChosen(on ? [...chosen, code] : chosen.filter((one) => one !== code))}
            reasons={[
              { tone: 'ok', text: 'Exact specialty' },
              { tone: 'ok', text: 'Licensed in Texas' },
              index === 1
                ? { tone: 'warn', text: 'Answers invitations in 31 h on average' }
                : { tone: 'new', text: 'New: first slot kept for new experts' },
            ]}
            facts={[
              { label: 'Earliest', value: 'Fri, Nov 20, 9:00 AM' },
              { label: 'Call 45', value: '$625' },
              { label: 'Load', value: '2 of 5' },
            ]}
          />
        ))}
      </CandidateList>
    </Page>
  );
}
