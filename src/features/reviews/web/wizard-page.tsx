import { initialOf, isUnordered } from '../rules/kinds.ts';
import { readSpecialties } from '../../experts/contract/specialties.ts';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useRef, useState } from 'react';
import { formatCents } from '../../../core/money.ts';
import { KINDS } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import type { AutosaveState } from '../../../ui/form/autosave.ts';
import { focusPath } from '../../../ui/form/field.tsx';
import { SaveState } from '../../../ui/form/save-state.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { ActionBar } from '../../../ui/parts/page-header.tsx';
import { useMedia } from '../../../ui/parts/split-view.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { Page, WizardGrid } from '../../../ui/shell/layouts.tsx';
import { type WizardStep as WizardStepFace, WizardSteps } from '../../../ui/shell/wizard-steps.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import {
  countReviews,
  listReviews,
  type MissingField,
  readFields,
  readQuote,
  type QuoteView,
  readReview,
  readSection,
  type ReviewDetail,
  submitReview,
} from '../contract.ts';
import type { Catalogue } from './form/types.ts';
import { useReviewRoute } from './shared/route-parameters.ts';
import { Failed } from './shared/states.tsx';
import { useReviewLive } from './shared/use-live.ts';
import { LiveQuote, WhatFollows } from './wizard/quote-rail.tsx';
import { draftSourceOf } from './wizard/draft-source.ts';
import { sectionOfSlug, shortTitle, slugOf, stepMood, stepWords } from './wizard/steps.ts';
import { type StepHandle, WizardStep } from './wizard/wizard-step.tsx';
import styles from './wizard/wizard.module.css';
import { specialtyWords } from '../../experts/rules.ts';

const WithOrigin = lazyPart(() => import('./wizard/with-draft-source.tsx'));
const OrderedFor = lazyPart(() => import('./wizard/ordered-for.tsx'));
const NotOrdered = lazyPart(() => import('./wizard/price-changed.tsx'));
const RailNotes = lazyPart(() => import('./wizard/rail-notes.tsx'));

/** The order in four steps; also the way to change an order that was placed. Everything is kept as it is typed. */
export function WizardPage() {
  const { kind, reviewId, base, page } = useReviewRoute();
  useReviewLive(reviewId);
  const search = useSearch({ strict: false });
  const asked = page === slugOf('step_one') ? draftSourceOf(search) : null;
  const review = useQuery(query(readReview, { kind, params: { id: reviewId } }));
  const organization = review.data?.organization?.id;
  const catalogue = useQuery({
    ...query(readFields, { kind, query: organization ? { organization_id: organization } : {} }),
    enabled: review.isSuccess,
    staleTime: 300_000,
  });
  if (review.isError || catalogue.isError) {
    const error = review.error ?? catalogue.error;
    return (
      <Page width="form">
        <div className={styles.alone}>
          {error ? (
            <Failed
              what="The order"
              error={error}
              onRetry={() => void (review.isError ? review.refetch() : catalogue.refetch())}
            />
          ) : null}
          <ButtonLink href={KINDS[kind].list_path}>Back to {KINDS[kind].label}</ButtonLink>
        </div>
      </Page>
    );
  }
  if (!review.data || !catalogue.data) return <WizardSkeleton />;
  if (!review.data.abilities['edit']?.allowed) {
    return (
      <Page width="form">
        <div className={styles.alone}>
          <h1 tabIndex={-1}>This order cannot be changed</h1>
          <p>{review.data.abilities['edit']?.reason ?? 'Only the requester’s side can change the order.'}</p>
          <ButtonLink href={base}>Open {review.data.number}</ButtonLink>
        </div>
      </Page>
    );
  }
  const wizard = <Wizard review={review.data} catalogue={catalogue.data} />;
  if (!asked || review.data.status.key !== initialOf(kind)) return wizard;
  return (
    <Suspense fallback={<WizardSkeleton />}>
      <WithOrigin key={`${reviewId} ${JSON.stringify(asked)}`} kind={kind} review={review.data} asked={asked}>
        {wizard}
      </WithOrigin>
    </Suspense>
  );
}

