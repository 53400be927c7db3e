import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { ApiError, call } from '../../../ui/api/client.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { StaleVersion } from '../../../ui/form/autosave.ts';
import { SaveState } from '../../../ui/form/save-state.tsx';
import { useAutosave } from '../../../ui/form/use-autosave.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button, ButtonLink } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { readReview } from '../../reviews/contract.ts';
import { purposeLetterEndpoints, type PurposeLetterView } from '../contract.ts';
import { type LetterBody, letterFaults, letterText } from '../rules.ts';
import { Checks } from './checks.tsx';
import { LetterForm } from './letter-form.tsx';
import { LetterPaper } from './letter-paper.tsx';
import styles from './purpose-letter.module.css';

const e = purposeLetterEndpoints;
const TOUCHED = [e.read, readReview] as const;

/** What can be done about the letter now: write it, have it written, read what is proposed. */
export function LetterWork({ kind, letter }: { kind: Kind; letter: PurposeLetterView }) {
  const params = { id: letter.review_id };
  const { can, state } = letter;
  const newest = useRef(letter.lock_version);
  const initial = useMemo(() => ({ value: letter.body, version: letter.lock_version }), [letter]);
  const save = useCallback(
    async (body: LetterBody, lock_version: number) => {
      try {
        const fresh = await call(e.write, { kind, params: { id: letter.review_id }, body: { body, lock_version } });
        newest.current = fresh.lock_version;
        return { version: fresh.lock_version };
      } catch (error) {
        const now =
          error instanceof ApiError && error.code === 'stale'
            ? (error.problem?.current as PurposeLetterView | undefined)
            : null;
        if (now) throw new StaleVersion<LetterBody>({ value: now.body, version: now.lock_version });
        throw error;
      }
    },
    [kind, letter.review_id],
  );
  const {
    value: body,
    set: setBody,
    state: saving,
    flush,
    resolve,
    onBlur,
  } = useAutosave<LetterBody>({
    draftKey: `purpose-letter-${letter.review_id}`,
    initial,
    save,
  });
  const [begun, setBegun] = useState(state !== 'none' && state !== 'sent');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const done = (words: string) => ({ refresh: TOUCHED, onSuccess: () => toastDone(words) });
  const ask = useCommand(e.ask, done('Asked. Peritus writes it and proposes it to you.'));
  const takeBack = useCommand(e.takeBack, done('It is yours to write.'));
  const propose = useCommand(e.propose, done('Proposed. The requester sends it, or returns it.'));
  const send = useCommand(e.send, done('Sent. It joins the records, and the examiner gets it with them.'));
  const zone = useViewer().time_zone;

  const end = async (how: typeof propose | typeof send) => {
    const missing = letterFaults(body);
    setFaults(Object.fromEntries(missing.map(({ path, message }) => [path, message])));
    if (missing.length > 0 || busy) return;
    setBusy(true);
    try {
      await flush();
      // what the order gave and nobody changed is not kept yet
      if (newest.current === letter.lock_version && (state === 'none' || state === 'sent'))
        await save(body, letter.lock_version);
      setFailed(null);
      how.mutate({ kind, params, body: { lock_version: newest.current } });
    } catch (error) {
      setFailed(error instanceof ApiError ? error : null);
    } finally {
      setBusy(false);
    }
  };
  const error = failed ?? ask.error ?? takeBack.error ?? propose.error ?? send.error;

  if (state === 'proposed')
    return (
      <Proposed
        kind={kind}
        letter={letter}
        onSend={() => send.mutate({ kind, params, body: { lock_version: letter.lock_version } })}
        busy={send.isPending}
        error={send.error}
      />
    );
  if (state === 'asked' && !can.write)
    return (
      <Standing
        title="Peritus writes the letter"
        text="You get a proposal, which you send or return. Until then you can still write it yourself."
        acts={
          can.take_back ? (
            <Button kind="quiet" busy={takeBack.isPending} onClick={() => takeBack.mutate({ kind, params, body: {} })}>
              Write it myself after all
            </Button>
          ) : null
        }
        error={error}
      />
    );
  if (!can.write || !begun)
    return (
      <Standing
        title={state === 'sent' ? 'The letter is among the records' : 'There is no purpose letter yet'}
        text={
          state === 'sent'
            ? 'The examiner gets it with them. You can send another version; those before it stay.'
            : 'Write it from your order: the examinee, the body parts, your questions and the index of the records are filled in.'
        }
        acts={
          <>
            {can.write ? (
              <Button kind={state === 'sent' ? 'quiet' : 'primary'} onClick={() => setBegun(true)}>
                {state === 'sent' ? 'Write another version' : 'Write the letter'}
              </Button>
            ) : null}
            {can.ask ? (
              <Button busy={ask.isPending} onClick={() => ask.mutate({ kind, params, body: {} })}>
                Have it written for us
              </Button>
            ) : null}
            {can.upload && state === 'none' ? (
              <ButtonLink kind="quiet" href={reviewHref(kind, letter.review_id)}>
                Upload one to the records
              </ButtonLink>
            ) : null}
          </>
        }
        error={error}
      />
    );
  return (
    <div className={styles.work}>
      <div className={styles.form} onBlur={onBlur}>
        {saving.kind === 'conflict' ? (
          <InlineNotice
            kind="conflict"
            title="The letter was changed elsewhere."
            actions={[
              { label: 'Show theirs', onAct: () => resolve('fresh') },
              { label: 'Keep mine', onAct: () => resolve('mine') },
            ]}
          >
            Yours is still here.
          </InlineNotice>
        ) : null}
        {letter.returned_reason ? (
          <InlineNotice kind="warn" title="Returned by the requester.">
            {letter.returned_reason}
          </InlineNotice>
        ) : null}
        <LetterForm letter={letter} body={body} faults={faults} onChange={setBody} />
        <Failure error={error} what="The letter could not be kept." />
        <div className={styles.acts}>
          {can.propose ? (
            <Button kind="primary" busy={busy || propose.isPending} onClick={() => void end(propose)}>
              Propose it to the requester
            </Button>
          ) : (
            <Button kind="primary" busy={busy || send.isPending} onClick={() => void end(send)}>
              Send it to the records
            </Button>
          )}
          {can.ask ? (
            <Button kind="quiet" busy={ask.isPending} onClick={() => ask.mutate({ kind, params, body: {} })}>
              Have it written for us
            </Button>
          ) : null}
          <SaveState state={saving} zone={zone} />
        </div>
      </div>
      <Checks letter={letter} body={body} />
    </div>
  );
}

