import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { expertEndpoints } from '../../contract.ts';
import type { ExpertDocumentView } from '../../contract/records.ts';
import styles from './records.module.css';

/** A paper as a PDF: the one that is there, and sending another. */
export function PaperField({
  profileId,
  label,
  value,
  error,
  onChange,
}: {
  profileId: number;
  /** 'Paper', 'Evidence'. */
  label: string;
  value: ExpertDocumentView | null;
  error?: string | null;
  onChange: (paper: ExpertDocumentView) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const save = useCommand(expertEndpoints.saveExpertDocument, { onSuccess: onChange });
  const fault = error ?? save.error?.errors[0]?.message ?? save.error?.message;
  return (
    <div className={styles.words} data-path="document_id">
      <span className={styles.about}>{label}, as a PDF (optional)</span>
      <div className={styles.paper}>
        {value ? <PaperLink paper={value} /> : null}
        <input
          ref={file}
          type="file"
          accept="application/pdf,.pdf"
          aria-label={label}
          className={styles.hidden}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen)
              save.mutate({
                params: { profileId },
                query: { name: chosen.name.slice(0, 200) || 'Paper.pdf' },
                content: chosen,
              });
          }}
        />
        <Button icon={<IconUpload stroke={1.75} />} busy={save.isPending} onClick={() => file.current?.click()}>
          {value ? 'Send another' : 'Send a file'}
        </Button>
      </div>
      {fault ? (
        <InlineNotice kind="bad" live>
          {fault}
        </InlineNotice>
      ) : null}
    </div>
  );
}

/** A paper that opens in a tab of its own. */
export function PaperLink({ paper }: { paper: ExpertDocumentView }) {
  return (
    <a className={styles.paper} href={paper.url} target="_blank" rel="noreferrer">
      <IconFileTypePdf size={16} stroke={1.75} aria-hidden />
      {paper.name}, opens in a new tab
    </a>
  );
}
