import type { AbilityName } from '../../rules.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button, TextButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant, formatNear } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import {
  acknowledgeAttention,
  type AttentionEntry,
  raiseAttention,
  resolveAttention,
  type ReviewDetail,
} from '../../contract.ts';
import { ATTENTION_REASONS, type AttentionReasonKey } from '../../rules.ts';
import { Failed } from '../shared/states.tsx';
import { AFTER_ACT } from './use-act.ts';
import styles from './attention.module.css';

/** What needs attention and what is to be done about it; what was settled stands below, on demand. */
export function AttentionPanel({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const [all, setAll] = useState(false);
  const entries = review.attention ?? [];
  const open = entries.filter((entry) => entry.resolved_at === null);
  const past = entries.filter((entry) => entry.resolved_at !== null);
  if (entries.length === 0) return null;
  const history = (
    <>
      <TextButton aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Hide what was settled' : `Show what was settled (${past.length})`}
      </TextButton>
      {all ? (
        <ul className={styles.past}>
          {past.map((entry) => (
            <Settled key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
    </>
  );
  if (open.length === 0)
    return (
      <section aria-label="What needed attention" className={styles.quiet}>
        {history}
      </section>
    );
  return (
    <section aria-labelledby="attention" className={styles.panel}>
      <h2 id="attention" className={styles.title}>
        <IconAlertTriangle size={18} stroke={1.9} aria-hidden />
        Needs attention
      </h2>
      {open.map((entry) => (
        <Entry key={entry.id} kind={kind} review={review} entry={entry} />
      ))}
      {past.length > 0 ? history : null}
    </section>
  );
}

function Entry({ kind, review, entry }: { kind: Kind; review: ReviewDetail; entry: AttentionEntry }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const [settling, setSettling] = useState(false);
  const acknowledge = useCommand(acknowledgeAttention, {
    refresh: AFTER_ACT,
    onSuccess: () => toastDone('Noted. Settle it here once it is taken care of.'),
  });
  const resolve = useCommand(resolveAttention, { refresh: AFTER_ACT });
  const where = { kind, params: { id: review.id, entry_id: entry.id } };
  const at = (instant: string): string => formatNear(instant, { now, zone: time_zone });
  const late = Date.parse(entry.acknowledge_by) < now;
  const may = (action: AbilityName): boolean => review.abilities[action]?.allowed ?? false;
  return (
    <div className={styles.entry}>
      <p>
        <b>{entry.label}.</b> {entry.note}
      </p>
      <p className={styles.meta}>
        Marked by {entry.raised_by}, {at(entry.raised_at)}.{' '}
        {entry.acknowledged_at
          ? `${entry.acknowledged_by ?? ''} acknowledged it ${at(entry.acknowledged_at)}.`
          : late
            ? `No one acknowledged it by ${formatInstant(entry.acknowledge_by, { zone: time_zone })}. Peritus was told.`
            : `To be acknowledged by ${formatInstant(entry.acknowledge_by, { zone: time_zone })}.`}
      </p>
      {may('resolve_attention') ? (
        <div className={styles.acts}>
          {entry.acknowledged_at === null && may('acknowledge_attention') ? (
            <Button kind="primary" busy={acknowledge.isPending} onClick={() => acknowledge.mutate(where)}>
              Acknowledge
            </Button>
          ) : null}
          <Button onClick={() => setSettling(true)}>Settle it</Button>
        </div>
      ) : null}
      {acknowledge.error ? (
        <Failed what="This" verb="carried out" error={acknowledge.error} onRetry={acknowledge.reset} />
      ) : null}
      {settling ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setSettling(false)}
          title={`Settle “${entry.label}”?`}
          confirmLabel="Settle it"
          cancelLabel="Not yet"
          reason={{ label: 'How it was settled', required: true, max: 2_000, note: 'it stays with the review' }}
          onConfirm={async (note) => {
            await resolve.mutateAsync({ ...where, body: { note } });
            setSettling(false);
            toastDone('Settled.');
          }}
        >
          <p>It no longer prevents closing. If it comes up again, it can be marked again.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function Settled({ entry }: { entry: AttentionEntry }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const at = (instant: string): string => formatNear(instant, { now, zone: time_zone });
  return (
    <li>
      <p>
        <b>{entry.label}.</b> {entry.note}
      </p>
      <p className={styles.meta}>
        Marked by {entry.raised_by}, {at(entry.raised_at)}. Settled by {entry.resolved_by ?? 'Peritus'},{' '}
        {entry.resolved_at ? at(entry.resolved_at) : ''}
        {entry.resolution ? `: ${entry.resolution}` : ''}
      </p>
    </li>
  );
}

/** Marks a review: why, and what is wrong, in the writer's words. */
export function RaiseAttention({ kind, review, onClose }: { kind: Kind; review: ReviewDetail; onClose: () => void }) {
  const [reason, setReason] = useState<string | null>(null);
  const raise = useCommand(raiseAttention, { refresh: AFTER_ACT });
  const urgent = ATTENTION_REASONS.find((one) => one.value === reason)?.urgent ?? false;
  return (
    <ConfirmDialog
      open
      danger={false}
      onClose={onClose}
      title={`Mark ${review.number} as needing attention?`}
      confirmLabel="Mark it"
      cancelLabel="Leave it"
      disabled={reason === null}
      reason={{
        label: 'What is wrong',
        required: true,
        max: 2_000,
        note: 'the organization and Peritus read it',
      }}
      onConfirm={async (note) => {
        await raise.mutateAsync({
          kind,
          params: { id: review.id },
          body: { reason: reason as AttentionReasonKey, note },
        });
        toastDone('Marked. The review managers and Peritus have been notified.');
        onClose();
      }}
    >
      <p className={styles.dialogText}>
        {urgent
          ? 'The review managers and Peritus get an e-mail at once, without any detail of the patient.'
          : 'Its status stays as it is. Someone acknowledges it within a business day, and it cannot be closed before it is settled.'}
      </p>
      <SelectField
        path="reason"
        label="Why"
        value={reason}
        onChange={setReason}
        options={ATTENTION_REASONS.map(({ value, label }) => ({ value, label }))}
        required
      />
    </ConfirmDialog>
  );
}
