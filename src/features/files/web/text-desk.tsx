import { TextViewer } from '../../../ui/file-viewers/text/text-viewer.tsx';
import type { Opened } from './paths.ts';
import { contentUrl } from './paths.ts';
import { useSpanSeen } from './use-span-seen.ts';

/** A plain text, of which is kept how far it was read. */
export function TextDesk({ file }: { file: Opened }) {
  const saw = useSpanSeen(file);
  return <TextViewer url={contentUrl(file.id)} size={file.size_bytes} onSeen={saw} />;
}
