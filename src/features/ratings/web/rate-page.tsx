import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { ErrorSummary, errorAt } from '../../../ui/form/error-summary.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { Breadcrumbs } from '../../../ui/parts/page-header.tsx';
import { useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { ratingEndpoints, type RatingView } from '../contract.ts';
import { type Direction, RATING_ITEMS, scoreFaults, type Scores } from '../rules.ts';
import styles from './ratings.module.css';

/** The requester rates the expert: five items and a comment only Peritus reads. */
export function RateExpertPage() {
  return <RatePage direction="medical_expert" />;
}

/** The expert rates how the order was put together. */
export function RateRequesterPage() {
  return <RatePage direction="claim_requester" />;
}

function RatePage({ direction }: { direction: Direction }) {
  const { kind, reviewId, href: base } = useReviewRoute();
  const rating = useQuery(query(ratingEndpoints.read, { kind, params: { id: reviewId, direction } }));
  const { data } = rating;
  return (
    <Page width="form">
      <div className={styles.page}>
        <Breadcrumbs
          crumbs={[
            direction === 'claim_requester'
              ? { label: 'Up next', href: '/up-next' }
              : { label: KINDS[kind].label, href: KINDS[kind].list_path },
            { label: data?.number ?? 'Review', href: base },
            { label: 'Rating' },
          ]}
        />
        {rating.isPending ? (
          <SkeletonRows rows={6} columns={[40, 0, 30]} height={64} label="Loading the rating" />
        ) : null}
        {rating.isError && !data ? (
          <InlineError
            title={
              rating.error.problem && rating.error.status < 500
                ? rating.error.problem.detail
                : 'The rating could not be loaded.'
            }
            onRetry={() => void rating.refetch()}
            reference={rating.error.status >= 500 ? rating.error.reference : null}
          />
        ) : null}
        {data && !data.rateable && !data.rating ? (
          <EmptyState
            title="There is nothing to rate yet"
            action={<ButtonLink href={base}>Open {data.number}</ButtonLink>}
          >
            Ratings open once the call was held, or the report delivered where there is one.
          </EmptyState>
        ) : null}
        {data && (data.rateable || data.rating) ? (
          <RateForm key={reviewId} kind={kind} data={data} direction={direction} base={base} />
        ) : null}
      </div>
    </Page>
  );
}

const SCALE = ['1', '2', '3', '4', '5'] as const;

function RateForm({
  kind,
  data,
  direction,
  base,
}: {
  kind: Kind;
  data: RatingView;
  direction: Direction;
  base: string;
}) {
  const { time_zone: zone } = useViewer();
  const navigate = useNavigate();
  const now = useNow(60_000);
  const own = data.rating;
  const [scores, setScores] = useState<Scores>(own?.scores ?? {});
  const [comment, setComment] = useState(own?.private_comment ?? '');
  const [tried, setTried] = useState(false);
  const done = direction === 'medical_expert' ? 'medical-expert-reviewed' : 'claim-requester-reviewed';
  const save = useCommand(ratingEndpoints.save, {
    refresh: [ratingEndpoints.read],
    onSuccess: () => void navigate({ to: `${base}/${done}` }),
  });
  const closed = !data.rateable;
  const faults = save.error?.status === 422 ? save.error.errors : tried ? scoreFaults(direction, scores) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    save.reset();
    if (scoreFaults(direction, scores).length > 0) return;
    save.mutate({
      kind,
      params: { id: data.review_id, direction },
      body: { scores, private_comment: comment.trim() },
    });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <div>
        <h1 tabIndex={-1}>Rate {data.about}</h1>
        <p className={styles.lead}>
          {data.subject ? `${data.subject}, ` : ''}
          {data.number}. Your rating goes to Peritus and is never shown with your name.
        </p>
      </div>
      {own ? (
        <InlineNotice kind={own.editable ? 'info' : 'ok'}>
          {own.editable
            ? `You rated already. You can change it until ${formatInstant(own.editable_until, { zone, now })}.`
            : `You rated this. It could be changed until ${formatInstant(own.editable_until, { zone, now })}.`}
        </InlineNotice>
      ) : null}
      <ErrorSummary errors={faults} />
      {save.isError && save.error.status !== 422 ? (
        <InlineError
          title={
            save.error.problem && save.error.status < 500 ? save.error.problem.detail : 'Your rating could not be sent.'
          }
          reference={save.error.status >= 500 ? save.error.reference : null}
        >
          What you chose is still here.
        </InlineError>
      ) : null}
      {RATING_ITEMS[direction].map((item) => {
        const path = `scores.${item.key}`;
        const value = scores[item.key];
        const set = (next: number | boolean) => setScores({ ...scores, [item.key]: next });
        return item.type === 'scale' ? (
          <SegmentedField
            key={item.key}
            path={path}
            label={item.label}
            help={`1: ${item.low ?? ''}. 5: ${item.high ?? ''}.`}
            required
            disabled={closed}
            error={errorAt(faults, path)}
            value={typeof value === 'number' ? String(value) : null}
            onChange={(next) => set(Number(next))}
            options={SCALE.map((n) => ({ value: n, label: n }))}
          />
        ) : (
          <SegmentedField
            key={item.key}
            path={path}
            label={item.label}
            required
            disabled={closed}
            error={errorAt(faults, path)}
            value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
            onChange={(next) => set(next === 'yes')}
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
          />
        );
      })}
      <TextArea
        path="private_comment"
        label="Anything else"
        optional
        help="Goes to Peritus only."
        rows={4}
        max={4000}
        disabled={closed}
        error={errorAt(faults, 'private_comment')}
        value={comment}
        onChange={setComment}
      />
      <div className={styles.acts}>
        {closed ? null : (
          <Button kind="primary" size="lg" type="submit" busy={save.isPending}>
            {own ? 'Change the rating' : 'Send the rating'}
          </Button>
        )}
        <ButtonLink kind="quiet" size="lg" href={base}>
          {closed ? 'Back to the review' : 'Not now'}
        </ButtonLink>
      </div>
    </form>
  );
}

