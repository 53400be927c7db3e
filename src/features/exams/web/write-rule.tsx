import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { COVERAGES } from '../../reviews/kinds/ime/options.ts';
import { type ExamRuleEffect, examRuleEndpoints, type ExamRuleView } from '../contract/jurisdictions.ts';
import {
  ATTORNEY_NOTICES,
  ATTORNEY_WORDS,
  type AttorneyNotice,
  ELSEWHERE,
  type Lead,
  RULED,
  type RuleTerms,
  SENTENCE_MAX,
  type Span,
} from '../rules.ts';
import { begunFrom, missingOf, type TermsDraft, termsOf } from './rule-form.ts';
import styles from './exam-rules.module.css';

const { effect: asking, list, read, write } = examRuleEndpoints;
const COUNTED: { value: Span['of']; label: string }[] = [
  { value: 'calendar', label: 'days' },
  { value: 'business', label: 'business days' },
];

const LEADS: { value: Lead['of']; label: string }[] = [{ value: 'hours', label: 'hours' }, ...COUNTED];
const ATTORNEY: { value: AttorneyNotice; label: string }[] = [
  { value: 'beside', label: 'It goes to both' },
  { value: 'instead', label: 'It goes to the attorney instead' },
];

/** What is written of a version, kept on this device until it is saved; no draft where the rule ends. */
interface Written {
  draft: TermsDraft | null;
  from_on: string | null;
  reason: string;
}

/**
 * One more version of a rule, with what it changes before it is saved. `begin`: the terms it is written from, and whether they
 * are this rule's own; null: the rule ends. Where somebody else was faster, nothing that was written is lost.
 */
