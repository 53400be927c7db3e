import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { Ball } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { examEndpoints } from '../../exams/contract.ts';
import { examineeEndpoints, type ExamineeView } from '../contract.ts';
import { LONGEST_ANSWER, REMINDERS, type Reminders } from '../rules/answers.ts';
import { Arrangements } from './arrangements.tsx';
import { ToCallOff } from './to-call-off.tsx';
import { useCopy } from '../../../ui/form/use-copy.ts';
import styles from './examinee.module.css';

const TOUCHED = [examineeEndpoints.read] as const;
/** What was written shows where its service is proven, too. */
const WRITTEN = [examineeEndpoints.read, examEndpoints.read] as const;
const BY: Readonly<Record<Reminders, string>> = { none: 'None', email: 'By e-mail', text: 'By text message' };

/** The examinee of an exam that is set: their page, what they answered there, and what is to be done about it. */
export function ExamineeCard({ kind, reviewId }: { kind: Kind; reviewId: number }) {
  const {
    data: examinee,
    error,
    refetch,
  } = useQuery({
    ...query(examineeEndpoints.read, { kind, params: { id: reviewId } }),
    refetchOnWindowFocus: true,
  });
  const id = useId();
  if (error && !examinee && (error.status === 404 || error.status === 403)) return null;
  if (error && !examinee)
    return <Failure error={error} what="The examinee’s answers could not be loaded." onRetry={() => void refetch()} />;
  if (!examinee) return null;
  const { answers } = examinee;
  const answered = answers.confirmed_at !== null || answers.other_date !== null || answers.needs !== '';
  if (!examinee.set && !answered && examinee.to_call_off.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.card}>
      <SectionHead id={id} title="Examinee" />
      {examinee.set || answered ? <Standing examinee={examinee} /> : null}
      <ToCallOff kind={kind} examinee={examinee} />
      <Said examinee={examinee} />
      <Arrangements kind={kind} examinee={examinee} />
      <Letters kind={kind} examinee={examinee} />
      <Acts kind={kind} examinee={examinee} />
    </section>
  );
}

/** Whose move it is, in a line. */
function Standing({ examinee }: { examinee: ExamineeView }) {
  const { side, time_zone: zone } = useViewer();
  const { confirmed_at, other_date } = examinee.answers;
  const asks = other_date !== null && other_date.settled_at === null;
  if (asks && examinee.set)
    return (
      <p className={styles.standing}>
        <Ball seat="staff" yours={side === 'staff'} silent />
        <span>
          <b>{side === 'staff' ? 'Your move' : 'Peritus’s move'}</b>: the examinee asks for another date. Move the exam,
          or answer that it stays.
        </span>
      </p>
    );
  return (
    <p className={styles.standing}>
      {confirmed_at === null
        ? 'The examinee has not said yet whether they come.'
        : `The examinee said on ${formatInstant(confirmed_at, { zone })} that they will come.`}
    </p>
  );
}

function Said({ examinee }: { examinee: ExamineeView }) {
  const { time_zone: zone, side } = useViewer();
  const { link, answers } = examinee;
  const when = (at: string) => formatInstant(at, { zone });
  const { other_date } = answers;
  return (
    <Facts
      labelWidth={120}
      items={[
        {
          label: 'Their page',
          value:
            side === 'expert' || !examinee.set
              ? null
              : link === null
                ? 'No link yet'
                : link.opened_at === null || link.last_opened_at === null
                  ? `Link made by ${link.created_by} on ${when(link.created_at)}. Not opened yet`
                  : `Opened ${plural(link.opens, 'time')}, last on ${when(link.last_opened_at)}`,
        },
        {
          label: 'Written to',
          value:
            side === 'expert' || !examinee.through_attorney
              ? null
              : 'Their attorney, instead of them, as the rule asks. The link is not mailed to them: it stands in the attorney’s letter.',
        },
        {
          label: 'Language',
          value:
            side === 'expert' ? null : (
              <>
                {examinee.language}
                {examinee.speaks === null ? '' : `. There are no texts in ${examinee.speaks} yet`}
                {examinee.text_check?.reviewed_by ? (
                  <span className={styles.line}>
                    Texts checked by {examinee.text_check.reviewed_by}, as {examinee.text_check.recorded_by} recorded on{' '}
                    {when(examinee.text_check.recorded_at ?? '')}
                  </span>
                ) : null}
                {examinee.unchecked ? (
                  <span className={styles.unchecked}>
                    Nobody has checked the {examinee.language} texts: they go beside the English only.
                  </span>
                ) : null}
              </>
            ),
        },
        {
          label: 'Another date',
          value: other_date && (
            <>
              Asked for on {when(other_date.asked_at)}
              {other_date.reason === '' ? '' : `: “${other_date.reason}”`}
              {other_date.answer === '' ? null : (
                <span className={styles.line}>
                  {other_date.settled_by} answered: “{other_date.answer}”
                </span>
              )}
            </>
          ),
        },
        {
          label: 'They need',
          value: answers.needs === '' ? null : `“${answers.needs}”`,
        },
        {
          label: 'Reminders',
          value:
            side === 'expert' || answers.agreed_at === null
              ? null
              : `${BY[answers.reminders]}${answers.remind_at === '' ? '' : ` to ${answers.remind_at}, 7, 3 and 1 days before`}. ${
                  answers.noted_by === null ? 'They said so' : `Noted by ${answers.noted_by}`
                } on ${when(answers.agreed_at)}`,
        },
      ]}
    />
  );
}