/** Thanks after rating the expert, and what happens next. */
export function ExpertReviewedPage() {
  return (
    <Thanks
      direction="medical_expert"
      lines={[
        'Peritus reads it and uses it when it chooses experts for you.',
        'The expert sees an average once three or more people have rated, never your words or your name.',
        'If nothing is open, the review closes next. Its page says when.',
      ]}
    />
  );
}

/** Thanks after rating the requester. */
export function RequesterReviewedPage() {
  return (
    <Thanks
      direction="claim_requester"
      lines={[
        'Peritus reads it and helps requesters to prepare their records better.',
        'The requester never sees your words or your name.',
        'There is nothing else for you to do here.',
      ]}
    />
  );
}

function Thanks({ direction, lines }: { direction: Direction; lines: readonly string[] }) {
  const { kind, reviewId, href: base } = useReviewRoute();
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  const rating = useQuery(query(ratingEndpoints.read, { kind, params: { id: reviewId, direction } }));
  const until = rating.data?.rating?.editable ? rating.data.rating.editable_until : null;
  const page = direction === 'medical_expert' ? 'rate-medical-expert' : 'rate-claim-requester';
  if (rating.isSuccess && !rating.data.rating) {
    return (
      <Page width="form">
        <EmptyState
          title="You have not rated yet"
          action={
            <ButtonLink kind="primary" href={`${base}/${page}`}>
              Rate {rating.data.about}
            </ButtonLink>
          }
        >
          Five questions, one minute.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page width="form">
      <div className={styles.thanks}>
        <h1 tabIndex={-1}>Thank you. Your rating is in.</h1>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {until ? <p className={styles.lead}>You can change it until {formatInstant(until, { zone, now })}.</p> : null}
        <div className={styles.acts}>
          <ButtonLink kind="primary" size="lg" href={base} icon={<IconArrowLeft stroke={1.75} />}>
            Back to the review
          </ButtonLink>
          {until ? (
            <ButtonLink kind="quiet" size="lg" href={`${base}/${page}`}>
              Change the rating
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </Page>
  );
}
