import { useCallback, useState } from 'react';
import { typeOfContent } from '../../../core/file-types.ts';
import { DicomViewer } from '../../../ui/dicom-viewer/dicom-viewer.tsx';
import { atAddress, inArchive } from '../../../ui/dicom-viewer/sources.ts';
import type { FileView } from '../contract.ts';
import { contentUrl } from './paths.ts';
import { usePagesSeen } from './use-pages-seen.ts';

type Opened = Pick<FileView, 'id' | 'name' | 'size_bytes' | 'content_type'>;

const entryOf = (file: Opened) => atAddress(contentUrl(file.id), file.name, file.size_bytes);

/** The pictures of an archive; or a picture, and those of the review beside it, of which its series may be. */
export function DicomDesk({ file, others }: { file: Opened; others: readonly FileView[] }) {
  // what is uploaded meanwhile is there when it is opened the next time
  const [beside] = useState(others);
  const saw = usePagesSeen();
  const isArchive = typeOfContent(file.content_type) === 'zip';
  const load = useCallback(async () => {
    if (isArchive) return inArchive(contentUrl(file.id), file.size_bytes);
    const pictures = beside.filter(
      (one) => one.id !== file.id && one.abilities.read.allowed && typeOfContent(one.content_type) === 'dicom',
    );
    return [file, ...pictures].map(entryOf);
    // a file's number names its content
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [file.id]);
  return (
    <DicomViewer
      load={load}
      isArchive={isArchive}
      onShown={() => {
        if (!isArchive) saw(String(file.id), 1);
      }}
    />
  );
}
