import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '../../../ui/form/use-copy.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import styles from './security.module.css';

const FILE = 'peritus-recovery-codes.txt';

function asText(codes: readonly string[]): string {
  return [
    'Recovery codes for Peritus',
    'Each works once, in place of the code of your app, e-mail or phone. Keep them where only you can reach them.',
    '',
    ...codes,
    '',
  ].join('\r\n');
}

/** The recovery codes, this one time: to download, copy, print or write down. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { copied, copy } = useCopy(codes.join('\n'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  function download() {
    const url = URL.createObjectURL(new Blob([asText(codes)], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = FILE;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className={styles.codes}>
      <h2 ref={heading} tabIndex={-1} className={styles.codesTitle}>
        Save your recovery codes
      </h2>
      <InlineNotice kind="warn">
        They are shown only now. If you lose your phone, one of them gets you in. Each works once.
      </InlineNotice>
      <ol className={styles.codeList} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.acts}>
        <Button icon={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button icon={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status" className={styles.quiet}>
          {copied === 'yes' ? 'Copied.' : copied === 'failed' ? 'Copying is not allowed here. Download them.' : ''}
        </span>
      </div>
      <div className={styles.acts}>
        <Button kind="primary" onClick={onKept}>
          I saved them
        </Button>
      </div>
    </div>
  );
}
