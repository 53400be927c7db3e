import { useCallback, useEffect } from 'react';
import { RecordsViewer } from '../../../ui/pdf-viewer/records-viewer.tsx';
import type { RecordsSlotProps } from '../../../ui/slots.tsx';
import { usePagesSeen } from './use-pages-seen.ts';

/** The records of a review in the viewer: what an expert has had in view is kept. */
export function RecordsReader({ handle, onPageChange, ...props }: Omit<RecordsSlotProps, 'is_record'>) {
  const { fileId, page } = props;
  const saw = usePagesSeen();
  // the page one arrives at is no change of page
  useEffect(() => {
    if (page !== undefined) saw(fileId, page);
  }, [saw, fileId, page]);
  const turned = useCallback(
    (now: number) => {
      saw(fileId, now);
      onPageChange?.(now);
    },
    [saw, fileId, onPageChange],
  );
  return <RecordsViewer {...props} onPageChange={turned} {...(handle === undefined ? {} : { ref: handle })} />;
}
