import { IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isExpert } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { DeclineForm } from '../../../ui/form/decline-form.tsx';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { ballWords } from '../../../ui/parts/ball.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { HowToJoin, TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { NamesToCheck } from '../../../ui/parts/names-to-check.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { reviewIn } from '../../../ui/live/about.ts';
import { useLiveEvent } from '../../../ui/live/hooks.ts';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { DECLINE_REASONS } from '../../matching/rules.ts';
import { stateName } from '../../reviews/rules.ts';
import { type InterviewView, interviewEndpoints } from '../contract.ts';
import { INTERVIEW_STATE_WORDS } from '../rules.ts';
import { Arranging, Note, whenWords } from './arranging.tsx';
import { OfferForm } from './offer-form.tsx';
import { rereading, TOUCHED } from './touched.ts';
import styles from './interviews.module.css';

/** The expert's page of one interview: the names, times or declining, how to dial in, and their own note. */
export function InterviewPage() {
  const { interviewId } = useParams({ strict: false }) as { interviewId?: string };
  const id = /^\d{1,15}$/.test(interviewId ?? '') ? Number(interviewId) : 0;
  const { data, error, refetch } = useQuery({
    ...query(interviewEndpoints.read, { params: { interviewId: id } }),
    enabled: id > 0,
    refetchOnWindowFocus: true,
  });
  useLiveEvent('review.changed', (payload) => {
    if (reviewIn(payload) === data?.review_id) void refetch();
  });
  return (
    <Page width="form">
      {data ? (
        <Interview interview={data} />
      ) : id === 0 || error?.status === 404 || error?.status === 403 ? (
        <EmptyState
          icon={<IconUsers size={32} stroke={1.5} />}
          title="There is no interview at this address"
          action={<ButtonLink href="/up-next">Go to Up next</ButtonLink>}
        >
          It was meant for somebody else, or its matter is gone.
        </EmptyState>
      ) : error ? (
        <Failure error={error} what="The interview could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} columns={[60, 30]} height={48} label="Loading the interview" />
      )}
    </Page>
  );
}

const LEADS: Record<InterviewView['state'], string> = {
  asked:
    'Before it retains an expert, the firm talks with those it considers. You see the names, and nothing of the matter.',
  offered: 'The firm chooses one of your times.',
  set: 'Talk about your experience and availability. Records and opinions come once you are retained.',
  held: 'You’ll hear whether the firm chooses you.',
  declined: 'You declined. There is nothing more to do.',
  called_off: 'The firm has decided otherwise, or the matter has ended. There is nothing more to do.',
};

function Interview({ interview }: { interview: InterviewView }) {
  const viewer = useViewer();
  const { time_zone: zone } = viewer;
  const now = useNow(60_000);
  const client = useQueryClient();
  const offer = useCommand(interviewEndpoints.offer, {
    refresh: TOUCHED,
    onError: rereading(client),
    onSuccess: () => toastDone('Offered. The firm chooses one.'),
  });
  const { can, brief, awaits, state, lock_version } = interview;
  const params = { interviewId: interview.id };
  const when = whenWords(interview, zone, now);
  return (
    <div className={styles.page}>
      <PageHeader
        crumbs={[{ label: 'Up next', href: '/up-next' }, { label: interview.number }]}
        title={when ? `Interview on ${when}` : 'An interview with a law firm'}
        lead={LEADS[state]}
      />
      <Facts
        labelWidth={116}
        items={[
          {
            label: 'Stands',
            value:
              awaits === null
                ? INTERVIEW_STATE_WORDS[state]
                : `${INTERVIEW_STATE_WORDS[state]}. ${ballWords(awaits, awaits === 'expert')}`,
          },
          { label: 'Specialty', value: brief?.specialty },
          { label: 'Where', value: brief?.region ? stateName(brief.region) : null },
          ...(brief?.told_first ?? []),
          {
            label: 'Takes',
            value:
              interview.held_minutes === null
                ? `${interview.minutes} minutes`
                : `${interview.held_minutes} minutes, as it was held`,
          },
          { label: 'How to join', value: interview.dial_in === '' ? null : <HowToJoin way={interview.dial_in} /> },
          { label: 'Said', value: interview.reason || null },
          {
            label: 'On offer',
            value: interview.times.map((one) => formatInstant(one.starts_at, { zone, now })).join('; ') || null,
          },
        ]}
      />
      <NamesToCheck names={brief?.names ?? []} />
      {can.offer && awaits === 'expert' ? (
        <OfferForm
          name={`interview-offer-${interview.id}`}
          attests={!interview.attested}
          asksLength={false}
          submit={interview.attested ? 'Offer these times' : 'Attest and offer these times'}
          busy={offer.isPending}
          error={offer.error}
          onSend={({ answers, starts_at }, forget) =>
            offer.mutate(
              { params, body: { lock_version, starts_at, ...(answers ? { answers } : {}) } },
              { onSuccess: forget },
            )
          }
        />
      ) : null}
      {interview.waits ? (
        <InlineNotice title="This matter is on hold.">
          There is nothing to arrange now. Once the hold is lifted you can continue here.
        </InlineNotice>
      ) : null}
      {interview.invited ? (
        <InlineNotice title="You hold the names of this matter.">
          <TextLink href={reviewHref(interview.kind, interview.review_id)}>Answer the invitation</TextLink> once you
          have talked; accepting or declining is done there.
        </InlineNotice>
      ) : null}
      {!isExpert(viewer.kind) && state === 'asked' && !interview.attested ? (
        <InlineNotice>The expert answers about the names first; then you can offer times, too.</InlineNotice>
      ) : null}
      <Acts>
        <Arranging interview={interview} />
        <Note interview={interview} leans={false} />
        {can.decline ? <Decline interview={interview} /> : null}
      </Acts>
      {state === 'held' || state === 'declined' || state === 'called_off' ? (
        <Quiet>
          The matter is {interview.number}, among {KINDS[interview.kind].label.toLowerCase()}.
        </Quiet>
      ) : null}
    </div>
  );
}

function Decline({ interview }: { interview: InterviewView }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const decline = useCommand(interviewEndpoints.decline, {
    refresh: TOUCHED,
    onError: rereading(client),
    onSuccess: () => toastDone('Declined. The firm is told, without the reason.'),
  });
  if (!open)
    return (
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Decline
      </Button>
    );
  return (
    <DeclineForm
      title="Decline the interview"
      help="The matching team reads it; the firm does not. With a conflict you are not asked for this matter again."
      reasons={DECLINE_REASONS}
      busy={decline.isPending}
      error={decline.error}
      onSend={(body) =>
        decline.mutate({
          params: { interviewId: interview.id },
          body: { lock_version: interview.lock_version, ...body },
        })
      }
      onClose={() => setOpen(false)}
    />
  );
}
