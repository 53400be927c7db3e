import { capital } from '../../../core/phrases.ts';
import { IconArrowRight, IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KINDS } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { useLiveRoom } from '../../../ui/live/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { RouteLink, TextLink } from '../../../ui/parts/link.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { StatusBadge } from '../../../ui/parts/status.tsx';
import { WhatNext } from '../../../ui/parts/what-next.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDuration, formatInstant, formatRelative } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { type ReviewDetail, readReview } from '../../reviews/contract.ts';
import type { ChannelView } from '../contract.ts';
import { FileGlyph } from './attach-file.tsx';
import { threadQuery } from './cache.ts';
import styles from './chats.module.css';

const SIDES = { pause: 'pause', triangle: 'attention', cross: 'cross', calendar: 'calendar', pie: undefined } as const;

/** The review a conversation belongs to: where it stands, what comes next, who takes part, which records were meant. */
export function MatterRail({ channel }: { channel: ChannelView }) {
  const { kind, id, number, subject } = channel.review;
  useLiveRoom(`review:${id}`);
  const review = useQuery(query(readReview, { kind, params: { id } }));
  const path = `/${KINDS[kind].slug}/${id}`;
  return (
    <aside className={styles.rail} aria-label="The review">
      <div>
        <div className={styles.number}>{number}</div>
        <h2 className={styles.subject}>{subject === '' ? capital(KINDS[kind].singular) : subject}</h2>
        {review.data ? (
          <div className={styles.status}>
            <StatusBadge
              label={review.data.status.label}
              tone={review.data.status.tone}
              share={review.data.status.pie}
              side={SIDES[review.data.status.icon]}
            />
          </div>
        ) : null}
      </div>
      {review.isPending ? <SkeletonRows rows={2} columns={[80]} height={44} label="Loading the review" /> : null}
      {review.data ? <Next review={review.data} path={path} /> : null}
      <TextLink quiet href={path} className={styles.open ?? ''}>
        Open the review <IconArrowRight size={15} stroke={1.9} aria-hidden />
      </TextLink>
      <People channel={channel} />
      <Mentioned channel={channel} />
      <p className={styles.kept}>
        <IconLock size={14} stroke={1.75} aria-hidden />
        Kept with the review. E-mail notices never carry the text.
      </p>
    </aside>
  );
}

function Next({ review, path }: { review: ReviewDetail; path: string }) {
  const viewer = useViewer();
  const now = useNow(60_000);
  const { what_now: next } = review;
  return (
    <WhatNext
      level={3}
      voice={next.voice}
      seat={next.seat === 'nobody' ? null : next.seat}
      who={next.title}
      title={next.headline}
      actions={
        next.voice === 'yours' && next.action ? (
          <ButtonLink kind="primary" full href={next.action.path ?? path}>
            {next.action.label}
          </ButtonLink>
        ) : undefined
      }
    >
      {next.due ? (
        <span title={formatInstant(next.due.at, { zone: viewer.time_zone, now })}>
          {next.due.paused_at ? 'Clock paused' : dueWords(next.due, now)}
        </span>
      ) : null}
    </WhatNext>
  );
}

/** A call that has begun is not late: it is waiting to be recorded. */
function dueWords(due: { at: string; verb: string }, now: number): string {
  const passed = Date.parse(due.at) - now;
  return (due.verb === 'call' || due.verb === 'appointment') && passed < 0
    ? `Began ${formatDuration(passed)} ago`
    : formatRelative(due.at, now);
}

function People({ channel }: { channel: ChannelView }) {
  const viewer = useViewer();
  const desk = channel.members.filter((m) => m.seat === 'staff');
  // a desk of many is one side to talk to
  const shown = desk.length > 4 ? channel.members.filter((m) => m.seat !== 'staff') : channel.members;
  return (
    <section>
      <h3 className={styles.railHead}>In this conversation</h3>
      <ul className={styles.people}>
        {shown.map((member) => (
          <li key={member.user_id}>
            <SideAvatar name={member.name} seat={member.seat} size={24} />
            <span>{member.user_id === viewer.user_id ? 'You' : member.name}</span>
            {member.reads_along ? <span className={styles.along}>reads only</span> : null}
          </li>
        ))}
        {desk.length > 4 ? (
          <li>
            <SideAvatar name="Peritus" seat="staff" size={24} />
            <span>Peritus</span>
            <span className={styles.along}>{desk.length} people</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function Mentioned({ channel }: { channel: ChannelView }) {
  const client = useQueryClient();
  const thread = useQuery(threadQuery(client, channel.channel_id));
  const files = new Map<string, { id: number; name: string; type: string | null; page: number | null }>();
  for (const message of thread.data?.data ?? [])
    for (const file of message.attachments)
      if (file.name !== null)
        files.set(`${file.file_id}-${file.page ?? 0}`, {
          id: file.file_id,
          name: file.name,
          type: file.content_type,
          page: file.page,
        });
  if (files.size === 0) return null;
  return (
    <section>
      <h3 className={styles.railHead}>Records mentioned</h3>
      <ul className={styles.files}>
        {[...files].map(([key, file]) => (
          <li key={key}>
            <RouteLink
              href={`/preview-file/${file.id}?reviewId=${channel.review.id}&reviewProductType=${channel.review.kind}${file.page === null ? '' : `&page=${file.page}`}`}
            >
              <FileGlyph type={file.type} size={17} />
              <span>
                {file.name}
                {file.page === null ? null : <span className={styles.filePage}>page {file.page}</span>}
              </span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
