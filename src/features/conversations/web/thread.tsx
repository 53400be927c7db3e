import { fullName } from '../../../core/names.ts';
import { IconArrowDown, IconLockOpen } from '@tabler/icons-react';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Failure } from '../../../ui/api/failure.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { KINDS } from '../../../core/kinds.ts';
import { Slot } from '../../../ui/slots.tsx';
import { useLiveState } from '../../../ui/live/hooks.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { dayOf, zoneShort } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { ChannelView, MessageView } from '../contract.ts';
import { Composer } from './composer.tsx';
import { MessageItem, UnsentItem } from './message-item.tsx';
import { type ThreadState, useThread } from './use-thread.ts';
import { dayWords } from './channel-labels.ts';
import styles from './thread.module.css';

const TOGETHER_MS = 2 * 60_000;
const AT_END_PX = 48;
const OFFLINE_NOTICE_MS = 4_000;

/** A conversation with its writer. `goTo` scrolls to a message found by searching. */
export function Thread({ channel, goTo }: { channel: ChannelView; goTo?: { seq: number } | null }) {
  const viewer = useViewer();
  const thread = useThread(channel);
  const { messages, unsent } = thread;
  const now = useNow(30_000);
  const zone = viewer.time_zone;
  // what was new when the conversation was opened stays marked while it is open
  const [newAfter] = useState(() => (channel.unread > 0 ? channel.last_read_seq : null));
  const [replyTo, setReplyTo] = useState<MessageView | null>(null);
  const { box, atEnd, toEnd } = useEnd(messages, unsent.length, newAfter);
  useRead(thread, channel, atEnd);

  async function scrollTo(seq: number): Promise<void> {
    if (seq <= 0) return;
    const held = () => document.getElementById(`message-${seq}`);
    if (!held() && thread.hasOlder) await thread.older(200);
    requestAnimationFrame(() => {
      const node = held();
      node?.scrollIntoView({ block: 'center' });
      node?.focus();
    });
  }
  const jump = useRef(scrollTo);
  useEffect(() => {
    jump.current = scrollTo;
  });
  useEffect(() => {
    // failing to load older ones leaves the reader where they are, with the button for it
    if (goTo) jump.current(goTo.seq).catch(() => undefined);
  }, [goTo]);

  const names = channel.members.flatMap((m) => [m.name, m.short_name]);
  const place = { channel, me: viewer.user_id, zone, now, names };
  const lastRead = lastReadByOthers(channel, viewer.user_id, messages);

  return (
    <div className={styles.thread}>
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-label={`Messages, ${channel.name}`}
        aria-busy={thread.thread.isPending}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text must be reachable by keyboard
        tabIndex={0}
      >
        <div className={styles.inner}>
          {thread.thread.isPending ? (
            <SkeletonRows rows={4} columns={[8, 60]} height={52} label="Loading messages" />
          ) : null}
          <Failure
            error={thread.thread.error}
            what="The messages could not be loaded."
            onRetry={() => void thread.thread.refetch()}
          />
          {thread.hasOlder ? (
            <div className={styles.older}>
              <Button
                size="sm"
                kind="quiet"
                busy={thread.loadingOlder}
                onClick={() => void thread.older().catch(() => undefined)}
              >
                Earlier messages
              </Button>
            </div>
          ) : thread.thread.isSuccess ? (
            <p className={styles.opened}>
              <IconLockOpen size={14} stroke={1.75} aria-hidden />
              {openedWords(channel)} Times are in {zoneShort(now, { zone })}.
            </p>
          ) : null}
          {messages.map((message, i) => {
            const before = messages[i - 1];
            const newDay = !before || dayOf(before.created_at, zone) !== dayOf(message.created_at, zone);
            const firstNew =
              newAfter !== null &&
              message.seq > newAfter &&
              (!before || before.seq <= newAfter) &&
              message.sender?.user_id !== viewer.user_id;
            return (
              <Fragment key={message.seq}>
                {newDay ? <div className={styles.day}>{dayWords(message.created_at, now, zone)}</div> : null}
                {firstNew ? <div className={styles.new}>New</div> : null}
                <MessageItem
                  message={message}
                  place={place}
                  follows={!newDay && !firstNew && follows(before, message)}
                  read={message.seq === lastRead}
                  onReply={() => setReplyTo(message)}
                  onGoTo={(seq) => void scrollTo(seq).catch(() => undefined)}
                  onEdit={(body) => thread.edit(message.id, body)}
                  onTakeBack={() => thread.takeBack(message.id)}
                />
              </Fragment>
            );
          })}
          {unsent.map((item) => (
            <UnsentItem
              key={item.message.client_id}
              item={item}
              name={fullName(viewer)}
              seat={channel.own_seat}
              names={names}
              onRetry={() => thread.outbox.retry(item.message.client_id)}
              onDiscard={() => thread.outbox.discard(item.message.client_id)}
            />
          ))}
        </div>
      </div>
      <div className={styles.below}>
        {atEnd ? null : (
          <button type="button" className={styles.toEnd} onClick={toEnd}>
            <IconArrowDown size={14} stroke={2} aria-hidden /> Newest messages
          </button>
        )}
        <div className={styles.writers} aria-live="polite">
          {writersWords(thread.writers)}
        </div>
        <Connection />
        {KINDS[channel.review.kind].has_agreement && (channel.seat === 'expert' || channel.own_seat === 'expert') ? (
          <Slot
            name="WrittenNotice"
            kind={channel.review.kind}
            reviewId={channel.review.id}
            of="conversation"
            waiting={null}
          />
        ) : null}
        <Composer
          channel={channel}
          replyTo={replyTo}
          onEndReply={() => setReplyTo(null)}
          onSend={(message) => {
            thread.send(message);
            toEnd();
          }}
          onWriting={thread.writing}
        />
      </div>
    </div>
  );
}

