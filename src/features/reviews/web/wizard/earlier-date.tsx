import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { askEarlierDate, type ReviewDetail } from '../../contract.ts';
import { dateBeside } from '../../rules.ts';
import { AFTER_ACT } from '../detail/use-act.ts';
import EarlierDateNotice from '../shared/earlier-date-notice.tsx';
import { Failed } from '../shared/states.tsx';
import type { AskingEarlier } from './use-earlier-date.ts';
import styles from './earlier-date.module.css';

/** Under the date: the offer to ask the expert for an earlier one, or what is asked already. */
export default function EarlierDate({
  kind,
  review,
  asking,
}: {
  kind: Kind;
  review: ReviewDetail;
  asking: AskingEarlier;
}) {
  const { wanted, was, want } = asking;
  const [missing, setMissing] = useState(false);
  const ask = useCommand(askEarlierDate, {
    refresh: AFTER_ACT,
    onSuccess: () => {
      want(null);
      toastDone('Asked. You’ll hear as soon as the expert answers.');
    },
  });
  if (was === null) return null;
  if (!wanted)
    return review.earlier_date ? (
      <div className={styles.ask}>
        <EarlierDateNotice kind={kind} review={review} />
      </div>
    ) : null;
  const [asked, stands] = [dateBeside(wanted.needed_by, was), dateBeside(was, wanted.needed_by)];
  const fault = ask.error?.errors[0];
  const send = () => {
    setMissing(wanted.reason.trim() === '');
    if (wanted.reason.trim() !== '') ask.mutate({ kind, params: { id: review.id }, body: wanted });
  };
  return (
    <div className={styles.ask}>
      <InlineNotice title={`The expert accepted for ${stands}.`} live>
        {` ${asked} needs their agreement. Until then it stays ${stands}${review.earlier_date ? ', and what you asked before is replaced' : ''}.`}
      </InlineNotice>
      <TextArea
        path="earlier_date.reason"
        label="Why it is needed earlier"
        note="the expert reads it"
        rows={2}
        max={2_000}
        required
        value={wanted.reason}
        onChange={(reason) => {
          setMissing(false);
          want({ ...wanted, reason });
        }}
        error={missing ? 'Write a reason.' : fault?.path.endsWith('reason') ? fault.message : null}
        disabled={ask.isPending}
      />
      {ask.error && fault && !fault.path.endsWith('reason') ? (
        <InlineNotice kind="bad" title={fault.message} live />
      ) : null}
      {ask.error && !fault ? <Failed what="This" verb="asked" error={ask.error} onRetry={ask.reset} /> : null}
      <div className={styles.buttons}>
        <Button kind="primary" busy={ask.isPending} onClick={send}>
          Ask for {asked}
        </Button>
        <Button kind="quiet" disabled={ask.isPending} onClick={() => want(null)}>
          Keep {stands}
        </Button>
      </div>
    </div>
  );
}
