import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { errorAt } from '../../../ui/form/error-summary.tsx';
import { FieldError, focusPath } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { Slot } from '../../../ui/slots.tsx';
import { formatDay, formatInstant } from '../../../ui/time/format.ts';
import { type OutsideVisitView, visitEndpoints } from '../contract.ts';
import { endOf, useVisit } from './visit.ts';
import { LinkNote, VisitDone, VisitEnd, VisitFrame } from './visit-frame.tsx';
import styles from './visit.module.css';

/** A custodian of records sends what is asked for, by the link of the mail, without an account. */
export function RecordsUploadPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { visit, data, error, refetch } = useVisit(token);
  const [done, setDone] = useState(false);
  if (done)
    return (
      <VisitDone title="Thank you, it is sent">
        {data?.organization ?? 'The person who asked'} has been notified. You can close this page; the link is no longer
        needed.
      </VisitDone>
    );
  if (!data || endOf(error) !== null) return <VisitEnd error={error} onRetry={() => void refetch()} />;
  if (data.purpose !== 'records') return <VisitEnd error={null} onRetry={() => void refetch()} />;
  return <Ask token={token} visit={visit} view={data} onChanged={() => void refetch()} onDone={() => setDone(true)} />;
}

function Ask({
  token,
  visit,
  view,
  onChanged,
  onDone,
}: {
  token: string;
  visit: string;
  view: OutsideVisitView;
  onChanged: () => void;
  onDone: () => void;
}) {
  const [reasons, setReasons] = useReasons(visit);
  const finish = useCommand(visitEndpoints.finishRecords, {
    onSuccess: onDone,
    onError: (failure) => {
      const first = failure.errors[0];
      if (first) focusPath(first.path);
      else if (endOf(failure) !== null) onChanged();
    },
  });
  const errors = finish.error?.errors ?? [];
  const sentFor = (item: number) => view.uploads.filter((one) => one.item === item);
  return (
    <VisitFrame
      title="Records requested"
      lead={`${view.organization} asks you for ${view.items.length === 1 ? 'a record' : `${view.items.length} records`}. Add the files, or say why there are none. No account is needed.`}
    >
      <Facts
        labelWidth={150}
        items={[
          { label: 'Asked by', value: view.organization },
          { label: 'Their review', value: view.number },
          { label: 'Needed by', value: formatDay(view.due_on) },
          { label: 'The link works until', value: formatInstant(view.expires_at, { zone: view.time_zone }) },
        ]}
      />
      <LinkNote>
        This page only takes files. Nothing that was sent can be opened or downloaded here, and others who have the link
        do not see what you send.
      </LinkNote>
      <ol className={styles.items}>
        {view.items.map(({ item, label, sent_before }) => {
          const path = `items.${item}`;
          const sent = sentFor(item);
          const because = reasons[item];
          return (
            <li key={item} className={styles.item}>
              <h2>{label}</h2>
              {sent_before ? (
                <p className={styles.sub}>Something was already sent for this by the link. You can add to it.</p>
              ) : null}
              {sent.length > 0 || sent_before ? null : (
                <SegmentedField
                  path={path}
                  label={`Do you have “${label}”?`}
                  hideLabel
                  value={because === undefined ? 'files' : 'none'}
                  onChange={(how) => setReasons(item, how === 'none' ? '' : undefined)}
                  options={[
                    { value: 'files', label: 'Send files' },
                    { value: 'none', label: 'Not available' },
                  ]}
                />
              )}
              {because === undefined || sent.length > 0 || sent_before ? (
                <Slot
                  name="LinkUpload"
                  token={token}
                  visit={visit}
                  item={item}
                  label={`Add files for ${label}`}
                  sent={sent}
                  onChanged={onChanged}
                />
              ) : (
                <TextArea
                  path={`${path}.because`}
                  label="Not available, because"
                  help="One sentence is enough. The person who asked reads it."
                  max={1000}
                  value={because}
                  onChange={(text) => setReasons(item, text)}
                />
              )}
              {errorAt(errors, path) ? <FieldError>{errorAt(errors, path)}</FieldError> : null}
            </li>
          );
        })}
      </ol>
      <div className={styles.end}>
        <p className={styles.sub}>
          When every item has its files or a reason, say that you are done. After that nothing can be added or removed.
        </p>
        {finish.error && errors.length === 0 && endOf(finish.error) === null ? (
          <FieldError>{finish.error.message}</FieldError>
        ) : null}
        <Button
          kind="primary"
          size="lg"
          busy={finish.isPending}
          onClick={() =>
            finish.mutate({
              body: {
                token,
                visit,
                reasons: view.items.flatMap(({ item, sent_before }) => {
                  const because = reasons[item];
                  return because === undefined || sent_before || sentFor(item).length > 0
                    ? []
                    : [{ item, not_available_because: because }];
                }),
              },
            })
          }
        >
          I am done
        </Button>
      </div>
    </VisitFrame>
  );
}

/** Reasons typed so far, kept for the visit: a reload loses none. */
function useReasons(visit: string) {
  const key = `peritus.reasons.${visit.slice(0, 8)}.${location.pathname.slice(-8)}`;
  const [reasons, setReasons] = useState<Readonly<Record<number, string | undefined>>>(() => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<number, string>;
    } catch {
      return {};
    }
  });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(reasons));
    } catch {
      // a comfort only
    }
  }, [key, reasons]);
  const set = (item: number, text: string | undefined) => setReasons((now) => ({ ...now, [item]: text }));
  return [reasons, set] as const;
}
