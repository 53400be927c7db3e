import { IconFileOff } from '@tabler/icons-react';
import { EmptyState } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { type RecordsSlotProps, Slot, useSlotFilled } from '../../../../ui/slots.tsx';
import type { ReportView } from '../../contract.ts';
import styles from './records.module.css';

/** The half of a split view that holds the records. What is no PDF opens on a page of its own. */
export function RecordsPane({
  viewer,
  others,
  review,
}: {
  viewer: RecordsSlotProps;
  others: ReportView['records'];
  review: Pick<ReportView, 'review_id' | 'kind'>;
}) {
  const filled = useSlotFilled('RecordsViewer');
  return (
    <div className={styles.pane}>
      <div className={styles.viewer}>
        {filled && viewer.files.length > 0 ? (
          <Slot name="RecordsViewer" is_record {...viewer} />
        ) : (
          <EmptyState icon={<IconFileOff size={22} stroke={1.75} />} title="No records to read here">
            {others.length > 0
              ? 'None of the records is a PDF. They open on pages of their own, below.'
              : 'Records appear here once the requester has shared them and they are checked.'}
          </EmptyState>
        )}
      </div>
      {others.length > 0 ? (
        <p className={styles.others}>
          Passages are cited from PDFs. Also in the records, each on a page of its own:{' '}
          {others.map((file, at) => (
            <span key={file.id}>
              {at > 0 ? ', ' : ''}
              <TextLink
                href={`/preview-file/${file.id}?${new URLSearchParams({ reviewId: String(review.review_id), reviewProductType: review.kind, fileType: file.content_type })}`}
              >
                {file.name}
              </TextLink>
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}
