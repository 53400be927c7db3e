/** The records viewer. The component pulls in the PDF engine only when a file opens. */
export { RecordsViewer } from './records-viewer.tsx';
export type { RecordsFile, RecordsMark, RecordsSelection, RecordsViewerHandle } from './types.ts';
