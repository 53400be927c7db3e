import { IconCamera, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { FileButton } from '../../../ui/parts/file-button.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { workEndpoints } from '../contract.ts';
import { RECEIPT_BYTES_MAX, RECEIPT_FAULTS, RECEIPT_TYPES } from '../rules.ts';
import styles from './work.module.css';

/** A receipt as the form has it: kept on the server already, so that a reload loses nothing. */
export interface AddedReceipt {
  id: number;
  name: string;
}

const ACCEPT = [...RECEIPT_TYPES, '.pdf', '.jpg', '.jpeg', '.png'].join(',');
const isTaken = (type: string): boolean => (RECEIPT_TYPES as readonly string[]).includes(type);

/** Adds a receipt from a file, or by the camera of a telephone. */
export function ReceiptField({
  kind,
  reviewId,
  receipt,
  error,
  onChange,
}: {
  kind: Kind;
  reviewId: number;
  receipt: AddedReceipt | null;
  error: string | undefined;
  onChange: (receipt: AddedReceipt) => void;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const add = useCommand(workEndpoints.addReceipt, {
    onSuccess: ({ id, name }) => onChange({ id, name }),
    onError: (failure) =>
      setFault(
        failure.status === 413
          ? RECEIPT_FAULTS.large
          : failure.status === 415
            ? RECEIPT_FAULTS.kind
            : (failure.errors[0]?.message ??
              (failure.status === 0
                ? 'The server could not be reached. Nothing was sent; try again.'
                : failure.message)),
      ),
  });
  const take = (file: File) => {
    setFault(null);
    if (add.isPending) return;
    if (file.size > RECEIPT_BYTES_MAX) setFault(RECEIPT_FAULTS.large);
    else if (!isTaken(file.type)) setFault(RECEIPT_FAULTS.kind);
    else
      add.mutate({
        kind,
        params: { id: reviewId },
        query: { name: file.name.slice(-200) || 'receipt.jpg' },
        content: file,
      });
  };
  const shown = fault ?? error ?? null;
  return (
    <div className={styles.receipt} role="group" aria-label="Receipt" data-path="receipt_id">
      <Quiet>
        {receipt ? `Receipt: ${receipt.name}` : 'The receipt, as a PDF or a photo (JPEG or PNG) of up to 10 MB.'}
      </Quiet>
      <Acts>
        <FileButton
          label="File of the receipt"
          accept={ACCEPT}
          icon={<IconPaperclip stroke={1.75} />}
          busy={add.isPending}
          onChoose={take}
        >
          {receipt ? 'Choose another receipt' : 'Choose the receipt'}
        </FileButton>
        <span className={styles.camera}>
          <FileButton
            label="Photo of the receipt"
            accept="image/jpeg,image/png"
            capture="environment"
            icon={<IconCamera stroke={1.75} />}
            busy={add.isPending}
            onChoose={take}
          >
            Take a photo
          </FileButton>
        </span>
      </Acts>
      {shown ? (
        <InlineNotice kind="bad" live>
          {shown}
        </InlineNotice>
      ) : null}
    </div>
  );
}
