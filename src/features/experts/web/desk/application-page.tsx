import {
  IconCheck,
  IconClock,
  IconFileText,
  IconMail,
  IconMapPin,
  IconNote,
  IconRotate,
  IconStethoscope,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../../../core/phrases.ts';
import { Failure, Refused } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { Facts } from '../../../../ui/parts/facts.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { StatusBadge } from '../../../../ui/parts/status.tsx';
import { Timeline } from '../../../../ui/parts/timeline.tsx';
import { WhatNext } from '../../../../ui/parts/what-next.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import { formatInstant, formatNear } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationDeskView } from '../../contract/application-desk.ts';
import { type DeskAction, DESK_STATES } from '../../rules/application-states.ts';
import { Assignee } from './assignee.tsx';
import { Checks } from './checks.tsx';
import { Documents } from './documents.tsx';
import { MoveDialog, useMove } from './move-dialog.tsx';
import { Notes } from './notes.tsx';
import { DESK_NEXT, displayOf, seatOf } from './states.ts';
import styles from './desk.module.css';

/** One application at the desk: what is next, its checks, documents, answers, notes and history. */
export function ApplicationPage() {
  const id = Number(useParams({ strict: false })['applicationId']) || 0;
  const { data, error, refetch } = useQuery({
    ...query(expertEndpoints.applicationAtDesk, { params: { applicationId: id } }),
    enabled: id > 0,
  });
  if (data) return <AtDesk key={data.id} application={data} />;
  return (
    <Page>
      {error?.status === 404 || id === 0 ? (
        <EmptyState
          title="There is no such application"
          action={<ButtonLink href="/admin/applications">Go to the applications</ButtonLink>}
        >
          It may never have been sent.
        </EmptyState>
      ) : error ? (
        <Failure error={error} what="The application could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={[40, 0, 30]} height={64} label="Loading the application" />
      )}
    </Page>
  );
}

function AtDesk({ application }: { application: ApplicationDeskView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const { status } = application;
  return (
    <Page>
      <PageHeader
        crumbs={[{ label: 'Applications', href: '/admin/applications' }, { label: application.number }]}
        title={application.name}
        badge={<StatusBadge {...displayOf(status)} />}
        meta={[
          {
            icon: <IconStethoscope size={14} stroke={1.75} />,
            label: 'Specialty',
            text: application.specialty ?? 'None said',
          },
          ...(application.region === null
            ? []
            : [{ icon: <IconMapPin size={14} stroke={1.75} />, label: 'Practice', text: application.region }]),
          { icon: <IconMail size={14} stroke={1.75} />, label: 'E-mail', text: application.email },
          ...(application.submitted_at === null
            ? []
            : [
                {
                  icon: <IconClock size={14} stroke={1.75} />,
                  label: 'Sent',
                  text: `Sent ${formatInstant(application.submitted_at, { zone, now })}`,
                },
              ]),
          ...(application.round > 1
            ? [
                {
                  icon: <IconRotate size={14} stroke={1.75} />,
                  text: `Applies for the ${ordinal(application.round)} time`,
                },
              ]
            : []),
        ]}
        actions={<Assignee application={application} />}
      />
      <div className={styles.next}>
        <Next application={application} />
      </div>
      <Checks application={application} />
      <Documents application={application} />
      <section className={styles.section}>
        <SectionHead title="Answers" />
        <div className={styles.rows}>
          {application.parts.map(({ part, title, answers }) => (
            <details key={part} className={styles.answers}>
              <summary>
                {title} <span className={styles.quiet}>{plural(answers.length, 'answer')}</span>
              </summary>
              <dl>
                {answers.flatMap(({ label, value }) => [
                  <dt key={`${label} t`}>{label}</dt>,
                  <dd key={label}>{value}</dd>,
                ])}
              </dl>
            </details>
          ))}
        </div>
      </section>
      <Notes application={application} />
      <section className={styles.section}>
        <SectionHead title="Timeline" />
        <Timeline
          items={application.timeline.map((one) => ({
            id: one.id,
            icon: one.says.startsWith('recorded') ? (
              <IconCheck stroke={1.75} />
            ) : one.says.includes('note') ? (
              <IconNote stroke={1.75} />
            ) : (
              <IconFileText stroke={1.75} />
            ),
            actor: one.by,
            text: `${one.says}.`,
            reason: one.reason,
            at: one.at,
            time: formatNear(one.at, { zone, now }),
          }))}
        />
      </section>
    </Page>
  );
}

const ordinal = (n: number): string => (n === 2 ? 'second' : n === 3 ? 'third' : `${n}th`);
/** What leads away from approval is never the filled button. */
const ASIDE: ReadonlySet<DeskAction> = new Set(['request_documents', 'go_on_without', 'waitlist', 'reject']);

function Next({ application }: { application: ApplicationDeskView }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const [asking, setAsking] = useState<DeskAction | null>(null);
  const move = useMove();
  const { status, acts, agreement, decided } = application;
  const seat = seatOf(status);
  const [first] = acts.filter(({ allowed, action }) => allowed && !ASIDE.has(action)).toReversed();
  const isReady = status === 'agreement_sent' && agreement !== null;
  const press = (action: DeskAction, asks: boolean) =>
    asks
      ? setAsking(action)
      : move.mutate({
          params: { applicationId: application.id },
          body: { action, lock_version: application.lock_version },
        });
  const held = acts.find(({ allowed, reason, action }) => !allowed && reason !== null && !ASIDE.has(action));
  return (
    <>
      <WhatNext
        voice={
          seat === null ? (status === 'approved' ? 'done' : 'nobody') : seat === 'staff' || isReady ? 'yours' : 'theirs'
        }
        seat={isReady ? 'staff' : seat}
        {...(seat === 'expert' && !isReady ? { who: 'The applicant’s move' } : {})}
        title={isReady ? 'The agreement is signed' : DESK_NEXT[status].title}
        actions={
          acts.length > 0 ? (
            <div className={styles.acts}>
              {acts.map(({ action, label, asks, allowed }) => (
                <Button
                  key={action}
                  kind={action === first?.action ? 'primary' : ASIDE.has(action) ? 'quiet' : 'default'}
                  disabled={!allowed}
                  busy={move.isPending && move.variables.body.action === action}
                  onClick={() => press(action, asks)}
                >
                  {label}
                </Button>
              ))}
            </div>
          ) : null
        }
      >
        {DESK_NEXT[status].text}
        {held ? <p className={styles.quiet}>{held.reason}</p> : null}
        {application.message ? <p className={styles.said}>To the applicant: “{application.message}”</p> : null}
        <Facts
          labelWidth={120}
          items={[
            {
              label: 'Agreement',
              value: agreement
                ? `Signed by ${agreement.name}, ${formatInstant(agreement.signed_at, { zone, now })}, version ${agreement.version}`
                : null,
            },
            {
              label: 'Decided',
              value: decided ? `${decided.by}, ${formatInstant(decided.at, { zone, now })}: ${decided.reason}` : null,
            },
          ]}
        />
      </WhatNext>
      <Refused error={move.error} />
      {!application.may_act ? (
        <p className={styles.quiet}>
          {DESK_STATES[status].label}. The matching desk, clinical operations and admins bring applications on.
        </p>
      ) : null}
      {asking ? <MoveDialog application={application} action={asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}