/** How it stands, and what can be done, where nothing is being written. */
function Standing({
  title,
  text,
  acts,
  error,
}: {
  title: string;
  text: string;
  acts: ReactNode;
  error: ApiError | null;
}) {
  return (
    <section className={styles.standing}>
      <h2>{title}</h2>
      <p>{text}</p>
      <Failure error={error} what="It could not be done." />
      <div className={styles.acts}>{acts}</div>
    </section>
  );
}

/** What Peritus wrote, for the requester to send or return. */
function Proposed({
  kind,
  letter,
  busy,
  error,
  onSend,
}: {
  kind: Kind;
  letter: PurposeLetterView;
  busy: boolean;
  error: ApiError | null;
  onSend: () => void;
}) {
  const [returning, setReturning] = useState(false);
  const [reason, setReason] = useState('');
  const id = useId();
  const back = useCommand(e.return, { refresh: TOUCHED, onSuccess: () => toastDone('Returned, with what to change.') });
  return (
    <div className={styles.work}>
      <section className={styles.form} aria-labelledby={id}>
        <h2 id={id}>{letter.can.send ? 'Written for you: read it, then send it' : 'Proposed to the requester'}</h2>
        <LetterPaper text={letterText(letter.body, letter.facts)} />
        <Failure error={error ?? back.error} what="It could not be done." />
        {letter.can.send ? (
          returning ? (
            <div className={styles.form}>
              <TextArea
                path="reason"
                label="What should be changed?"
                help="Peritus reads it above the letter."
                rows={3}
                max={2000}
                value={reason}
                onChange={setReason}
              />
              <div className={styles.acts}>
                <Button
                  kind="primary"
                  disabled={reason.trim() === ''}
                  busy={back.isPending}
                  onClick={() =>
                    back.mutate({ kind, params: { id: letter.review_id }, body: { reason: reason.trim() } })
                  }
                >
                  Return it
                </Button>
                <Button kind="quiet" onClick={() => setReturning(false)}>
                  Leave it as it is
                </Button>
              </div>
            </div>
          ) : (
            <div className={styles.acts}>
              <Button kind="primary" busy={busy} onClick={onSend}>
                Send it to the records
              </Button>
              <Button onClick={() => setReturning(true)}>Return it</Button>
            </div>
          )
        ) : null}
      </section>
      <Checks letter={letter} body={letter.body} />
    </div>
  );
}
