import type { AbilityName } from '../../rules.ts';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isSuperAdmin } from '../../../../core/actor.ts';
import { KINDS, type Kind } from '../../../../core/kinds.ts';
import { ApiError } from '../../../../ui/api/client.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { IconButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../../ui/parts/menu.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { addFollower, createReview, readReview, removeFollower, type ReviewDetail } from '../../contract.ts';
import { isPurged, neighbors, stateRow } from '../../rules.ts';
import { type ActionAsk, menuActions } from './actions.ts';
import type { useAct } from './use-act.ts';
import styles from './detail.module.css';

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'edge');
const SalesDialog = lazyPart(() => import('./sales-dialog.tsx'), 'edge');
const LegalHoldDialog = lazyPart(async () => ({ default: (await import('./legal-hold.tsx')).LegalHoldDialog }), 'edge');
const AskPurgeDialog = lazyPart(
  async () => ({ default: (await import('./purge-request.tsx')).AskPurgeDialog }),
  'edge',
);
const RaiseAttention = lazyPart(async () => ({ default: (await import('./attention.tsx')).RaiseAttention }), 'edge');

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
  const [open, setOpen] = useState<'transfer' | 'attention' | 'sales' | 'hold' | 'override' | 'purge' | null>(null);
  const close = () => setOpen(null);
  const copy = useCommand(createReview, {
    onSuccess: (made) => void navigate({ to: `/${KINDS[kind].slug}/${made.review_id}/step-one` }),
  });
  const follow = useCommand(addFollower, { refresh: [readReview] });
  const unfollow = useCommand(removeFollower, { refresh: [readReview] });
  const me = { kind, params: { id: review.id, user_id: viewer.user_id } };
  const acts = menuActions(review);
  const base = `/${KINDS[kind].slug}/${review.id}`;
  const can = (ability: AbilityName) => review.abilities[ability]?.allowed ?? false;
  const board = review.invitations !== null || review.candidates !== null;
  const staff = viewer.side === 'staff';
  const empty = acts.length === 0 && !can('copy') && !can('override') && !can('request_files') && !staff;
  // staff see everything anyway; a colleague who follows may stop
  const mayFollow = viewer.side === 'requester' && (can('add_watcher') || review.watching);
  // a review seen in part is nothing to file
  const prints = review.view === 'full' || review.view === 'no_contents';
  if (empty && !mayFollow && !prints && !can('raise_attention')) return null;
  const go = (to: string) => void navigate({ to });
  const plain = acts.filter((a) => !a.danger);
  const ending = acts.filter((a) => a.danger);
  return (
    <>
      <Menu
        label="More actions"
        renderButton={(button) => (
          <IconButton {...button} label="More actions" kind="default" size="md">
            <IconDots stroke={1.75} />
          </IconButton>
        )}
      >
        {plain.map((ask) => (
          <MenuItem key={ask.action} onClick={() => onAsk(ask)}>
            {ask.label}
          </MenuItem>
        ))}
        {can('request_files') ? <MenuItem onClick={() => go(`${base}/file-request`)}>Ask for records</MenuItem> : null}
        {staff && board ? <MenuItem onClick={() => go(`${base}/matching`)}>Open the matching board</MenuItem> : null}
        {can('copy') ? (
          <MenuItem onClick={() => copy.mutate({ kind, body: { copy_of: review.id } })}>Order one like this</MenuItem>
        ) : null}
        {mayFollow ? (
          <MenuItem onClick={() => (review.watching ? unfollow.mutate(me) : follow.mutate(me))}>
            {review.watching ? 'Stop following' : 'Follow this review'}
          </MenuItem>
        ) : null}
        {can('request_transfer') ? <MenuItem onClick={() => setOpen('transfer')}>Ask for a transfer</MenuItem> : null}
        {can('raise_attention') ? (
          <MenuItem onClick={() => setOpen('attention')}>Mark as needing attention</MenuItem>
        ) : null}
        {prints ? (
          <MenuItem onClick={() => window.open(`${base}?print=1`, '_blank', 'noopener')}>Print</MenuItem>
        ) : null}
        {isSuperAdmin(viewer.kind) && !isPurged({ kind, status: review.status.key }) ? (
          <MenuItem onClick={() => setOpen('hold')}>Legal hold</MenuItem>
        ) : null}
        {staff ? <MenuItem onClick={() => setOpen('sales')}>Sales tracking</MenuItem> : null}
        {can('override') ? <MenuItem onClick={() => setOpen('override')}>Override the status</MenuItem> : null}
        {(ending.length > 0 || can('purge')) && plain.length > 0 ? <MenuDivider /> : null}
        {ending.map((ask) => (
          <MenuItem key={ask.action} className={styles.ending} onClick={() => onAsk(ask)}>
            {ask.label}
          </MenuItem>
        ))}
        {can('purge') ? (
          <MenuItem className={styles.ending} onClick={() => setOpen('purge')}>
            Ask to delete its records for good
          </MenuItem>
        ) : null}
      </Menu>
      <Suspense fallback={null}>
        {open === 'transfer' ? <TransferDialog kind={kind} review={review} onClose={close} /> : null}
        {open === 'sales' ? (
          <SalesDialog kind={kind} reviewId={review.id} number={review.number} onClose={close} />
        ) : null}
        {open === 'hold' ? <LegalHoldDialog kind={kind} reviewId={review.id} onClose={close} /> : null}
        {open === 'purge' ? <AskPurgeDialog kind={kind} review={review} onClose={close} /> : null}
        {open === 'attention' ? <RaiseAttention kind={kind} review={review} onClose={close} /> : null}
      </Suspense>
      {open === 'override' ? <OverrideDialog kind={kind} review={review} onClose={close} onRun={act.override} /> : null}
    </>
  );
}

