import { plural } from '../../../core/phrases.ts';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconChecks,
  IconClockPause,
  IconDots,
  IconExclamationCircle,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiError } from '../../../ui/api/client.ts';
import { Button, IconButton, TextButton } from '../../../ui/parts/button.tsx';
import { Menu, MenuItem } from '../../../ui/parts/menu.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { RouteLink } from '../../../ui/parts/link.tsx';
import { SideAvatar } from '../../../ui/parts/side-avatar.tsx';
import { formatInstant, formatTime } from '../../../ui/time/format.ts';
import type { ChannelView, MessageView } from '../contract.ts';
import type { Seat } from '../rules/channels.ts';
import { cannotChange } from '../rules.ts';
import { FileGlyph } from './attach-file.tsx';
import type { Unsent } from './outbox.ts';
import { RichText } from './rich-text.tsx';
import styles from './thread.module.css';

interface ThreadContext {
  channel: ChannelView;
  me: number;
  zone: string;
  now: number;
  names: readonly string[];
}

/** One message with what can be done with it. `follows`: by the same person right after, so the head is left out. */
export function MessageItem({
  message,
  place,
  follows,
  read,
  onReply,
  onGoTo,
  onEdit,
  onTakeBack,
}: {
  message: MessageView;
  place: ThreadContext;
  follows: boolean;
  /** The other side has read it; only told for one's own last ones. */
  read: boolean;
  onReply: () => void;
  onGoTo: (seq: number) => void;
  onEdit: (body: string) => Promise<void>;
  onTakeBack: () => Promise<void>;
}) {
  const { channel, me, zone, now, names } = place;
  const [editing, setEditing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const own = message.sender?.user_id === me;
  const gone = message.deleted_at !== null;
  const name = own ? 'You' : (message.sender?.short_name ?? 'Peritus');
  const time = formatTime(message.created_at, { zone });
  const exact = formatInstant(message.created_at, { zone, now });
  const mayChange =
    own &&
    channel.can_send &&
    cannotChange({ created_at: new Date(message.created_at), deleted_at: gone ? new Date(0) : null }, new Date(now)) ===
      null;

  return (
    <article
      id={`message-${message.seq}`}
      className={cx(styles.message, follows && styles.follows)}
      aria-label={`${name}, ${exact}`}
      tabIndex={-1}
    >
      {follows ? (
        <time className={styles.sideTime} dateTime={message.created_at} title={exact}>
          {time}
        </time>
      ) : (
        <SideAvatar name={message.sender?.name ?? 'Peritus'} seat={message.sender?.seat ?? 'staff'} size={28} />
      )}
      <div className={styles.content}>
        {follows ? null : (
          <div className={styles.head}>
            <b>{name}</b>
            <time dateTime={message.created_at} title={exact}>
              {time}
            </time>
          </div>
        )}
        {message.reply_to ? (
          <button type="button" className={styles.quote} onClick={() => onGoTo(message.reply_to?.seq ?? 0)}>
            {message.reply_to.sender ? <b>{message.reply_to.sender} </b> : null}
            {message.reply_to.deleted ? 'Message taken back' : message.reply_to.excerpt || 'An earlier message'}
          </button>
        ) : null}
        {editing ? (
          <EditField
            message={message}
            onDone={() => setEditing(false)}
            onSave={async (body) => {
              await onEdit(body);
              setEditing(false);
            }}
          />
        ) : gone ? (
          <p className={styles.gone}>{own ? 'You took this message back.' : 'This message was taken back.'}</p>
        ) : (
          <>
            {message.body === '' ? null : <RichText body={message.body} names={names} />}
            <Attachments message={message} channel={channel} />
          </>
        )}
        <div className={styles.foot}>
          {message.edited_at && !gone ? (
            <span title={formatInstant(message.edited_at, { zone, now })}>Edited</span>
          ) : null}
          {read ? (
            <span className={styles.read}>
              <IconChecks size={14} stroke={2} aria-hidden /> Read
            </span>
          ) : null}
          {failed ? (
            <span className={styles.failed} role="alert">
              {failed}
            </span>
          ) : null}
        </div>
      </div>
      {gone || editing || (!channel.can_send && !mayChange) ? null : (
        <div className={styles.acts}>
          <IconButton label={`Reply to ${own ? 'your message' : name}`} onClick={onReply}>
            <IconArrowBackUp stroke={1.75} />
          </IconButton>
          {mayChange ? (
            <Menu
              label="Change your message"
              renderButton={(button) => (
                <IconButton {...button} label="Change your message">
                  <IconDots stroke={1.75} />
                </IconButton>
              )}
            >
              <MenuItem onClick={() => setEditing(true)}>Edit</MenuItem>
              <MenuItem
                onClick={() => {
                  setFailed(null);
                  onTakeBack().catch((error: unknown) => setFailed(sentence(error, 'It could not be taken back.')));
                }}
              >
                Take back
              </MenuItem>
            </Menu>
          ) : null}
        </div>
      )}
    </article>
  );
}

const sentence = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.problem !== null ? (error.errors[0]?.message ?? error.message) : otherwise;

function Attachments({ message, channel }: { message: MessageView; channel: ChannelView }) {
  if (message.attachments.length === 0) return null;
  return (
    <ul className={styles.files}>
      {message.attachments.map((file) => (
        <li key={`${file.file_id}-${file.page ?? 0}`}>
          {file.name === null ? (
            <span className={styles.fileGone}>A record that is not shown to you</span>
          ) : (
            <RouteLink
              className={styles.file}
              href={`/preview-file/${file.file_id}?reviewId=${channel.review.id}&reviewProductType=${channel.review.kind}${file.page === null ? '' : `&page=${file.page}`}`}
            >
              <FileGlyph type={file.content_type} size={22} />
              <span className={styles.fileWords}>
                <b>{file.name}</b>
                <span>{pageWords(file.page, file.pages)}</span>
              </span>
              <IconArrowUpRight size={16} stroke={1.75} aria-hidden />
            </RouteLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function pageWords(page: number | null, pages: number | null): string {
  if (page !== null) return pages === null ? `Page ${page}` : `Page ${page} of ${pages}`;
  return pages === null ? 'Open' : plural(pages, 'page');
}

function EditField({
  message,
  onDone,
  onSave,
}: {
  message: MessageView;
  onDone: () => void;
  onSave: (body: string) => Promise<void>;
}) {
  const [text, setText] = useState(message.body);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  async function save(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await onSave(text.trim());
    } catch (error) {
      setFault(sentence(error, 'It could not be saved. Try again.'));
      setBusy(false);
    }
  }
  return (
    <div className={styles.editing}>
      <textarea
        aria-label="Your message"
        aria-describedby={fault ? id : undefined}
        aria-invalid={fault ? true : undefined}
        value={text}
        rows={Math.min(text.split('\n').length + 1, 8)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the reader to write in it
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone();
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      />
      {fault ? (
        <p id={id} className={styles.failed} role="alert">
          {fault}
        </p>
      ) : null}
      <div className={styles.editActs}>
        <Button size="sm" kind="default" busy={busy} onClick={() => void save()}>
          Save
        </Button>
        <Button size="sm" kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** A message on its way, or one that needs its writer. */
export function UnsentItem({
  item,
  name,
  seat,
  names,
  onRetry,
  onDiscard,
}: {
  item: Unsent;
  name: string;
  seat: Seat | null;
  names: readonly string[];
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const { message, state, reason } = item;
  return (
    <article className={cx(styles.message, state !== 'failed' && styles.pending)} aria-label="Your unsent message">
      <SideAvatar name={name} seat={seat} size={28} />
      <div className={styles.content}>
        <div className={styles.head}>
          <b>You</b>
          <span>
            {state === 'failed'
              ? 'Not sent'
              : state === 'waiting'
                ? reason === null
                  ? 'Waiting for the connection'
                  : 'Waiting'
                : 'Sending'}
          </span>
        </div>
        {message.body === '' ? null : <RichText body={message.body} names={names} />}
        {message.attachments?.length ? (
          <p className={styles.gone}>
            {message.attachments.length === 1 ? 'With a record' : `With ${message.attachments.length} records`}
          </p>
        ) : null}
        {state === 'failed' ? (
          <div className={styles.unsent} role="alert">
            <IconExclamationCircle size={15} stroke={1.9} aria-hidden />
            <span>{reason ?? 'It could not be sent.'}</span>
            <TextButton onClick={onRetry}>Try again</TextButton>
            <TextButton onClick={onDiscard}>Discard</TextButton>
          </div>
        ) : state === 'waiting' ? (
          <div className={styles.waiting}>
            <IconClockPause size={14} stroke={1.9} aria-hidden />{' '}
            {reason === null
              ? 'Will be sent as soon as the connection is back'
              : 'Many messages at once: this one will be sent within a minute'}
          </div>
        ) : null}
      </div>
    </article>
  );
}
