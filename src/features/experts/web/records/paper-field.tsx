import { IconFileTypePdf, IconUpload } from '@tabler/icons-react';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { FileButton } from '../../../../ui/parts/file-button.tsx';
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
  const save = useCommand(expertEndpoints.saveExpertDocument, { onSuccess: onChange });
  const fault = error ?? save.error?.errors[0]?.message ?? save.error?.message;
  return (
    <div className={styles.words} data-path="document_id">
      <span className={styles.about}>{label}, as a PDF (optional)</span>
      <div className={styles.paper}>
        {value ? <PaperLink paper={value} /> : null}
        <FileButton
          label={label}
          accept="application/pdf,.pdf"
          icon={<IconUpload stroke={1.75} />}
          busy={save.isPending}
          onChoose={(content) =>
            save.mutate({ params: { profileId }, query: { name: content.name.slice(0, 200) || 'Paper.pdf' }, content })
          }
        >
          {value ? 'Send another' : 'Send a file'}
        </FileButton>
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
