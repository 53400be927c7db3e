import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { IconCalendarX, IconCircleCheck, IconLink, IconMailOff, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { KINDS, type Kind, kindNamed } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { SlaClock } from '../../../ui/parts/sla-clock.tsx';
import type { SlaInput } from '../../../ui/parts/sla.ts';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useOptionalViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { dayOf, formatDay, formatTimeRange, zoneShort } from '../../../ui/time/format.ts';
import { stateName } from '../../reviews/rules.ts';
import { type InvitationView, matchingEndpoints } from '../contract.ts';
import { NamesToCheck } from '../../../ui/parts/names-to-check.tsx';
import { AttestationForm } from './attestation-form.tsx';
import styles from './invitation.module.css';

/** An expert's invitation by the link of the mail: signed out the blind minimum, signed in the names and the answer. */
export function InvitationPage() {
  const { uniqueHash = '' } = useParams({ strict: false }) as { uniqueHash?: string };
  const viewer = useOptionalViewer();
  const { data, error, refetch } = useQuery(
    query(matchingEndpoints.invitation, { params: { token: uniqueHash.padEnd(6, '-') } }),
  );
  if (data) return data.state === 'open' ? <Open token={uniqueHash} view={data} /> : <Ended view={data} />;
  if (error?.status === 404 || error?.status === 400) return <Ended view={{ state: 'unknown', yours: false }} />;
  return (
    <Page width="form">
      {error ? (
        <Failure error={error} what="The invitation could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} columns={[30, 60]} height={44} label={viewer ? 'Loading your invitation' : 'Loading'} />
      )}
    </Page>
  );
}

function kindOfView(view: Pick<InvitationView, 'kind'>): Kind {
  const kind = kindNamed(view.kind);
  if (!kind) throw new Error('This invitation is to no kind of review these pages know.');
  return kind;
}

function Open({ token, view }: { token: string; view: InvitationView }) {
  const viewer = useOptionalViewer();
  const here = useLocation({ select: (l) => l.pathname });
  const kind = kindOfView(view);
  const zone = viewer?.time_zone ?? browserZone();
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHeader
          title={
            view.yours ? `You are invited to a ${KINDS[kind].singular}` : `An invitation to a ${KINDS[kind].singular}`
          }
          lead={
            view.yours
              ? KINDS[kind].names_first
                ? 'You see the names and nothing else. Facts, questions and records open once you have cleared the names and accepted.'
                : 'Look at the names first, then answer the questions. The records open once you accept.'
              : 'This is all that is shown before you sign in. Names and records follow.'
          }
        />
        <Facts
          labelWidth={116}
          items={[
            { label: 'Specialty', value: view.specialty },
            { label: 'Part', value: view.panel },
            {
              label: 'Exam set for',
              value: view.visit
                ? `${formatDay(dayOf(view.visit.starts_at, view.visit.time_zone), { form: 'long' })}, ${formatTimeRange(
                    view.visit.starts_at,
                    view.visit.ends_at,
                    { zone: view.visit.time_zone },
                  )} ${zoneShort(view.visit.starts_at, { zone: view.visit.time_zone })}, ${view.visit.place}. Accepting takes this time.`
                : null,
            },
            { label: 'Where', value: view.region && stateName(view.region) },
            { label: 'Service', value: view.service },
            ...view.told_first,
            {
              label: 'Records',
              value:
                view.pages === null
                  ? null
                  : view.pages === 0
                    ? 'Not counted yet'
                    : `About ${plural(view.pages, 'page')}`,
            },
            { label: 'Needed by', value: view.needed_by ? formatDay(view.needed_by) : 'Open' },
            { label: 'Expedited', value: view.expedited ? 'Yes' : null },
            { label: 'Your fee', value: view.fee && feeWords(view.fee) },
            { label: 'Number', value: view.number },
          ]}
        />
        {view.yours ? (
          <>
            <NamesToCheck names={view.conflict_names} />
            {view.paused_at ? (
              <InlineNotice title="This review is on hold.">
                There is nothing to answer now. Your invitation is still valid, and once the hold is lifted you have the
                time that was left.
              </InlineNotice>
            ) : (
              <AttestationForm kind={kind} token={token} view={view} />
            )}
          </>
        ) : viewer ? (
          <div className={styles.signIn}>
            <p>
              This invitation was sent to someone else. If it is yours under another address, sign out and sign in with
              that one.
            </p>
            <ButtonLink href="/">Go to your start page</ButtonLink>
          </div>
        ) : (
          <div className={styles.signIn}>
            <p>Sign in to see the names, check for conflicts, and accept or decline.</p>
            <ButtonLink kind="primary" size="lg" href={`/login?redirectUrl=${encodeURIComponent(here)}`}>
              Sign in to answer
            </ButtonLink>
          </div>
        )}
      </div>
      {view.expires_at ? (
        <aside className={styles.rail} aria-label="Time to answer">
          <SlaClock label="Answer by" zone={zone} clock={clockOf(view, view.expires_at)}>
            {view.paused_at
              ? 'It continues when the hold is lifted.'
              : 'After that the invitation expires, and another expert is asked.'}
          </SlaClock>
        </aside>
      ) : null}
    </div>
  );
}

