import { capital, spelledPlural } from '../../../core/phrases.ts';
import { IconMailForward, IconMessage, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { queryKey, useCommand } from '../../../ui/api/hooks.ts';
import { ReasonAct } from '../../../ui/form/reason-act.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { Follows } from '../../../ui/parts/follows.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { SlaClock } from '../../../ui/parts/sla-clock.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { actOnReview } from '../../reviews/contract.ts';
import { matchingEndpoints, type presentation } from '../contract.ts';
import { CandidateCv } from './candidate-cv.tsx';
import { expertName } from '../rules.ts';
import { ExpertCards } from './expert-cards.tsx';
import { TOUCHED, usePresentation, useSelect } from './use-presentation.ts';
import styles from './experts.module.css';

type Presentation = z.output<typeof presentation>;

/** The requester compares the presented experts, chooses one or asks for others. */
export function ChooseExpertPage() {
  const { kind, reviewId } = useReviewRoute();
  const { data, error, refetch } = usePresentation(kind, reviewId);
  if (data) return <Compare kind={kind} data={data} />;
  return (
    <Page>
      {error?.status === 404 || reviewId === 0 ? (
        <EmptyState
          icon={<IconUsers size={32} stroke={1.5} />}
          title="There are no experts to compare here"
          action={<ButtonLink href={KINDS[kind].list_path}>Go to {KINDS[kind].label}</ButtonLink>}
        >
          The review does not exist, or you do not have access to it.
        </EmptyState>
      ) : error ? (
        <Failure error={error} what="The experts could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} columns={[30, 30, 30]} height={88} label="Loading the experts" />
      )}
    </Page>
  );
}

const TITLES: Record<string, [title: string, lead: string]> = {
  matching: ['We are looking for experts', 'You’ll hear by e-mail as soon as there are experts to compare.'],
  invited: ['The expert is invited', 'You’ll hear as soon as the invitation is answered.'],
};

function Compare({ kind, data }: { kind: Kind; data: Presentation }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [picked, setPicked] = useState<number | null>(null);
  const [reading, setReading] = useState<number | null>(null);
  const review = reviewHref(kind, data.review_id);
  const { candidates } = data;
  const chosen = candidates.find((one) => one.id === picked) ?? null;
  const read = candidates.find((one) => one.id === reading) ?? null;
  const select = useSelect(() => {
    if (chosen) toastDone(`${expertName(chosen)} is invited.`);
    void navigate({ to: review });
  });
  const [title, lead] = data.can_select
    ? [
        `Which expert should review ${data.subject || data.number}?`,
        `${capital(spelledPlural(candidates.length, 'expert is', 'experts are'))} presented. ${
          candidates.every((one) => one.name === null) ? 'Names stay hidden until one accepts. ' : ''
        }Choose one, or ask for others.`,
      ]
    : (TITLES[data.status] ?? [
        candidates.length > 0 ? 'The experts you could choose from' : 'There are no experts to compare yet',
        data.cannot_because ?? '',
      ]);
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <PageHeader
          crumbs={[
            { label: KINDS[kind].label, href: KINDS[kind].list_path },
            { label: `${data.number} ${data.subject}`.trim(), href: review },
            { label: 'Compare experts' },
          ]}
          title={title}
          lead={lead}
        />
        {data.note ? (
          <p className={styles.note}>
            <IconMessage size={16} stroke={1.75} aria-hidden />
            <span>
              <b>From the matching team:</b> {data.note}
            </span>
          </p>
        ) : null}
        {candidates.length > 0 ? (
          <ExpertCards
            candidates={candidates}
            zone={viewer.time_zone}
            value={picked}
            disabled={select.isPending}
            reading={reading}
            onRead={setReading}
            {...(data.can_select
              ? {
                  onChange: (id: number) => {
                    setPicked(id);
                    select.reset();
                  },
                }
              : {})}
          />
        ) : null}
        {read ? <CandidateCv candidate={read} onClose={() => setReading(null)} /> : null}
        <Slot name="CandidateInterviews" kind={kind} reviewId={data.review_id} waiting={null} />
        {data.can_select ? null : (
          <div>
            <ButtonLink href={review}>Go to {data.number}</ButtonLink>
          </div>
        )}
      </div>
      {data.can_select ? (
        <aside className={styles.rail} aria-label="Your choice">
          <div className={styles.sticky}>
            <div aria-live="polite">
              <h2>{chosen ? expertName(chosen) : 'Choose an expert'}</h2>
              <p className={styles.lead}>{chosen ? chosen.specialty : 'No one is invited until you do.'}</p>
            </div>
            <Failure
              error={select.error}
              what="The expert could not be chosen. Your choice is still here."
              onRetry={() => void client.invalidateQueries({ queryKey: queryKey(matchingEndpoints.candidates) })}
            />
            <Button
              kind="primary"
              size="lg"
              full
              disabled={chosen === null}
              busy={select.isPending}
              icon={<IconUserCheck stroke={1.75} />}
              onClick={() => {
                if (chosen)
                  select.mutate({
                    kind,
                    params: { id: data.review_id, candidate_id: chosen.id },
                    body: { lock_version: data.lock_version },
                  });
              }}
            >
              {chosen ? `Choose ${expertName(chosen)}` : 'Choose this expert'}
            </Button>
            <AskForOthers kind={kind} data={data} onDone={() => void navigate({ to: review })} />
            <Follows label="What happens next">
              <li>
                <IconMailForward size={16} stroke={1.75} aria-hidden />
                The expert is invited and has 48 hours to check for conflicts and accept, 8 business hours when
                expedited.
              </li>
              <li>
                <IconUsers size={16} stroke={1.75} aria-hidden />
                Nobody accepts: the review goes back to matching, and you’ll hear from us.
              </li>
            </Follows>
            {data.answer_by ? (
              <div className={styles.clock}>
                <SlaClock
                  label="Choose by"
                  zone={viewer.time_zone}
                  clock={{
                    state: 'running',
                    started_at: data.presented_at ?? data.answer_by,
                    due_at: data.answer_by,
                  }}
                >
                  After that the earliest times may no longer hold.
                </SlaClock>
              </div>
            ) : null}
          </div>
        </aside>
      ) : null}
    </div>
  );
}

/** The other choice there is, beside choosing one. */
function AskForOthers({ kind, data, onDone }: { kind: Kind; data: Presentation; onDone: () => void }) {
  const ask = useCommand(actOnReview, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('The matching team looks for other experts.');
      onDone();
    },
  });
  return (
    <section className={styles.others} aria-labelledby="others">
      <SectionHead id="others" level={3} title="None of them?" />
      <p className={styles.lead}>Say what is missing, and the matching team presents others.</p>
      <ReasonAct
        firm
        opens="Ask for other experts"
        label="What is missing?"
        help="The matching team reads this and presents others. These experts are not held for you meanwhile."
        submit="Ask for other experts"
        busy={ask.isPending}
        error={ask.error}
        onSubmit={(reason) =>
          ask.mutate({
            kind,
            params: { id: data.review_id, action: 'ask_other_experts' },
            body: { reason, lock_version: data.lock_version },
          })
        }
      />
    </section>
  );
}
