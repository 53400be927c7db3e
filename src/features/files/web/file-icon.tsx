import { typeOfName } from '../../../core/file-types.ts';
import {
  IconAlertCircle,
  IconCopy,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconLoader2,
  IconLock,
  IconPhoto,
} from '@tabler/icons-react';
import { type FileCategory } from '../rules.ts';
import styles from './records.module.css';

/** The glyph of a file row: what it is, or what is the matter with it. */
export function FileIcon({
  name,
  category,
  state,
}: {
  name: string;
  category?: FileCategory | null;
  state: 'plain' | 'hidden' | 'checking' | 'duplicate' | 'failed';
}) {
  const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;
  if (state === 'failed') return <IconAlertCircle {...look} className={styles.bad} />;
  if (state === 'checking') return <IconLoader2 {...look} className={styles.turning} />;
  if (state === 'duplicate') return <IconCopy {...look} className={styles.warn} />;
  if (state === 'hidden') return <IconLock {...look} />;
  // an imaging disc arrives as an archive and is pictures all the same
  if (category === 'imaging') return <IconPhoto {...look} />;
  switch (typeOfName(name)) {
    case 'pdf':
      return <IconFileTypePdf {...look} />;
    case 'zip':
      return <IconFileZip {...look} />;
    case 'jpeg':
    case 'png':
    case 'tiff':
    case 'dicom':
      return <IconPhoto {...look} />;
    default:
      return <IconFileText {...look} />;
  }
}
