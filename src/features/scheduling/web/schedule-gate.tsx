import { IconCalendarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { listCrumb } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import type { ScheduleView } from '../contract.ts';
import { useSchedule } from './use-schedule.ts';

/** Loads a review's schedule for a page: its skeleton, its failure, the review nobody may see. */
export function ScheduleGate({
  kind,
  reviewId,
  children,
}: {
  kind: Kind;
  reviewId: number;
  children: (schedule: ScheduleView) => ReactNode;
}) {
  const { data, error, refetch } = useSchedule(kind, reviewId, true);
  const list = listCrumb(kind, useViewer().side);
  if (data) return children(data);
  if (error?.status === 404 || reviewId === 0)
    return (
      <Page width="form">
        <EmptyState
          icon={<IconCalendarOff size={32} stroke={1.5} />}
          title="There are no call times to show here"
          action={<ButtonLink href={list.href}>Go to {list.label}</ButtonLink>}
        >
          The review does not exist, or you do not have access to it.
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      {error ? (
        <Failure error={error} what="The call times could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={[20, 20, 20, 20]} height={56} label="Loading the call times" />
      )}
    </Page>
  );
}