/** By the same person within two minutes, and nothing in between. */
function follows(before: MessageView | undefined, message: MessageView): boolean {
  return (
    before !== undefined &&
    message.reply_to === null &&
    before.sender?.user_id === message.sender?.user_id &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS
  );
}

/** The last own message that somebody of the other side has read. */
function lastReadByOthers(channel: ChannelView, me: number, messages: readonly MessageView[]): number | null {
  const marks = channel.members.filter((m) => m.seat !== channel.own_seat).map((m) => m.last_read_seq);
  const upTo = Math.max(0, ...marks);
  return messages.findLast((m) => m.seq <= upTo && m.sender?.user_id === me && m.deleted_at === null)?.seq ?? null;
}

function openedWords(channel: ChannelView): string {
  if (channel.audience === 'requester_staff') return 'Opened when this review was ordered.';
  return channel.audience === 'call' ? 'Everybody who joins the call reads this.' : 'Opened when the expert accepted.';
}

function writersWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  if (names.length === 1) return `${names[0]} is writing`;
  return names.length === 2 ? `${names[0]} and ${names[1]} are writing` : 'Several people are writing';
}

/** What scrolls a conversation: itself, or in a low window the page or drawer around it. */
function scrollerOf(log: HTMLElement): Element {
  for (let node: Element | null = log; node; node = node.parentElement)
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  return document.documentElement;
}

/** How far the end of the messages is below what is in sight, px. */
function belowSight(log: HTMLElement): number {
  const scroller = scrollerOf(log);
  if (scroller === log) return log.scrollHeight - log.scrollTop - log.clientHeight;
  const end = scroller === document.documentElement ? innerHeight : scroller.getBoundingClientRect().bottom;
  return log.getBoundingClientRect().bottom - end;
}

/** Shows the end, with the writer where both scroll together. A page that is about more than it stays where it is. */
function showEnd(log: HTMLElement): void {
  const scroller = scrollerOf(log);
  if (scroller === log) log.scrollTo({ top: log.scrollHeight });
  else if (isOwnPage(log, scroller)) log.parentElement?.scrollIntoView({ block: 'end' });
}

const isOwnPage = (log: HTMLElement, scroller: Element): boolean =>
  scroller !== document.documentElement || log.closest('[data-fixed]') !== null;

/** Stays at the end while the reader is there, keeps the place while older messages come in above. */
function useEnd(messages: readonly MessageView[], unsent: number, newAfter: number | null) {
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const held = useRef({ first: 0, height: 0, end: true, opened: false });
  const first = messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;

  useLayoutEffect(() => {
    const node = box.current;
    if (!node || (last === 0 && unsent === 0)) return;
    const h = held.current;
    const scroller = scrollerOf(node);
    if (!h.opened) {
      h.opened = true;
      const divider = newAfter === null ? null : node.querySelector(`.${styles.new}`);
      // the conversation scrolls, never a page around it that is about more
      if (!divider) showEnd(node);
      else if (isOwnPage(node, scroller))
        scroller.scrollBy({
          top: divider.getBoundingClientRect().top - (scroller === node ? node.getBoundingClientRect().top : 0),
        });
      h.end = belowSight(node) < AT_END_PX;
      setAtEnd(h.end);
    } else if (h.first !== 0 && first < h.first) {
      scroller.scrollBy({ top: node.scrollHeight - h.height });
    } else if (h.end) {
      showEnd(node);
    }
    h.first = first;
    h.height = node.scrollHeight;
  }, [first, last, unsent, newAfter]);

  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    // a smaller box (a growing writer, the phone's keyboard) must not hide the end; what scrolls around it is not pulled
    const watch = new ResizeObserver(() => {
      if (held.current.end && scrollerOf(node) === node) showEnd(node);
    });
    watch.observe(node);
    const look = (): void => {
      held.current.end = belowSight(node) < AT_END_PX;
      setAtEnd(held.current.end);
    };
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      watch.disconnect();
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, []);

  return {
    box,
    atEnd,
    toEnd() {
      held.current.end = true;
      setAtEnd(true);
      requestAnimationFrame(() => {
        if (box.current) showEnd(box.current);
      });
    },
  };
}

/** Marks as read what the reader has before them: the end of the thread, on a page that is shown. */
function useRead(thread: ThreadState, channel: ChannelView, atEnd: boolean): void {
  const last = thread.messages.at(-1)?.seq ?? 0;
  const read = channel.last_read_seq;
  const mark = useRef(thread.read);
  useEffect(() => {
    mark.current = thread.read;
  });
  useEffect(() => {
    if (read === null || last <= read || !atEnd) return undefined;
    const now = (): void => {
      if (document.visibilityState === 'visible') mark.current(last);
    };
    now();
    document.addEventListener('visibilitychange', now);
    return () => document.removeEventListener('visibilitychange', now);
  }, [atEnd, last, read]);
}

/** Says that the connection is gone once it is gone for more than a moment. */
function Connection() {
  const state = useLiveState();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(state !== 'connected'), state === 'connected' ? 0 : OFFLINE_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (!late || state === 'connected') return null;
  return (
    <div className={styles.offline}>
      <InlineNotice kind="warn" live>
        {state === 'offline'
          ? 'No connection. What you write is kept and sent as soon as it is back.'
          : 'Connecting again. What you write is kept and sent.'}
      </InlineNotice>
    </div>
  );
}
