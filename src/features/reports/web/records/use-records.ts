import { useCallback, useMemo, useRef, useState } from 'react';
import { urlOf } from '../../../../core/url-of.ts';
import type {
  RecordsSlotHandle,
  RecordsSlotMark,
  RecordsSlotProps,
  RecordsSlotSelection,
} from '../../../../ui/slots.tsx';
import { fileEndpoints } from '../../../files/contract.ts';
import type { ReportView } from '../../contract.ts';
import type { Citation } from '../../rules.ts';
import type { Citing } from './citing.tsx';
import { citationOf, markId, marksOf, pdfsOf } from './passage.ts';

const contentUrl = (fileId: number): string => urlOf(fileEndpoints.content, { params: { fileId } });

/**
 * The records beside a report: which file and page stand open, what is selected and marked, and the way from a
 * citation to its passage. `onShow` brings the records into view where they share the place with the report, `onBack` the report.
 */
export function useRecords(
  records: ReportView['records'],
  cited: readonly Citation[],
  options: { marking: boolean; onShow?: () => void; onBack?: () => void },
): { viewer: RecordsSlotProps; citing: Citing; others: ReportView['records'] } {
  const { marking, onShow, onBack } = options;
  const files = useMemo(() => pdfsOf(records, contentUrl), [records]);
  const [place, setPlace] = useState(() => ({ fileId: files[0]?.id ?? '', page: 1 }));
  const [own, setOwn] = useState<readonly RecordsSlotMark[]>([]);
  const [selection, setSelection] = useState<RecordsSlotSelection | null>(null);
  const marks = useMemo(() => marksOf(own, cited), [own, cited]);

  const viewer = useRef<RecordsSlotHandle | null>(null);
  /** What is done once the viewer is there. */
  const later = useRef<((made: RecordsSlotHandle) => void) | null>(null);
  const show = useCallback((handle: RecordsSlotHandle, citation: Citation) => {
    handle.goToPage(String(citation.file_id), citation.page);
    handle.flashMark(markId(citation));
  }, []);
  const asker = useRef<HTMLElement | null>(null);
  const handle = useCallback((made: RecordsSlotHandle | null) => {
    viewer.current = made;
    const act = later.current;
    if (!made || !act) return;
    later.current = null;
    // the viewer has only just been put into the page
    queueMicrotask(() => act(made));
  }, []);
  const open = useCallback(
    (citation: Citation) => {
      if (viewer.current) show(viewer.current, citation);
      else {
        later.current = (made) => show(made, citation);
        setPlace({ fileId: String(citation.file_id), page: citation.page });
      }
      onShow?.();
    },
    [show, onShow],
  );
  const find = useCallback(
    (from: HTMLElement) => {
      asker.current = from;
      if (viewer.current) viewer.current.search();
      else later.current = (made) => made.search();
      onShow?.();
    },
    [onShow],
  );
  const onMark = useCallback(
    (made: RecordsSlotSelection) => {
      const id = markId(made);
      setOwn((before) => [...before.filter((mark) => mark.id !== id), { ...made, id }]);
      const from = asker.current;
      asker.current = null;
      if (!from) return;
      onBack?.();
      requestAnimationFrame(() => from.focus());
    },
    [onBack],
  );
  const newest = own.at(-1);
  const passage = useMemo(() => {
    const chosen = selection ?? newest;
    return chosen ? citationOf(chosen, records) : null;
  }, [selection, newest, records]);
  const onCited = useCallback(() => {
    // cited from the selection: it becomes a mark, so that its place is known exactly
    if (selection) onMark(selection);
    viewer.current?.clearSelection();
    setSelection(null);
  }, [selection, onMark]);

  return {
    viewer: {
      files,
      fileId: place.fileId,
      page: place.page,
      onFileChange: useCallback((fileId: string) => setPlace({ fileId, page: 1 }), []),
      onPageChange: useCallback((page: number) => setPlace((before) => ({ ...before, page })), []),
      marks,
      handle,
      ...(marking ? { onMark, onSelectionChange: setSelection } : {}),
    },
    citing: useMemo(
      () => ({
        passage: marking ? passage : null,
        onCited,
        find: marking && files.length > 0 ? find : null,
        open: files.length > 0 ? open : null,
      }),
      [marking, passage, onCited, find, open, files.length],
    ),
    others: useMemo(() => records.filter((one) => one.content_type !== 'application/pdf'), [records]),
  };
}
