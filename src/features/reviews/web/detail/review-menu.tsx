import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { IconButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { addWatcher, createReview, readReview, removeWatcher, type ReviewDetail } from '../../contract.ts';
import { neighbors, stateRow } from '../../rules.ts';
import { type ActionAsk, menuActions } from './actions.ts';
import type { useAct } from './use-act.ts';
import styles from './detail.module.css';

/** All that can be done with the review besides what comes next. */
export function ReviewMenu({
  kind,
  review,
  act,
  onAsk,
}: {
  kind: Kind;
  review: ReviewDetail;
  act: ReturnType<typeof useAct>;
  onAsk: (ask: ActionAsk) => void;
}) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const [overriding, setOverriding] = useState(false);
  const copy = useCommand(createReview, {
    onSuccess: (made) => void navigate({ to: `/${KINDS[kind].slug}/${made.review_id}/step-one` as never }),
  });
  const follow = useCommand(addWatcher, { refresh: [readReview] });
  const unfollow = useCommand(removeWatcher, { refresh: [readReview] });
  const me = { kind, params: { id: review.id, user_id: viewer.user_id } };
  const acts = menuActions(review);
  const base = `/${KINDS[kind].slug}/${review.id}`;
  const can = (ability: string) => review.abilities[ability]?.allowed ?? false;
  const board = review.invitations !== null || review.candidates !== null;
  const staff = viewer.seat === 'staff';
  const empty = acts.length === 0 && !can('copy') && !can('override') && !can('request_files') && !staff;
  if (empty && !can('add_watcher')) return null;
  const go = (to: string) => void navigate({ to: to as never });
  const plain = acts.filter((a) => !a.danger);
  const ending = acts.filter((a) => a.danger);
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <IconButton label="More actions" kind="default" size="md">
            <IconDots stroke={1.75} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {plain.map((ask) => (
            <Menu.Item key={ask.action} onClick={() => onAsk(ask)}>
              {ask.label}
            </Menu.Item>
          ))}
          {can('request_files') ? (
            <Menu.Item onClick={() => go(`${base}/file-request`)}>Ask for records</Menu.Item>
          ) : null}
          {staff && board ? (
            <Menu.Item onClick={() => go(`${base}/matching`)}>Open the matching board</Menu.Item>
          ) : null}
          {can('copy') ? (
            <Menu.Item onClick={() => copy.mutate({ kind, body: { copy_of: review.id } })}>
              Copy into a new draft
            </Menu.Item>
          ) : null}
          {can('add_watcher') ? (
            <Menu.Item onClick={() => (review.watching ? unfollow.mutate(me) : follow.mutate(me))}>
              {review.watching ? 'Stop following' : 'Follow this review'}
            </Menu.Item>
          ) : null}
          {can('override') ? <Menu.Item onClick={() => setOverriding(true)}>Override the status</Menu.Item> : null}
          {ending.length > 0 && plain.length > 0 ? <Menu.Divider /> : null}
          {ending.map((ask) => (
            <Menu.Item key={ask.action} className={styles.ending} onClick={() => onAsk(ask)}>
              {ask.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {overriding ? (
        <OverrideDialog kind={kind} review={review} onClose={() => setOverriding(false)} onRun={act.override} />
      ) : null}
    </>
  );
}

/** Moves the review to a neighboring state against the table, with a reason everyone sees. */
function OverrideDialog({
  kind,
  review,
  onClose,
  onRun,
}: {
  kind: Kind;
  review: ReviewDetail;
  onClose: () => void;
  onRun: (to: string, reason: string) => Promise<void>;
}) {
  const [to, setTo] = useState<string | null>(null);
  const options = neighbors(kind, { status: review.status.key, return_status: null }).map((status) => ({
    value: status,
    label: stateRow(kind, status).label,
  }));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Override the status of ${review.number}?`}
      confirmLabel="Override"
      cancelLabel={`Leave it at “${review.status.label}”`}
      danger={false}
      disabled={to === null}
      reason={{ required: true, note: 'everyone in the review sees it' }}
      onConfirm={async (reason) => {
        if (to === null) return;
        await onRun(to, reason);
        onClose();
      }}
    >
      <p className={styles.dialogText}>
        It moves without the usual checks. The timeline shows it as an override with your name.
      </p>
      <SelectField path="to" label="New status" value={to} onChange={setTo} options={options} required />
    </ConfirmDialog>
  );
}

/** Asks before an action that loses or costs something. */
export function AskDialog({
  ask,
  onClose,
  onRun,
}: {
  ask: ActionAsk;
  onClose: () => void;
  onRun: (ask: ActionAsk, reason: string) => Promise<void>;
}) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={ask.question ?? ask.label}
      confirmLabel={ask.confirm}
      cancelLabel={ask.keep}
      danger={ask.danger}
      {...(ask.reason
        ? {
            reason: {
              label: ask.reason_label,
              required: true,
              max: 2_000,
              ...(ask.reason_hint ? { note: ask.reason_hint } : {}),
            },
          }
        : {})}
      onConfirm={async (reason) => {
        await onRun(ask, reason);
        onClose();
      }}
    >
      <p>{ask.text}</p>
    </ConfirmDialog>
  );
}