/** What an invitation pays: the sum, and its lines where there are several. */
const feeWords = ({ lines, amount_cents, own }: NonNullable<InvitationView['fee']>): string =>
  [
    formatCents(amount_cents),
    own ? ', by your own rates' : '',
    lines.length > 1 ? `: ${lines.map(({ label, cents }) => `${label} ${formatCents(cents)}`).join(', ')}` : '',
  ].join('');

function clockOf({ sent_at, paused_at }: InvitationView, due_at: string): SlaInput {
  const times = { started_at: sent_at ?? due_at, due_at };
  return paused_at
    ? {
        ...times,
        state: 'paused',
        waits_for: 'the hold to be lifted',
        remaining_ms: Date.parse(due_at) - Date.parse(paused_at),
      }
    : { ...times, state: 'running' };
}

const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const CONTACT = '/contact';

function Ended({ view }: { view: Pick<InvitationView, 'state' | 'yours'> & Partial<InvitationView> }) {
  const viewer = useOptionalViewer();
  const { icon, title, text, action } = endOf(view, viewer !== null);
  return (
    <Page width="form">
      <EmptyState icon={icon} title={title} action={action}>
        {text}
      </EmptyState>
    </Page>
  );
}

function endOf(
  view: Pick<InvitationView, 'state' | 'yours'> & Partial<InvitationView>,
  signedIn: boolean,
): { icon: ReactNode; title: string; text: string; action: ReactNode } {
  const size = { size: 32, stroke: 1.5 };
  const home = signedIn ? (
    <ButtonLink href="/">Go to your start page</ButtonLink>
  ) : (
    <ButtonLink href="/login">Sign in</ButtonLink>
  );
  switch (view.state) {
    case 'accepted':
      return view.yours && view.review_id && view.kind
        ? {
            icon: <IconCircleCheck {...size} />,
            title: 'You accepted this review',
            text: 'The records are open to you.',
            action: (
              <ButtonLink href={reviewHref(kindOfView({ kind: view.kind }), view.review_id)}>
                Go to {view.number}
              </ButtonLink>
            ),
          }
        : {
            icon: <IconCircleCheck {...size} />,
            title: 'This invitation was answered',
            text: 'If you answered it yourself, sign in to see the review.',
            action: home,
          };
    case 'declined':
      return {
        icon: <IconCalendarX {...size} />,
        title: view.yours ? 'You declined this invitation' : 'This invitation was answered',
        text: 'Thank you for telling us. Another expert is asked; there is nothing more to do.',
        action: home,
      };
    case 'expired':
      return {
        icon: <IconCalendarX {...size} />,
        title: 'This invitation has expired',
        text: 'The time to answer has passed. If you would still like to take the review, write to us; it may still be open.',
        action: <ButtonLink href={CONTACT}>Write to us</ButtonLink>,
      };
    case 'withdrawn':
      return {
        icon: <IconMailOff {...size} />,
        title: 'This invitation was withdrawn',
        text: 'The review is no longer open. There is nothing you need to do, and it does not count against you.',
        action: home,
      };
    case 'taken':
      return {
        icon: <IconUserCheck {...size} />,
        title: 'Another expert accepted first',
        text: 'Several experts were asked, and one accepted before you. Thank you for looking at it.',
        action: home,
      };
    default:
      return {
        icon: <IconLink {...size} />,
        title: 'There is no invitation at this address',
        text: 'Your mail program may have cut off the link. Open it from the e-mail again, or write to us.',
        action: <ButtonLink href={CONTACT}>Write to us</ButtonLink>,
      };
  }
}
