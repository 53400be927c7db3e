import { Button } from '../parts/button.tsx';
import { TextField } from './text-field.tsx';
import { useCopy } from './use-copy.ts';
import styles from './copied.module.css';

/** What is to be taken along, with a button that copies it. */
export function Copied({ path, label, value }: { path: string; label: string; value: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <div>
      <div className={styles.copy}>
        <TextField path={path} label={label} value={value} onChange={() => undefined} readOnly />
        <Button onClick={() => void copy()} aria-label={`Copy the ${label.toLowerCase()}`}>
          Copy
        </Button>
      </div>
      <p role="status">
        {copied === 'yes'
          ? 'Copied.'
          : copied === 'failed'
            ? 'Your browser did not allow it. Select it and copy it yourself.'
            : ''}
      </p>
    </div>
  );
}
