import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconCircle, IconCircleCheck, IconCircleX, IconPlugConnectedX } from '@tabler/icons-react';
import type { Kind } from '../../../core/kinds.ts';
import { query } from '../../../ui/api/hooks.ts';
import { TextButton } from '../../../ui/parts/button.tsx';
import { RouteLink, TextLink } from '../../../ui/parts/link.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { useReviewRoute } from '../../../ui/session/review-route.ts';
import { Slot } from '../../../ui/slots.tsx';
import { formatDateOf, formatDay } from '../../../ui/time/format.ts';
import { type FileRequestListView, type FileRequestView, fileRequestEndpoints } from '../contract.ts';
import { AnswerItem } from './requests/answer-item.tsx';
import { AskForm } from './requests/ask-form.tsx';
import { reviewPath } from './paths.ts';
import { RecordsUpload, Skeleton } from './records-upload.tsx';
import { fileTexts } from './file-texts.ts';
import styles from './requests/requests.module.css';

/** Documents asked for on a review: answered by the requester, asked for by the records desk and the expert's side. */
export function FileRequestPage() {
  const { kind, reviewId: id } = useReviewRoute();
  const requests = useQuery(query(fileRequestEndpoints.list, { kind, params: { id } }));
  return (
    <div className={styles.page}>
      <TextLink quiet href={reviewPath(kind, id)} className={styles.back ?? ''}>
        <IconArrowLeft size={14} stroke={2} aria-hidden />{' '}
        {requests.data
          ? `${requests.data.review.number} ${requests.data.review.subject}`
          : fileTexts.back('the review')}
      </TextLink>
      <h1 className={styles.title}>{fileTexts.requestTitle}</h1>
      {requests.isError ? (
        <div className={styles.failed} role="alert">
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
          <div>
            {requests.error.status === 403 || requests.error.status === 404 ? (
              requests.error.message
            ) : (
              <>
                <b>{fileTexts.requestFailed}</b>{' '}
                <TextButton onClick={() => void requests.refetch()}>{fileTexts.again}</TextButton>
                <div>{fileTexts.reference(requests.error.reference)}</div>
              </>
            )}
          </div>
        </div>
      ) : requests.data === undefined ? (
        <Skeleton />
      ) : (
        <Body kind={kind} id={id} {...requests.data} />
      )}
    </div>
  );
}

function Body({ kind, id, data, abilities }: FileRequestListView & { kind: Kind; id: number }) {
  const open = data.filter((r) => r.answered_at === null);
  const done = data.filter((r) => r.answered_at !== null);
  return (
    <>
      {abilities.ask.allowed ? <AskForm kind={kind} reviewId={id} /> : null}
      {data.length === 0 && !abilities.ask.allowed ? (
        <div className={styles.empty}>
          <b>{fileTexts.requestNone}</b>
          {fileTexts.requestNoneHelp}
        </div>
      ) : null}
      {open.map((request) => (
        <Request key={request.id} request={request} kind={kind} mayAnswer={abilities.answer.allowed} />
      ))}
      {open.length > 0 && abilities.answer.allowed ? <RecordsUpload kind={kind} reviewId={id} titled /> : null}
      {open.length === 0 && done.length > 0 && !abilities.ask.allowed ? (
        <p className={styles.allDone} role="status">
          <IconCircleCheck size={18} stroke={1.75} aria-hidden /> {fileTexts.allAnswered}
        </p>
      ) : null}
      {done.map((request) => (
        <Request key={request.id} request={request} kind={kind} mayAnswer={false} />
      ))}
    </>
  );
}

function Request({ request, kind, mayAnswer }: { request: FileRequestView; kind: Kind; mayAnswer: boolean }) {
  const { time_zone: zone, side: seat } = useViewer();
  const answered = request.items.filter((i) => i.answered_at !== null).length;
  return (
    <section className={styles.request} aria-label={fileTexts.requestBy(request.requested_by.name, request.created_at)}>
      <div className={styles.lead}>
        <span>{fileTexts.requestBy(request.requested_by.name, formatDateOf(request.created_at, { zone }))}</span>
        <span className={styles.due}>
          {request.answered_at !== null
            ? fileTexts.requestAnswered(formatDateOf(request.answered_at, { zone }))
            : request.due_on === null
              ? null
              : fileTexts.requestDue(formatDay(request.due_on))}
        </span>
      </div>
      {request.note === '' ? null : <p className={styles.note}>{request.note}</p>}
      {mayAnswer ? <p className={styles.meta}>{fileTexts.answerHelp}</p> : null}
      <div className={styles.count} role="status">
        {fileTexts.progress(answered, request.items.length)}
      </div>
      <ol className={styles.items}>
        {request.items.map((item) => (
          <li key={item.id} className={styles.item}>
            <span className={styles.mark}>
              {item.answered_at === null ? (
                <IconCircle size={18} stroke={1.75} aria-label={fileTexts.openItem} />
              ) : item.not_available_because === null ? (
                <IconCircleCheck size={18} stroke={1.75} aria-hidden className={styles.ok} />
              ) : (
                <IconCircleX size={18} stroke={1.75} aria-hidden />
              )}
            </span>
            <div className={styles.what}>
              <div className={styles.label}>{item.label}</div>
              {item.note === '' ? null : <div className={styles.meta}>{item.note}</div>}
              {item.not_available_because === null ? null : (
                <div className={styles.meta}>{fileTexts.isNotAvailable(item.not_available_because)}</div>
              )}
              {item.files.map((file) => (
                <div key={file.id}>
                  <RouteLink
                    className={styles.file}
                    href={`/preview-file/${file.id}?reviewId=${request.review_id}&reviewProductType=${kind}`}
                  >
                    {file.name}
                  </RouteLink>
                </div>
              ))}
              {mayAnswer && item.answered_at === null ? (
                <AnswerItem kind={kind} reviewId={request.review_id} requestId={request.id} item={item} />
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {request.answered_at === null && seat !== 'expert' ? (
        <Slot
          name="CustodianLinks"
          kind={kind}
          reviewId={request.review_id}
          requestId={request.id}
          items={request.items}
        />
      ) : null}
    </section>
  );
}
