import { capital, plural, spelled } from '../../../../core/phrases.ts';
import { IconFilePlus } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { type ReviewSlotProps, Slot } from '../../../../ui/slots.tsx';
import { formatDay } from '../../../../ui/time/format.ts';
import type { ReviewDetail } from '../../contract.ts';
import styles from './detail.module.css';

/** What was added since the reader accepted, with the way to it. */
function Added({ added }: { added: NonNullable<NonNullable<ReviewDetail['files']>['reading']>['added'] }) {
  const pages = added.reduce((sum, file) => sum + (file.pages ?? 0), 0);
  const what = added.length === 1 ? 'One record was' : `${capital(spelled(added.length))} records were`;
  return (
    <InlineNotice title={`${what} added since you accepted${pages > 0 ? `, ${plural(pages, 'page')}` : ''}.`}>
      {added.map((file, at) => (
        <span key={file.path}>
          {at > 0 ? ', ' : ''}
          <TextLink href={file.path}>{file.name}</TextLink>
        </span>
      ))}
    </InlineNotice>
  );
}

/** The records: how many, what is asked for, and the rows themselves from the records feature. */
export function FilesSection({
  review,
  slot,
  base,
  adding,
  onAdding,
  head,
}: {
  review: ReviewDetail;
  slot: ReviewSlotProps;
  base: string;
  adding: boolean;
  onAdding: (adding: boolean) => void;
  head: RefObject<HTMLDivElement | null>;
}) {
  const { files } = review;
  const { side: seat } = useViewer();
  const open = (review.file_requests ?? []).filter((request) => request.open_items > 0);
  const can = review.abilities['add_files']?.allowed ?? false;
  const sees = review.abilities['see_files'];
  return (
    <section aria-labelledby="files" className={styles.section}>
      <div ref={head} tabIndex={-1} className={styles.anchor}>
        <SectionHead
          id="files"
          title="Files"
          note={files ? `${plural(files.count, 'file')}, ${plural(files.pages, 'page')}` : undefined}
          action={
            can && !adding ? (
              <Button kind="quiet" size="sm" icon={<IconFilePlus stroke={1.75} />} onClick={() => onAdding(true)}>
                Add files
              </Button>
            ) : undefined
          }
        />
      </div>
      {open.map((request) => (
        <InlineNotice
          key={request.id}
          kind="warn"
          title={`${request.open_items} of ${plural(request.items, 'record')} asked for still to come${
            request.due_on ? `, due ${formatDay(request.due_on)}` : ''
          }.`}
        >
          {request.note ? `“${request.note}” ` : ''}
          {review.yours || can ? (
            <ButtonLink size="sm" href={`${base}/file-request`}>
              Answer the request
            </ButtonLink>
          ) : null}
        </InlineNotice>
      ))}
      {files?.reading && files.reading.added.length > 0 ? <Added added={files.reading.added} /> : null}
      {open.length > 0 && seat !== 'expert' ? <Slot name="CustodianBrief" {...slot} /> : null}
      {sees && !sees.allowed ? <p className={styles.quiet}>{sees.reason}</p> : null}
      {sees?.allowed || can ? (
        <Slot name="FileList" {...slot} adding={adding} onDoneAdding={() => onAdding(false)} />
      ) : null}
    </section>
  );
}
