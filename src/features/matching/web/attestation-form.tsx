import { ATTESTATION_LINES, attestationState } from '../../reviews/rules.ts';
import { capital, spelledPlural } from '../../../core/phrases.ts';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { DeclineForm } from '../../../ui/form/decline-form.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { YesNoLines } from '../../../ui/form/yes-no-lines.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { readReview } from '../../reviews/contract.ts';
import { type InvitationView, matchingEndpoints } from '../contract.ts';
import { DECLINE_REASONS } from '../rules.ts';
import styles from './invitation.module.css';

const REFRESH = [matchingEndpoints.invitation, readReview];

/** The expert's answer: conflict questions line by line, then accept; or decline with a reason. */
export function AttestationForm({ kind, token, view }: { kind: Kind; token: string; view: InvitationView }) {
  const navigate = useNavigate();
  const [answers, setAnswers] = useState<Partial<Record<string, boolean>>>({});
  const { decided } = view;
  const [disclosure, setDisclosure] = useState(decided?.disclosure ?? '');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [declining, setDeclining] = useState(false);
  const { missing, disclosed } = attestationState(answers);
  // what was decided holds for these words about these lines
  const holds =
    decided !== null &&
    disclosure.trim() === decided.disclosure &&
    disclosed.every((line) => decided.lines.includes(line));
  const asks = disclosed.length > 0 && !holds;
  const accept = useCommand(matchingEndpoints.accept, {
    refresh: REFRESH,
    onSuccess: ({ accepted, review_id }) => {
      if (!accepted) return;
      toastDone('You accepted. The records are open.');
      void navigate({ to: reviewHref(kind, review_id) });
    },
    onError: (error) => {
      setFaults(Object.fromEntries(error.errors.map((e) => [e.path, e.message])));
      const [first] = error.errors;
      if (first) focusPath(first.path);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    const found: Record<string, string> = {};
    for (const key of missing) found[`answers.${key}`] = 'Answer yes or no.';
    if (disclosed.length > 0 && disclosure.trim() === '') found.disclosure = 'Say in a sentence or two what it is.';
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) focusPath(first);
    else accept.mutate({ params: { token }, body: { answers, disclosure: disclosure.trim() } });
  };
  if (view.awaiting_decision)
    return (
      <>
        <InlineNotice
          title="What you disclosed is being reviewed."
          icon={<IconInfoCircle size={16} stroke={1.9} aria-hidden />}
        >
          You’ll hear from them by e-mail before the invitation ends. Until then there is nothing you need to do.
        </InlineNotice>
        <Decline token={token} onClose={() => setDeclining(false)} open={declining} onOpen={() => setDeclining(true)} />
      </>
    );
  return (
    <>
      <form className={styles.form} onSubmit={send} noValidate aria-labelledby="attest">
        <SectionHead
          id="attest"
          title="Before any record opens"
          note={
            missing.length === 0
              ? 'all answered'
              : `${ATTESTATION_LINES.length - missing.length} of ${ATTESTATION_LINES.length} answered`
          }
        />
        <YesNoLines
          lines={ATTESTATION_LINES}
          answers={answers}
          disclosed={disclosed}
          faults={faults}
          disabled={accept.isPending}
          onAnswer={(key, yes) => {
            setAnswers((now) => ({ ...now, [key]: yes }));
            setFaults(({ [`answers.${key}`]: _gone, ...rest }) => rest);
          }}
        />
        {disclosed.length > 0 ? (
          <div className={styles.disclosure}>
            <TextArea
              path="disclosure"
              label="What is it?"
              help="Name, kind of relation, and when. The requester does not see this."
              rows={3}
              max={4000}
              counted={disclosure.length > 3200}
              value={disclosure}
              error={faults.disclosure}
              onChange={(words) => {
                setDisclosure(words);
                setFaults(({ disclosure: _gone, ...rest }) => rest);
              }}
            />
            <p className={styles.small}>
              {holds
                ? 'This was decided not to stand in the way. What you change here is decided again before you can accept.'
                : 'This goes to the matching team first. When they see no conflict in it, you can accept; the records stay closed until then.'}
            </p>
          </div>
        ) : null}
        {Object.keys(faults).some((path) => path.startsWith('answers.')) ? (
          <FieldError>{capital(spelledPlural(missing.length, 'question'))} still to answer.</FieldError>
        ) : null}
        {accept.error && accept.error.errors.length === 0 ? (
          <Failure error={accept.error} what="Your answer could not be sent. It is still here." />
        ) : null}
        <div className={styles.acts}>
          <Button type="submit" kind="primary" size="lg" busy={accept.isPending} icon={<IconCheck stroke={1.75} />}>
            {asks ? 'Attest and ask the matching team' : 'Attest and accept'}
          </Button>
          {declining ? null : (
            <Button kind="quiet" size="lg" onClick={() => setDeclining(true)}>
              Decline
            </Button>
          )}
        </div>
      </form>
      {declining ? <Decline token={token} open onOpen={() => undefined} onClose={() => setDeclining(false)} /> : null}
      {view.review_id !== null ? <Slot name="TalkFirst" kind={kind} reviewId={view.review_id} waiting={null} /> : null}
    </>
  );
}

function Decline({
  token,
  open,
  onOpen,
  onClose,
}: {
  token: string;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const decline = useCommand(matchingEndpoints.decline, { refresh: REFRESH });
  if (!open)
    return (
      <div className={styles.acts}>
        <Button onClick={onOpen}>Decline</Button>
      </div>
    );
  return (
    <DeclineForm
      title="Decline the invitation"
      help="It helps us to ask better next time. The requester does not see it."
      reasons={DECLINE_REASONS}
      busy={decline.isPending}
      error={decline.error}
      onSend={(body) => decline.mutate({ params: { token }, body })}
      onClose={onClose}
    />
  );
}