type Act = { kind: Kind; examinee: ExamineeView };

const TO = { examinee: 'To the examinee', attorney: 'To the attorney', copy: 'Copy' } as const;

/** The notices that were written, each with its version and the languages it is in. */
function Letters({ kind, examinee }: Act) {
  const { time_zone: zone } = useViewer();
  if (examinee.letters.length === 0) return null;
  return (
    <RuledList label="Letters">
      {examinee.letters.map((one) => (
        <RuledRow
          key={one.id}
          title={
            <TextLink
              href={urlOf(examineeEndpoints.letter, { kind, params: { id: examinee.review_id, letterId: one.id } })}
              target="_blank"
              rel="noreferrer"
            >
              {one.recipient === 'copy' ? `Copy to ${one.addressee}` : TO[one.recipient]}, version {one.version}
            </TextLink>
          }
          lines={[
            one.texts
              .map(
                ({ language, version, checked }) =>
                  `${language}, text version ${version}${checked ? '' : ', not checked by anybody'}`,
              )
              .join('. '),
            `Written by ${one.made_by} on ${formatInstant(one.made_at, { zone })}`,
          ]}
        />
      ))}
    </RuledList>
  );
}

function Acts({ kind, examinee }: Act) {
  const [open, setOpen] = useState<'answer' | 'reminders' | 'texts' | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const { can, link } = examinee;
  const params = { id: examinee.review_id };
  const make = useCommand(examineeEndpoints.makeLink, {
    refresh: TOUCHED,
    onSuccess: (made) => {
      setAddress(made.address);
      toastDone(made.mailed ? 'The link is made and mailed.' : 'The link is made.');
    },
  });
  const write = useCommand(examineeEndpoints.writeLetters, {
    refresh: WRITTEN,
    onSuccess: () => toastDone('The notice is written.'),
  });
  const revoke = useCommand(examineeEndpoints.revokeLink, {
    refresh: TOUCHED,
    onSuccess: () => {
      setAddress(null);
      toastDone('The link is withdrawn.');
    },
  });
  if (!can.make_link && !can.revoke_link && !can.settle) return null;
  return (
    <>
      {address === null ? null : <PageAddress address={address} />}
      <Failure error={make.error ?? revoke.error ?? write.error} what="It could not be done." />
      {open === 'answer' ? <AnswerForm kind={kind} examinee={examinee} onClose={() => setOpen(null)} /> : null}
      {open === 'reminders' ? <RemindersForm kind={kind} examinee={examinee} onClose={() => setOpen(null)} /> : null}
      {open === 'texts' ? <TextsForm examinee={examinee} onClose={() => setOpen(null)} /> : null}
      {open === null ? (
        <div className={styles.acts}>
          {can.settle ? <Button onClick={() => setOpen('answer')}>Answer the examinee</Button> : null}
          {can.write_letters ? (
            <Button busy={write.isPending} onClick={() => write.mutate({ kind, params, body: {} })}>
              {examinee.letters.length === 0 ? 'Write the notice' : 'Write the notice anew'}
            </Button>
          ) : null}
          {can.make_link ? (
            <Button kind="quiet" busy={make.isPending} onClick={() => make.mutate({ kind, params, body: {} })}>
              {link === null ? 'Make the link to their page' : 'Make another link'}
            </Button>
          ) : null}
          {can.revoke_link ? (
            <Button kind="quiet" busy={revoke.isPending} onClick={() => revoke.mutate({ kind, params, body: {} })}>
              Withdraw the link
            </Button>
          ) : null}
          {can.note_reminders ? (
            <Button kind="quiet" onClick={() => setOpen('reminders')}>
              Note how to remind them
            </Button>
          ) : null}
          {can.check_texts && examinee.set ? (
            <Button kind="quiet" onClick={() => setOpen('texts')}>
              Who checked the {examinee.language}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The address of their page, to be read out or sent on. */
function PageAddress({ address }: { address: string }) {
  const { copied, copy } = useCopy(address);
  return (
    <div className={styles.address}>
      <TextField path="address" label="The examinee’s page" value={address} onChange={() => undefined} readOnly />
      <Button onClick={() => void copy()}>Copy</Button>
      <p className={styles.copied}>Shown here once. It stands in their letter, too; it ends after the exam.</p>
      <p role="status" className={styles.copied}>
        {copied === 'yes'
          ? 'Copied.'
          : copied === 'failed'
            ? 'Your browser did not allow it. Select the address and copy it.'
            : ''}
      </p>
    </div>
  );
}

function FormActs({
  submit,
  busy,
  disabled,
  onClose,
}: {
  submit: string;
  busy: boolean;
  disabled: boolean;
  onClose: () => void;
}): ReactNode {
  return (
    <div className={styles.acts}>
      <Button type="submit" busy={busy} disabled={disabled}>
        {submit}
      </Button>
      <Button kind="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}

function AnswerForm({ kind, examinee, onClose }: Act & { onClose: () => void }) {
  const [answer, setAnswer] = useState('');
  const settle = useCommand(examineeEndpoints.settle, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Answered. They read it on their page.');
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!settle.isPending && answer.trim() !== '')
      settle.mutate({ kind, params: { id: examinee.review_id }, body: { answer: answer.trim() } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Answer the examinee">
      <TextArea
        path="answer"
        label="Why the exam stays as it is"
        help={`They read it on their page as you write it${examinee.language === 'English' ? '' : `; they read ${examinee.language}`}.`}
        rows={3}
        max={LONGEST_ANSWER}
        value={answer}
        onChange={setAnswer}
      />
      <Failure error={settle.error} what="The answer could not be sent." />
      <FormActs submit="Answer" busy={settle.isPending} disabled={answer.trim() === ''} onClose={onClose} />
    </form>
  );
}

/** Who checked the texts of their language: then a notice goes out in it alone. */
function TextsForm({ examinee, onClose }: { examinee: ExamineeView; onClose: () => void }) {
  const { language, text_check } = examinee;
  const [by, setBy] = useState(text_check?.reviewed_by ?? '');
  const check = useCommand(examineeEndpoints.checkTexts, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Recorded.');
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!check.isPending && text_check) check.mutate({ body: { language: text_check.code, reviewed_by: by.trim() } });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={`Who checked the ${language} texts`}>
      <TextField
        path="reviewed_by"
        label={`Who checked the ${language} texts`}
        help={`Somebody who reads both languages, with what qualifies them. From then on notices go out in ${language} alone. Empty it where nobody did. A text that changes has to be checked again.`}
        value={by}
        onChange={setBy}
      />
      <Failure error={check.error} what="It could not be recorded." />
      <FormActs
        submit="Record it"
        busy={check.isPending}
        disabled={by.trim() === (text_check?.reviewed_by ?? '')}
        onClose={onClose}
      />
    </form>
  );
}

function RemindersForm({ kind, examinee, onClose }: Act & { onClose: () => void }) {
  const { answers, texts_sent } = examinee;
  const [by, setBy] = useState<Reminders>(answers.reminders);
  const [to, setTo] = useState(answers.remind_at);
  const note = useCommand(examineeEndpoints.noteReminders, {
    refresh: TOUCHED,
    onSuccess: () => {
      toastDone('Noted.');
      onClose();
    },
  });
  const errors = note.error?.errors ?? [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (note.isPending) return;
    const body = { reminders: by, remind_at: by === 'none' ? '' : to.trim() };
    note.mutate({ kind, params: { id: examinee.review_id }, body });
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Note how to remind the examinee">
      <RadioField
        path="reminders"
        label="How the examinee agreed to be reminded"
        help={
          texts_sent
            ? 'Seven, three and one days before. Note only what they said.'
            : 'Seven, three and one days before. Note only what they said. No text messages can be sent from this installation.'
        }
        value={by}
        error={errorAt(errors, 'reminders')}
        onChange={(next) => setBy(REMINDERS.find((one) => one === next) ?? 'none')}
        options={REMINDERS.filter((one) => one !== 'text' || texts_sent).map((value) => ({ value, label: BY[value] }))}
      />
      {by === 'none' ? null : (
        <TextField
          path="remind_at"
          label={by === 'email' ? 'Their e-mail' : 'Their mobile number'}
          value={to}
          error={errorAt(errors, 'remind_at')}
          onChange={setTo}
        />
      )}
      {errors.length === 0 ? <Failure error={note.error} what="It could not be noted." /> : null}
      <FormActs submit="Note it" busy={note.isPending} disabled={false} onClose={onClose} />
    </form>
  );
}
