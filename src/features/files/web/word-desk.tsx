import { WordViewer } from '../../../ui/file-viewers/word/word-viewer.tsx';
import type { Opened } from './paths.ts';
import { contentUrl } from './paths.ts';
import { useSpanSeen } from './use-span-seen.ts';

/** A Word document, of which is kept how far it was read. */
export function WordDesk({ file }: { file: Opened }) {
  const saw = useSpanSeen(file);
  return <WordViewer url={contentUrl(file.id)} size={file.size_bytes} onSeen={saw} />;
}