function Wizard({ review, catalogue }: { review: ReviewDetail; catalogue: Catalogue }) {
  const { kind, reviewId, page, base } = useReviewRoute();
  const viewer = useViewer();
  const navigate = useNavigate();
  const client = useQueryClient();
  const hash = useLocation({ select: (l) => l.hash });
  const { sections } = catalogue;
  const index = Math.max(
    0,
    sections.findIndex((s) => s.key === sectionOfSlug(page)),
  );
  const spec = sections[index];
  const section = spec?.key ?? 'step_one';
  const before = sections[index - 1];
  const after = sections[index + 1];
  const draft = review.bucket === 'draft';
  const step = useRef<StepHandle>(null);
  const [state, setState] = useState<AutosaveState<unknown>>({ kind: 'clean', saved_at: null });
  const wide = useMedia('(min-width: 64em)');
  const onState = useCallback((next: AutosaveState<unknown>) => setState(next), []);
  const triedKey = ['reviews.wizard_tried', reviewId];
  const tried = useQuery({ queryKey: triedKey, queryFn: () => false, enabled: false, initialData: false });

  const stored = useQuery(query(readSection, { kind, params: { id: reviewId, section } }));
  const quote = useQuery({
    ...query(readQuote, { kind, params: { id: reviewId } }),
    placeholderData: keepPreviousData,
  });
  const specialties = useQuery({ ...query(readSpecialties, {}), staleTime: 300_000 });

  const goTo = (path: string) => void navigate({ to: path });
  const goToFault = (fault: { path: string } | undefined) => {
    if (!fault) return;
    const [where] = fault.path.split('.');
    const target = sections.find((s) => s.key === where) ? where : section;
    void navigate({ to: `${base}/${slugOf(target ?? section)}`, hash: fault.path });
    // On the same step nothing is mounted anew that would take the focus there.
    if (target === section) requestAnimationFrame(() => focusPath(fault.path));
  };
  const order = useCommand(submitReview, {
    refresh: [listReviews, countReviews, readReview, readQuote],
    onSuccess: () => {
      toastDone(
        quote.data?.team_checked === true
          ? 'Ordered. We check the records, usually the same day.'
          : 'Ordered. Matching starts as soon as the records are there.',
      );
      goTo(base);
    },
    onError: (error) => {
      if (error.status === 409) void quote.refetch();
      if (error.status !== 422) return;
      client.setQueryData(triedKey, true);
      void quote.refetch();
      goToFault(error.errors[0]);
    },
  });
  /** The quote that was shown when it was ordered: only at that price it is. */
  const [shown, setShown] = useState<QuoteView | null>(null);
  const placeOrder = async (beyond_budget?: string) => {
    const seen = quote.data?.quote ?? null;
    setShown(seen);
    await step.current?.flush();
    order.mutate({
      kind,
      params: { id: reviewId },
      body: { beyond_budget, confirmed_total_cents: seen?.total_cents },
    });
  };
  const leave = async (path: string) => {
    await step.current?.flush();
    goTo(path);
  };

  if (!spec) return null;
  const steps = quote.data?.steps ?? null;
  const missing: readonly MissingField[] =
    steps?.find((s) => s.section === section)?.missing ?? stored.data?.step.missing ?? [];
  const notes: Record<string, string> = {};
  const expertise = specialtyWords(review.specialty?.name, review.sub_specialty?.name);
  if (expertise) notes['step_two'] = expertise;
  const price = quote.data?.quote ?? null;
  const services = quote.data?.services ?? [];
  const prices = Object.fromEntries(services.map((one) => [one.service, one.total_cents]));
  const from = services.length > 0 ? Math.min(...services.map((one) => one.total_cents)) : null;
  // refused before, and nothing is missing any more: it is ordered from the step that was mended
  const mended = draft && tried.data && quote.data?.ready === true;
  const orders = draft && (after === undefined || mended);

  const crumb = { label: KINDS[kind].label, href: KINDS[kind].list_path };
  const title = draft ? `New ${KINDS[kind].singular}` : 'Change the order';
  const faces = sections.map((one) => {
    const stepOf = draft ? steps?.find((s) => s.section === one.key) : undefined;
    const mood = stepMood(stepOf);
    const here = one.key === section;
    return {
      label: one.title,
      note:
        !draft || !steps
          ? (notes[one.key] ?? '')
          : mood === 'complete'
            ? (notes[one.key] ?? 'Complete')
            : stepWords(stepOf),
      state: here ? ('current' as const) : mood === 'complete' || !draft ? ('done' as const) : ('todo' as const),
      missing: draft && mood === 'missing',
      href: `${base}/${slugOf(one.key)}`,
    };
  });

  return (
    <WizardGrid
      steps={
        wide ? (
          <WizardSteps crumb={crumb} title={title} steps={faces}>
            <p className={styles.matterName}>{review.subject || 'No name yet'}</p>
            <p>
              {draft ? 'Draft ' : ''}
              {review.number}
            </p>
            {review.claim_number ? (
              <p>
                {KINDS[kind].number_label} {review.claim_number}
              </p>
            ) : null}
          </WizardSteps>
        ) : (
          <StepsLine steps={faces} />
        )
      }
      asideSummary={
        price
          ? `${price.fixed_at ? 'Total' : 'Estimate'} ${formatCents(price.total_cents)}`
          : from === null
            ? 'What happens after you order'
            : `From ${formatCents(from)}`
      }
      aside={
        <div className={styles.side}>
          {quote.isError && !quote.data ? (
            <Failed what="The quote" error={quote.error} onRetry={() => void quote.refetch()} />
          ) : null}
          {review.seat || review.pre_order || review.given?.includes('force_one_off') || quote.data?.budgets.length ? (
            <Suspense fallback={null}>
              <RailNotes review={review} data={quote.data} />
            </Suspense>
          ) : null}
          {price ? (
            <LiveQuote quote={price} />
          ) : quote.data && viewer.side === 'requester' ? (
            <p className={styles.noQuote}>
              {from === null ? (
                'The price appears here once you choose the specialty and sub-specialty.'
              ) : (
                <>
                  <b>From {formatCents(from)}.</b> The exact price appears here once you choose the service.
                </>
              )}
            </p>
          ) : null}
          {quote.data && draft ? (
            <WhatFollows data={quote.data} kind={kind} withCall={review.service !== 'report_only'} />
          ) : null}
          {quote.data?.blocked ? <InlineNotice kind="warn">{quote.data.blocked}</InlineNotice> : null}
        </div>
      }
      bar={
        <ActionBar
          start={
            before ? (
              <Button
                icon={<IconArrowLeft stroke={1.75} />}
                aria-label={`Back to ${before.title}`}
                onClick={() => void leave(`${base}/${slugOf(before.key)}`)}
              >
                {wide ? before.title : undefined}
              </Button>
            ) : null
          }
        >
          <SaveState state={state} zone={viewer.time_zone} />
          <Button kind="quiet" onClick={() => void leave(draft ? KINDS[kind].list_path : base)}>
            {draft ? (wide ? 'Leave and finish later' : 'Leave') : 'Back to the review'}
          </Button>
          {after && !(mended && !wide) ? (
            <Button
              kind={mended ? 'default' : 'primary'}
              trailing={<IconArrowRight stroke={1.75} />}
              onClick={() => void leave(`${base}/${slugOf(after.key)}`)}
            >
              Continue{wide ? ` to ${shortTitle(after.title)}` : ''}
            </Button>
          ) : null}
          {orders ? (
            <Button
              kind="primary"
              busy={order.isPending}
              disabled={Boolean(quote.data?.blocked)}
              onClick={() => void placeOrder()}
            >
              Order{price ? `, ${formatCents(price.total_cents)}` : ''}
            </Button>
          ) : null}
          {after || draft ? null : (
            <Button kind="primary" onClick={() => void leave(base)}>
              Done
            </Button>
          )}
        </ActionBar>
      }
    >
      {order.isError && order.error.status === 409 ? (
        <Suspense fallback={null}>
          <NotOrdered before={shown} now={price} error={order.error} onOrder={orders ? placeOrder : undefined} />
        </Suspense>
      ) : order.isError && order.error.status !== 422 ? (
        <Failed what="The order" verb="placed" error={order.error} onRetry={() => void placeOrder()} />
      ) : null}
      {orders && quote.data ? (
        <Slot
          name="LeftOut"
          waiting={null}
          reviewId={reviewId}
          failed={quote.data.failed_files}
          without={quote.data.without_records}
          records={`${base}/${slugOf('step_three')}`}
        />
      ) : null}
      {stored.isError && !stored.data ? (
        <Failed what="This step" error={stored.error} onRetry={() => void stored.refetch()} />
      ) : stored.data ? (
        <WizardStep
          key={section}
          handle={step}
          kind={kind}
          review={review}
          spec={spec}
          stored={stored.data}
          catalogue={catalogue}
          specialties={specialties.data?.data ?? []}
          missing={missing}
          warnings={quote.data?.warnings ?? stored.data.warnings}
          prices={prices}
          tried={tried.data || hash !== ''}
          focusOn={hash || null}
          above={
            index === 0 && isUnordered({ kind, status: review.status.key }) && catalogue.for_others ? (
              <Suspense fallback={<div className={styles.orderedForSpace} />}>
                <OrderedFor kind={kind} review={review} flush={() => step.current?.flush()} />
              </Suspense>
            ) : null
          }
          onState={onState}
        />
      ) : (
        <SkeletonRows rows={7} columns={[50, 50]} height={64} label="Loading the step" />
      )}
    </WizardGrid>
  );
}

/** The steps in one line of numbers, the present one with its words: on small screens. */
function StepsLine({ steps }: { steps: readonly (WizardStepFace & { href: string })[] }) {
  return (
    <nav aria-label="Steps">
      <ol className={styles.line}>
        {steps.map((one, i) => (
          <li key={one.label}>
            <RouteLink
              href={one.href}
              className={cx(styles.step, styles[one.state], one.missing && styles.missing)}
              aria-current={one.state === 'current' ? 'step' : undefined}
            >
              <span className={styles.mark} aria-hidden>
                {one.state === 'done' ? <IconCheck size={14} stroke={2} /> : i + 1}
              </span>
              <span className={styles.stepWords}>
                <span className={styles.stepTitle}>{one.label}</span>
                <span className={styles.stepState}>{one.note}</span>
              </span>
            </RouteLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function WizardSkeleton() {
  return (
    <WizardGrid steps={null} aside={<SkeletonRows rows={5} columns={[60, 30]} label="Loading the quote" />}>
      <SkeletonRows rows={8} columns={[50, 50]} height={64} label="Loading the order" />
    </WizardGrid>
  );
}
