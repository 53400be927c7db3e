import { RecordingViewer } from '../../../ui/file-viewers/recording/recording-viewer.tsx';
import type { Opened } from './paths.ts';
import { contentUrl } from './paths.ts';
import { usePagesSeen } from './use-pages-seen.ts';

/** A recording, which counts as seen once it was begun. */
export function RecordingDesk({ file }: { file: Opened }) {
  const saw = usePagesSeen();
  const type = file.content_type.startsWith('video/') ? 'video' : 'audio';
  return (
    <RecordingViewer url={contentUrl(file.id)} name={file.name} type={type} onPlayed={() => saw(String(file.id), 1)} />
  );
}