export function WriteRule({
  view,
  begin,
  onClose,
  onChanged,
}: {
  view: ExamRuleView;
  begin: { terms: RuleTerms; isOwn: boolean } | null;
  onClose: () => void;
  onChanged: (next: ExamRuleView) => void;
}) {
  const [written, setWritten, forget, discard] = useKept<Written>(
    `${useViewer().user_id}:exam-rule:${view.state}:${view.coverage ?? ''}:${begin ? 'terms' : 'end'}`,
    { draft: begin && begunFrom(begin.terms, begin.isOwn), from_on: null, reason: '' },
  );
  const [isBack, setIsBack] = useState(discard !== null);
  const { draft, from_on, reason } = written;
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState<ExamRuleEffect | null>(null);
  const [isStale, setIsStale] = useState(false);
  const params = {
    state: RULED.find((one) => one === view.state) ?? ELSEWHERE,
  };
  const coverage = COVERAGES.find(({ value }) => value === view.coverage)?.value ?? null;
  const look = useCommand(asking, { onSuccess: setShown });
  const save = useCommand(write, {
    refresh: [list, read],
    onSuccess: (next) => {
      onChanged(next);
      toastDone('Saved. It holds from its day on.');
      forget();
      onClose();
    },
    onError: (error) => {
      if (error.code !== 'stale' && error.code !== 'wrong_state') return;
      onChanged(error.problem?.current as ExamRuleView);
      setShown(null);
      setIsStale(error.code === 'stale');
    },
  });
  const missing = draft ? missingOf(draft, from_on) : from_on === null ? { from_on: 'Choose the day.' } : {};
  const faults = [...(look.error?.errors ?? []), ...(save.error?.errors ?? [])];
  const at = (path: string): string | undefined =>
    faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}.`))?.message ??
    (tried ? missing[path] : undefined);
  /** What was shown is of another version than the one that stands here now. */
  const changed = (): void => {
    setShown(null);
    look.reset();
    save.reset();
  };
  const put = (part: Partial<TermsDraft>): void => {
    if (draft) setWritten({ ...written, draft: { ...draft, ...part } });
    changed();
  };
  const version = () => ({ coverage, from_on: from_on ?? '', terms: draft && termsOf(draft) });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (look.isPending || save.isPending || Object.keys(missing).length > 0) return;
    if (shown === null) look.mutate({ params, body: version() });
    else if (reason.trim() !== '')
      save.mutate({ params, body: { ...version(), version: view.version, reason, seal: shown.seal } });
  };
  return (
    <section className={styles.part}>
      <SectionHead
        title={draft ? (view.versions.length === 0 ? 'Enter a rule' : 'A new version') : 'End this rule'}
        note={view.state === ELSEWHERE ? 'The default' : view.label}
      />
      {isStale ? (
        <InlineNotice kind="conflict" title="Someone else changed something meanwhile.">
          What you wrote is still here. Look at what it changes, then save again.
        </InlineNotice>
      ) : null}
      {isBack && discard ? (
        <InlineNotice
          kind="info"
          title="What you began here is back."
          actions={[
            {
              label: 'Begin anew',
              onAct: () => {
                discard();
                changed();
                setIsBack(false);
              },
            },
          ]}
        >
          It was not saved.
        </InlineNotice>
      ) : null}
      <form className={styles.sides} noValidate onSubmit={send}>
        <div className={styles.form}>
          {draft ? <TermsForm draft={draft} put={put} at={at} /> : null}
          {draft ? null : (
            <p className={styles.quiet}>
              From that day on what is entered for every line of the state holds, else the default. The versions stay
              here.
            </p>
          )}
          <DateField
            path="from_on"
            label="From which day on"
            help="It holds for exams that are held on that day or later."
            required
            min={view.today}
            value={from_on}
            error={at('from_on')}
            onChange={(day) => {
              setWritten({ ...written, from_on: day });
              changed();
            }}
          />
          <TextField
            path="reason"
            label="Reason"
            help="Kept with the version, and on the record."
            required
            maxLength={1000}
            value={reason}
            error={tried && shown !== null && reason.trim() === '' ? 'Say why.' : at('reason')}
            onChange={(next) => setWritten({ ...written, reason: next })}
          />
        </div>
        <div className={styles.effect}>
          {shown ? (
            <Effect effect={shown} />
          ) : (
            <p className={styles.quiet}>Before it is saved you see which exams it changes, and how.</p>
          )}
          <Failure
            error={
              [look.error, save.error].find((error) => error && error.errors.length === 0 && error.code !== 'stale') ??
              null
            }
            what="It was not saved."
          />
          <div className={styles.acts}>
            <Button
              kind="quiet"
              onClick={() => {
                forget();
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button type="submit" kind="primary" busy={look.isPending || save.isPending}>
              {shown === null ? 'See what changes' : draft ? 'Save this version' : 'End the rule'}
            </Button>
          </div>
        </div>
      </form>
    </section>
  );
}

type Put = (part: Partial<TermsDraft>) => void;

function TermsForm({ draft, put, at }: { draft: TermsDraft; put: Put; at: (path: string) => string | undefined }) {
  const span = (
    key: 'notice' | 'confirm' | 'report' | 'report_elsewhere' | 'records_service',
    label: string,
    help?: string,
  ) => (
    <SpanField
      path={`terms.${key}`}
      label={label}
      {...(help ? { help } : {})}
      required={key === 'notice' || key === 'report'}
      value={draft[key]}
      counted={COUNTED}
      error={at(`terms.${key}`)}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const sentence = (key: 'recipients' | 'recording' | 'companion' | 'missed', label: string, help: string) => (
    <TextField
      path={`terms.${key}`}
      label={label}
      help={help}
      optional
      maxLength={SENTENCE_MAX}
      value={draft[key]}
      error={at(`terms.${key}`)}
      onChange={(value) => put({ [key]: value })}
    />
  );
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Notice</legend>
        {span('notice', 'Served before the exam')}
        {span(
          'confirm',
          'In writing after it was set',
          'By then the notice confirms what was agreed. Empty: the rule does not ask for it.',
        )}
        <CheckboxField
          path="terms.by_mail"
          label="By post only"
          help="A courier or handing it over does not count."
          value={draft.by_mail}
          onChange={(by_mail) => put({ by_mail })}
        />
        <SelectField
          path="terms.attorney"
          label="Where the examinee has an attorney"
          options={ATTORNEY}
          value={draft.attorney}
          error={at('terms.attorney')}
          onChange={(next) => put({ attorney: ATTORNEY_NOTICES.find((one) => one === next) ?? draft.attorney })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Report</legend>
        {span('report', 'Due after the exam')}
        {span('report_elsewhere', 'Where the exam is held in another state', 'Empty: the same.')}
        {sentence(
          'recipients',
          'Who gets it, and how',
          'A sentence for the parties, such as “To all on the same day.”',
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Records</legend>
        {span('records_service', 'Served on the other side before the exam', 'Empty: the rule does not ask for it.')}
        <CheckboxField
          path="terms.declaration"
          label="With a declaration of their pages"
          value={draft.declaration}
          disabled={draft.records_service.days === null}
          onChange={(declaration) => put({ declaration })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>The day</legend>
        {sentence('recording', 'Recording', 'A sentence of the notice.')}
        {sentence('companion', 'Companion', 'A sentence of the notice.')}
        <SpanField
          path="terms.call_off"
          label="Called off in time before it"
          help="By the examinee. Empty: the rule names no such time."
          required={false}
          value={draft.call_off}
          counted={LEADS}
          error={at('terms.call_off')}
          onChange={(call_off) => put({ call_off })}
        />
        {sentence('missed', 'Missing it', 'What the examinee has to know of it. A sentence of the notice.')}
        <CheckboxField
          path="terms.telehealth"
          label="The exam may be held by video"
          help="Only where the source says so. Without it no exam is offered by video."
          value={draft.telehealth}
          onChange={(telehealth) => put({ telehealth })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>What else there is to know</legend>
        <TextArea
          path="terms.says"
          label="For the parties"
          help="A sentence on each line."
          optional
          rows={3}
          value={draft.says}
          error={at('terms.says')}
          onChange={(says) => put({ says })}
        />
        <TextArea
          path="terms.to_examinee"
          label="For the examinee"
          help="A sentence on each line. They stand in the notice."
          optional
          rows={3}
          value={draft.to_examinee}
          error={at('terms.to_examinee')}
          onChange={(to_examinee) => put({ to_examinee })}
        />
        <TextArea
          path="terms.certifies"
          label="What the examiner declares by signing"
          help="Word for word. The report has it before the signature."
          optional
          rows={4}
          max={5000}
          value={draft.certifies}
          error={at('terms.certifies')}
          onChange={(certifies) => put({ certifies })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Where it is from</legend>
        <TextField
          path="terms.source"
          label="Source"
          help="The section of the law or the rule, or the letter."
          required
          maxLength={500}
          value={draft.source}
          error={at('terms.source')}
          onChange={(source) => put({ source })}
        />
        <DateField
          path="terms.read_on"
          label="Read on"
          help="The day somebody last looked at the source."
          required
          value={draft.read_on}
          error={at('terms.read_on')}
          onChange={(read_on) => put({ read_on })}
        />
      </fieldset>
    </>
  );
}

function SpanField<Of extends Lead['of']>({
  path,
  label,
  help,
  required,
  value,
  counted,
  error,
  onChange,
}: {
  path: string;
  label: string;
  help?: string;
  required: boolean;
  value: { days: number | null; of: Of };
  counted: readonly { value: Of; label: string }[];
  error: string | undefined;
  onChange: (value: { days: number | null; of: Of }) => void;
}) {
  return (
    <div className={styles.pair}>
      <NumberField
        path={path}
        label={label}
        {...(help ? { help } : {})}
        {...(required ? { required: true } : { optional: true })}
        value={value.days}
        error={error}
        onChange={(days) => onChange({ ...value, days })}
      />
      <SelectField
        path={`${path}.of`}
        label={`${label}, counted in`}
        value={value.of}
        options={[...counted]}
        onChange={(of) => onChange({ ...value, of: counted.find((one) => one.value === of)?.value ?? value.of })}
      />
    </div>
  );
}

/** What a version changes: each exam that comes under it, with what was and what will be. */
function Effect({ effect }: { effect: ExamRuleEffect }) {
  const now = useNow(60_000);
  const more = effect.changed - effect.data.length;
  return (
    <div className={styles.part} role="status">
      <SectionHead title="What it changes" />
      <p className={styles.quiet}>
        {effect.changed === 0
          ? 'No exam that is set or on offer comes under it.'
          : `${plural(effect.changed, 'exam')} that ${effect.changed === 1 ? 'is' : 'are'} set or on offer ${effect.changed === 1 ? 'comes' : 'come'} under it.`}{' '}
        {effect.stay === 0
          ? ''
          : `${plural(effect.stay, 'exam')} whose notice was served ${effect.stay === 1 ? 'stays' : 'stay'} under the version of that time.`}
      </p>
      {effect.data.length > 0 ? (
        <RuledList label="Exams that change">
          {effect.data.map((one) => (
            <RuledRow
              key={`${one.review_id} ${one.what} ${one.starts_at}`}
              title={<TextLink href={`/${KINDS[one.kind].slug}/${one.review_id}`}>{one.number}</TextLink>}
              lines={[
                `${one.organization}. ${one.what === 'set' ? 'Set for' : 'Offered for'} ${formatInstant(one.starts_at, { zone: one.time_zone, now })}`,
                `Notice by ${from(one.before.notice_by, one.after.notice_by)}`,
                `Report due ${from(one.before.report_due, one.after.report_due)}`,
                one.before.by_mail === one.after.by_mail
                  ? null
                  : one.after.by_mail
                    ? 'The notice goes by post only.'
                    : 'The notice may go any way.',
                one.before.attorney === one.after.attorney ? null : ATTORNEY_WORDS[one.after.attorney],
                one.late
                  ? one.what === 'set'
                    ? 'Its notice can no longer be served in time: the exam has to be moved.'
                    : 'Its notice can no longer be served in time: the offer lapses.'
                  : null,
                one.barred
                  ? one.what === 'set'
                    ? 'It is by video, which this version does not allow: the exam has to be moved.'
                    : 'It is by video, which this version does not allow: the offer lapses.'
                  : null,
                one.written ? 'Its letters say what the former version says: they are to be written again.' : null,
              ]}
            />
          ))}
        </RuledList>
      ) : null}
      {more > 0 ? <p className={styles.quiet}>And {more} more.</p> : null}
    </div>
  );
}

/** "December 3 → December 10", or the one day where it stays. */
const from = (before: string, after: string): string =>
  before === after
    ? `${dateText(after, 'medium')}, as before`
    : `${dateText(before, 'medium')} → ${dateText(after, 'medium')}`;
