import { useParams, useSearch } from '@tanstack/react-router';
import { KINDS } from '../../../core/kinds.ts';
import type { ApiError } from '../../../ui/api/client.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { InlineError } from '../../../ui/parts/notice.tsx';
import { type FileAddress, readFileAddress, wayBack } from '../rules.ts';
import { fileTexts } from './file-texts.ts';
import styles from './preview.module.css';

/** What the address of this page says of a file. */
export function useFileAddress(): FileAddress {
  const { fileId } = useParams({ strict: false }) as { fileId?: string };
  return readFileAddress(fileId, useSearch({ strict: false }) as Record<string, unknown>);
}

/** No such file for this reader, and the way on: to the review that was named. */
export function GoneFile(address: FileAddress) {
  const { to, href } = wayBack(address);
  const label = {
    review: fileTexts.back('the review'),
    list: address.kind ? fileTexts.back(KINDS[address.kind].label) : fileTexts.toStart,
    start: fileTexts.toStart,
  };
  return (
    <div className={styles.card}>
      <h1 tabIndex={-1}>{fileTexts.gone}</h1>
      <p>{fileTexts.goneHelp}</p>
      <ButtonLink href={href}>{label[to]}</ButtonLink>
    </div>
  );
}

/** A file that could not be looked up: it is gone, or it is worth another try. */
export function NotRead({ address, error, onRetry }: { address: FileAddress; error: ApiError; onRetry: () => void }) {
  if (error.status === 404 || error.status === 403 || error.status === 410) return <GoneFile {...address} />;
  return (
    <div className={styles.card}>
      <InlineError
        title={fileTexts.notLoaded}
        {...(error.reference ? { reference: error.reference } : {})}
        onRetry={onRetry}
      />
    </div>
  );
}
