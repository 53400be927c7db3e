import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isExpert } from '../../../core/actor.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { interviewEndpoints } from '../contract.ts';
import { INTERVIEW_STATE_WORDS } from '../rules.ts';
import { OfferForm } from './offer-form.tsx';
import { TOUCHED } from './touched.ts';
import styles from './interviews.module.css';

/** Under the questions of an invitation: the expert asks to talk before accepting, or goes to the interview there is. */
export function TalkFirst({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const viewer = useViewer();
  const holds = KINDS[kind].names_first && isExpert(viewer.kind);
  const { data } = useQuery({ ...query(interviewEndpoints.own, {}), enabled: holds });
  const [open, setOpen] = useState(false);
  const propose = useCommand(interviewEndpoints.propose, {
    refresh: TOUCHED,
    onSuccess: () => toastDone('The firm is asked to choose a time.'),
  });
  if (!holds || !data) return null;
  const there = data.interviews.find((one) => one.review_id === reviewId);
  if (there)
    return (
      <div className={styles.first}>
        <Quiet>
          Your interview with the law firm: {INTERVIEW_STATE_WORDS[there.state].toLowerCase()}. Accept or decline once
          you have talked.
        </Quiet>
        <ButtonLink href={`/interview/${there.id}`}>Go to the interview</ButtonLink>
      </div>
    );
  if (!open)
    return (
      <div className={styles.first}>
        <Quiet>
          You would like to talk with the firm before you accept? Offer times; the invitation stays open until then.
        </Quiet>
        <Button onClick={() => setOpen(true)}>Ask to talk first</Button>
      </div>
    );
  return (
    <div className={styles.first}>
      <OfferForm
        name={`talk-first-${reviewId}`}
        attests
        asksLength
        submit="Ask for an interview"
        busy={propose.isPending}
        error={propose.error}
        onClose={() => setOpen(false)}
        onSend={({ answers = {}, minutes, starts_at }, forget) =>
          propose.mutate(
            { kind, params: { id: reviewId }, body: { answers, minutes, starts_at } },
            { onSuccess: forget },
          )
        }
      />
    </div>
  );
}
