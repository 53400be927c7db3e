import { useCallback } from 'react';
import { TiffViewer } from '../../../ui/file-viewers/tiff/tiff-viewer.tsx';
import type { Opened } from './paths.ts';
import { contentUrl } from './paths.ts';
import { usePagesSeen } from './use-pages-seen.ts';

/** Scanned pages, each of which counts as seen once it was drawn. */
export function TiffDesk({ file, at }: { file: Opened; at: number }) {
  const saw = usePagesSeen();
  const onSeen = useCallback((page: number) => saw(String(file.id), page), [saw, file.id]);
  return <TiffViewer url={contentUrl(file.id)} size={file.size_bytes} at={at} onSeen={onSeen} />;
}
