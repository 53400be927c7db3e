import { IconCircle, IconCircleCheck, IconCircleMinus, IconCircleX, IconPaperclip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Refused } from '../../../../ui/api/failure.tsx';
import { SegmentedField } from '../../../../ui/form/choice.tsx';
import { DateField } from '../../../../ui/form/date-field.tsx';
import { ErrorSummary, errorAt } from '../../../../ui/form/error-summary.tsx';
import { FieldRow, FormStack } from '../../../../ui/form/form-layout.tsx';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf, formatDay } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationCheckView, ApplicationDeskView } from '../../contract/application-desk.ts';
import { CHECK_RESULTS, type CheckResult } from '../../rules/application-checks.ts';
import { isOpenApplication } from '../../rules/application-states.ts';
import { Pdf } from './documents.tsx';
import { useFresh } from './fresh.ts';
import styles from './desk.module.css';

const RESULTS: Record<CheckResult, string> = { passed: 'Holds', failed: 'Does not hold', waived: 'Not needed' };
const SIGNS = { passed: IconCircleCheck, failed: IconCircleX, waived: IconCircleMinus } as const;

/** What is checked before anybody reviews, each with its result, source, day and evidence. */
export function Checks({ application }: { application: ApplicationDeskView }) {
  const [open, setOpen] = useState<string | null>(null);
  const { checks_list: checks, npi_check: registry } = application;
  const mayRecord =
    application.may_act && (isOpenApplication(application.status) || application.status === 'waitlisted');
  const check = checks.find(({ key }) => key === open);
  return (
    <section className={styles.section}>
      <SectionHead title="Checks" note={`${application.checks.done} of ${application.checks.all} are done`} />
      <ul className={styles.rows}>
        {checks.map((one) => (
          <li key={one.key} className={styles.check}>
            <Check check={one} />
            {mayRecord ? (
              <Button
                size="sm"
                aria-label={`${one.result ? 'Check again' : 'Record'}: ${one.label}`}
                onClick={() => setOpen(one.key)}
              >
                {one.result ? 'Check again' : 'Record'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {registry ? (
        <p className={styles.quiet}>
          The NPI registry, asked when the application was written:{' '}
          {registry.outcome === 'found'
            ? `${registry.name ?? ''}${registry.active === false ? ', not active' : ', active'}`
            : registry.outcome === 'not_found'
              ? 'nobody has this number'
              : 'it could not be asked'}
          .
        </p>
      ) : null}
      {check ? <CheckDialog application={application} check={check} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}

function Check({ check }: { check: ApplicationCheckView }) {
  const Sign = check.result ? SIGNS[check.result] : IconCircle;
  return (
    <div className={styles.checkWords}>
      <span className={styles.checkHead}>
        <span className={styles.signed}>
          <Sign size={16} stroke={1.75} aria-hidden />
          {check.label}
        </span>
        <span className={styles.quiet}>{check.result ? RESULTS[check.result] : 'Not checked yet'}</span>
      </span>
      {check.result === null ? <span className={styles.quiet}>{check.about}</span> : null}
      {check.claim ? <span className={styles.quiet}>Said: {check.claim}</span> : null}
      {check.result ? (
        <span className={styles.quiet}>
          {check.source}, {check.checked_on ? formatDay(check.checked_on) : ''}, by {check.checked_by}
          {check.expires_on ? `. Ends ${formatDay(check.expires_on)}` : ''}
          {check.note ? `. ${check.note}` : ''}
        </span>
      ) : null}
      {check.document ? <Pdf document={check.document} /> : null}
    </div>
  );
}

function CheckDialog({
  application,
  check,
  onClose,
}: {
  application: ApplicationDeskView;
  check: ApplicationCheckView;
  onClose: () => void;
}) {
  const { time_zone } = useViewer();
  const today = dayOf(useNow(60_000), time_zone);
  const [result, setResult] = useState<CheckResult>('passed');
  const [source, setSource] = useState(check.source ?? '');
  const [note, setNote] = useState('');
  const [on, setOn] = useState<string | null>(today);
  const [ends, setEnds] = useState<string | null>(check.expires_on);
  const [document, setDocument] = useState(check.document);
  const file = useRef<HTMLInputElement>(null);
  const fresh = useFresh();
  const params = { applicationId: application.id };
  const keep = useCommand(expertEndpoints.addEvidence, { onSuccess: setDocument });
  const record = useCommand(expertEndpoints.recordCheck, {
    onSuccess: (after) => {
      fresh(after);
      onClose();
    },
  });
  const errors = record.error?.errors ?? [];
  return (
    <Dialog title={check.label} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          record.mutate({
            params: { ...params, key: check.key },
            body: {
              result,
              source,
              note,
              checked_on: on ?? '',
              expires_on: result === 'passed' ? ends : null,
              document_id: document?.id ?? null,
              after: check.id,
            },
          });
        }}
      >
        <p className={styles.quiet}>
          {check.about}
          {check.claim ? ` Said: ${check.claim}.` : ''}
        </p>
        {errors.length > 0 ? <ErrorSummary errors={errors} /> : null}
        {errors.length === 0 ? <Refused error={record.error} /> : null}
        <FormStack>
          <SegmentedField
            path="result"
            label="Result"
            full
            value={result}
            options={CHECK_RESULTS.map((value) => ({ value, label: RESULTS[value] }))}
            onChange={(value) => setResult(CHECK_RESULTS.find((one) => one === value) ?? 'passed')}
          />
          <TextField
            path="source"
            label="Source"
            required
            maxLength={300}
            placeholder="Texas Medical Board, license lookup"
            value={source}
            onChange={setSource}
            error={errorAt(errors, 'source')}
          />
          <FieldRow>
            <DateField
              path="checked_on"
              label="Checked on"
              required
              max={today}
              value={on}
              onChange={setOn}
              error={errorAt(errors, 'checked_on')}
            />
            {check.ends !== 'never' && result === 'passed' ? (
              <DateField
                path="expires_on"
                label="Ends on"
                {...(check.ends === 'must' ? { required: true } : { optional: true })}
                min={today}
                value={ends}
                onChange={setEnds}
                error={errorAt(errors, 'expires_on')}
              />
            ) : null}
          </FieldRow>
          <TextArea
            path="note"
            label={result === 'passed' ? 'Note' : result === 'failed' ? 'What was found' : 'Why it is not needed'}
            {...(result === 'passed' ? { optional: true } : { required: true })}
            rows={2}
            max={2000}
            counted={false}
            value={note}
            onChange={setNote}
            error={errorAt(errors, 'note')}
          />
          <div className={styles.files}>
            <input
              ref={file}
              type="file"
              accept="application/pdf,.pdf"
              aria-label="Evidence as a PDF"
              className={styles.hidden}
              tabIndex={-1}
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                event.currentTarget.value = '';
                if (chosen)
                  keep.mutate({
                    params,
                    query: { name: chosen.name.slice(0, 200) || 'evidence.pdf' },
                    content: chosen,
                  });
              }}
            />
            <Button
              size="sm"
              icon={<IconPaperclip stroke={1.75} />}
              busy={keep.isPending}
              onClick={() => file.current?.click()}
            >
              {document ? 'Attach another' : 'Attach evidence'}
            </Button>
            {document ? <Pdf document={document} /> : null}
          </div>
          {keep.error ? (
            <InlineNotice kind="bad" live>
              {keep.error.errors[0]?.message ?? keep.error.message}
            </InlineNotice>
          ) : null}
        </FormStack>
        <div className={styles.buttons}>
          <Button kind="quiet" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" kind="primary" busy={record.isPending}>
            Record it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
