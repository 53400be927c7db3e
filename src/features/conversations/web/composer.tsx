import { IconAt, IconBold, IconList, IconSend2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { Menu, MenuItem } from '../../../ui/parts/menu.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import type { ChannelView, MessageView, NewMessage } from '../contract.ts';
import { BODY_MAX, excerpt, TYPING_MS } from '../rules.ts';
import { AttachFile, AttachedFile, type Picked } from './attach-file.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import styles from './composer.module.css';

const SEND_KEY = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl Enter';

/**
 * Where a message is written. Ctrl Enter sends, Enter is a new line. What is written is kept on this device from the
 * first letter until it is sent.
 */
export function Composer({
  channel,
  replyTo,
  onEndReply,
  onSend,
  onWriting,
}: {
  channel: ChannelView;
  replyTo: MessageView | null;
  onEndReply: () => void;
  onSend: (message: Omit<NewMessage, 'client_id'>) => void;
  onWriting: (on: boolean) => void;
}) {
  const viewer = useViewer();
  const id = channel.channel_id;
  const [text, setText] = useState(() => readDraft(viewer.user_id, id));
  const [files, setFiles] = useState<readonly Picked[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const told = useRef(Number.NEGATIVE_INFINITY);
  const hint = useId();
  const others = channel.members.filter((m) => m.user_id !== viewer.user_id);

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    if (text !== '') area.style.height = `${Math.min(area.scrollHeight, 220)}px`;
  }, [text]);

  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);

  function change(next: string): void {
    setText(next);
    keepDraft(viewer.user_id, id, next);
    const now = performance.now();
    if (next !== '' && now - told.current > TYPING_MS / 2) {
      told.current = now;
      onWriting(true);
    }
  }

  /** Puts marks around what is selected, or before its lines, and keeps the selection. */
  function mark(make: (selected: string) => { text: string; from: number; to: number }, wholeLines = false): void {
    const area = field.current;
    if (!area) return;
    let { selectionStart: from, selectionEnd: to } = area;
    if (wholeLines) {
      from = text.lastIndexOf('\n', from - 1) + 1;
      const end = text.indexOf('\n', to);
      to = end === -1 ? text.length : end;
    }
    const made = make(text.slice(from, to));
    change(text.slice(0, from) + made.text + text.slice(to));
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from + made.from, from + made.to);
    });
  }
  const bold = () => mark((s) => ({ text: `**${s}**`, from: 2, to: 2 + s.length }));
  const list = () =>
    mark((s) => {
      const lines = s.split('\n').map((line) => (line.startsWith('- ') ? line.slice(2) : `- ${line}`));
      const made = lines.join('\n');
      return { text: made, from: made.length, to: made.length };
    }, true);
  const mention = (name: string) => mark(() => ({ text: `@${name} `, from: name.length + 2, to: name.length + 2 }));

  const empty = text.trim() === '' && files.length === 0;
  const tooLong = text.trim().length > BODY_MAX;

  function send(): void {
    if (empty || tooLong) {
      field.current?.focus();
      return;
    }
    onSend({
      body: text.trim(),
      ...(replyTo ? { reply_to: replyTo.id } : {}),
      ...(files.length > 0 ? { attachments: files.map(({ file, page }) => ({ file_id: file.id, page })) } : {}),
    });
    setText('');
    setFiles([]);
    keepDraft(viewer.user_id, id, '');
    told.current = Number.NEGATIVE_INFINITY;
    onEndReply();
    field.current?.focus();
  }

  function keys(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      bold();
    } else if (event.key === 'Escape' && replyTo) {
      event.stopPropagation();
      onEndReply();
    }
  }

  const to = `Write to ${channel.audience === 'call' ? 'everybody in the call' : channel.name}`;
  if (!channel.can_send) return <p className={styles.closed}>{channel.cannot_send_reason}</p>;
  return (
    <div className={styles.composer}>
      {replyTo ? (
        <div className={styles.reply}>
          <span className={styles.replyWords}>
            <b>{replyTo.sender?.short_name}</b> {excerpt(replyTo.body, 90) || 'A file'}
          </span>
          <IconButton label="Do not reply to this message" onClick={onEndReply}>
            <IconX stroke={2} />
          </IconButton>
        </div>
      ) : null}
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        value={text}
        placeholder={to}
        aria-label={to}
        aria-describedby={hint}
        onChange={(event) => change(event.target.value)}
        onBlur={() => {
          if (told.current > 0 && text !== '') onWriting(false);
          told.current = Number.NEGATIVE_INFINITY;
        }}
        onKeyDown={keys}
      />
      {files.length > 0 ? (
        <ul className={styles.files} aria-label="Files to send">
          {files.map((picked) => (
            <AttachedFile
              key={picked.file.id}
              picked={picked}
              onPage={(page) => setFiles(files.map((f) => (f.file.id === picked.file.id ? { ...f, page } : f)))}
              onRemove={() => setFiles(files.filter((f) => f.file.id !== picked.file.id))}
            />
          ))}
        </ul>
      ) : null}
      <div className={styles.bar}>
        <IconButton label="Bold" onClick={bold}>
          <IconBold stroke={1.75} />
        </IconButton>
        <IconButton label="List" onClick={list}>
          <IconList stroke={1.75} />
        </IconButton>
        <AttachFile channel={channel} picked={files} onPick={(file) => setFiles([...files, { file, page: null }])} />
        <Menu
          label="Mention someone"
          above
          end={false}
          renderButton={(button) => (
            <IconButton {...button} label="Mention someone" disabled={others.length === 0}>
              <IconAt stroke={1.75} />
            </IconButton>
          )}
        >
          {others.slice(0, 30).map((member) => (
            <MenuItem key={member.user_id} onClick={() => mention(member.name)}>
              {member.name}
            </MenuItem>
          ))}
        </Menu>
        <span id={hint} className={tooLong ? styles.tooLong : styles.hint}>
          {tooLong ? `${text.trim().length - BODY_MAX} characters too long` : `${SEND_KEY} sends`}
        </span>
        <Button
          kind="accent"
          icon={<IconSend2 stroke={1.75} aria-hidden />}
          aria-disabled={empty || tooLong}
          onClick={send}
        >
          Send
        </Button>
      </div>
    </div>
  );
}