interface SeatUse {
  used: number;
  quota: number;
}

/** The use of its seat's quota that a refused override asks to confirm. */
function seatUseIn(error: unknown): SeatUse | null {
  const current = error instanceof ApiError ? (error.problem?.current as { seat?: SeatUse } | undefined) : undefined;
  return current?.seat ?? null;
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
  onRun: (to: string, reason: string, confirmedSeatUse?: number) => Promise<void>;
}) {
  const [to, setTo] = useState<string | null>(null);
  /** What it does to the quota of the review's seat, once the server has said so. */
  const [seat, setSeat] = useState<SeatUse | null>(null);
  const options = neighbors(kind, { status: review.status.key, return_status: null }).map((status) => ({
    value: status,
    label: stateRow(kind, status).label,
  }));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Override the status of ${review.number}?`}
      confirmLabel={seat ? `Override, use ${seat.used} of ${seat.quota}` : 'Override'}
      cancelLabel={`Leave it at “${review.status.label}”`}
      danger={false}
      disabled={to === null}
      reason={{ required: true, note: 'everyone in the review sees it' }}
      onConfirm={async (reason) => {
        if (to === null) return;
        try {
          await onRun(to, reason, seat?.used);
        } catch (error) {
          const asked = seatUseIn(error);
          if (asked) setSeat(asked);
          throw error;
        }
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
  const [chosen, setChosen] = useState<string | null>(null);
  const { choice } = ask;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={ask.question ?? ask.label}
      confirmLabel={ask.confirm}
      cancelLabel={ask.keep}
      danger={ask.danger}
      disabled={choice !== null && chosen === null}
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
        await onRun(choice && chosen ? { ...ask, body: { ...ask.body, [choice.key]: chosen } } : ask, reason);
        onClose();
      }}
    >
      <p className={styles.dialogText}>{ask.text}</p>
      {choice ? (
        <SelectField
          path={choice.key}
          label={choice.label}
          value={chosen}
          onChange={setChosen}
          options={[...choice.options]}
          required
        />
      ) : null}
    </ConfirmDialog>
  );
}
