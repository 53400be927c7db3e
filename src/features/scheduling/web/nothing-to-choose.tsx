import { stateRow } from '../../reviews/rules/kinds.ts';
import type { Kind } from '../../../core/kinds.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { PageHeader } from '../../../ui/parts/page-header.tsx';
import { listCrumb, reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { Page } from '../../../ui/shell/layouts.tsx';
import type { ScheduleView } from '../contract.ts';
import { ProposeTime } from './propose-time.tsx';
import styles from './scheduling.module.css';

/** Why there is no time to choose now, and what happens instead. */
export function NothingToChoose({ kind, schedule }: { kind: Kind; schedule: ScheduleView }) {
  const viewer = useViewer();
  const { title, text } = sentenceOf(kind, schedule, viewer.time_zone, viewer.side === 'expert');
  const review = reviewHref(kind, schedule.review_id);
  return (
    <Page width="form">
      <PageHeader
        crumbs={[
          listCrumb(kind, viewer.side),
          { label: `${schedule.number} ${schedule.subject}`.trim(), href: review },
          { label: 'Choose a call time' },
        ]}
        title={title}
        lead={text}
      />
      {schedule.can.propose ? <ProposeTime kind={kind} schedule={schedule} /> : null}
      <div className={styles.wayOn}>
        {viewer.side === 'expert' && schedule.can.offer ? (
          <ButtonLink href={reviewHref(kind, schedule.review_id, 'choose-available-times')}>
            Offer call times
          </ButtonLink>
        ) : null}
        <ButtonLink href={review}>Go to {schedule.number}</ButtonLink>
      </div>
    </Page>
  );
}

function sentenceOf(
  kind: Kind,
  schedule: ScheduleView,
  zone: string,
  onExpertSide: boolean,
): { title: string; text: string } {
  const expert = schedule.expert?.label ?? 'The expert';
  const { call } = schedule;
  const step = stateRow(kind, schedule.status).call;
  if (call?.status === 'tentative')
    return {
      title: 'A time is proposed',
      text: `${formatInstant(call.starts_at, { zone })}. ${expert} confirms it or says what would work instead.`,
    };
  if (call?.status === 'scheduled')
    return {
      title: 'The call is set',
      text: `${formatInstant(call.starts_at, { zone })}. It can be moved from the review’s page.`,
    };
  if (call?.status === 'held')
    return { title: 'The call was held', text: `It began ${formatInstant(call.starts_at, { zone })}.` };
  if (step === 'offering')
    return onExpertSide
      ? { title: 'No times are offered yet', text: 'Offer at least three, then the requester chooses one.' }
      : {
          title: `${expert} has not offered times yet`,
          text: 'You’ll hear by e-mail as soon as there are times to choose from.',
        };
  if (step === 'choosing')
    return {
      title: 'The requester chooses the time',
      text: `${schedule.requester.label} picks one of the times on offer.`,
    };
  return {
    title: 'There is no time to choose at the moment',
    text: 'Times come up once an expert has accepted the review.',
  };
}
