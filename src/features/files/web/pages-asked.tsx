import { type FormEvent, useState } from 'react';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import type { FileView } from '../contract.ts';
import { useFileUpdate } from './use-files.ts';
import { fileTexts } from './file-texts.ts';
import styles from './records.module.css';

/** Asks for the pages of a file that could not be counted; `onDone` where it can be left without an answer. */
export function PagesAsked({ file, onDone }: { file: FileView; onDone: (() => void) | null }) {
  const update = useFileUpdate();
  const [pages, setPages] = useState(file.pages);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(pages === null);
    if (pages === null) return;
    update.mutate({ params: { fileId: file.id }, body: { pages } }, { onSuccess: () => onDone?.() });
  };
  const error = missing ? fileTexts.pagesMissing : (update.error?.errors[0]?.message ?? update.error?.message ?? null);
  return (
    <form className={styles.asksPages} onSubmit={submit} noValidate>
      <NumberField
        path={`files.${file.id}.pages`}
        label={fileTexts.pagesOf}
        help={fileTexts.pagesHelp}
        value={pages}
        error={error}
        onChange={setPages}
      />
      <Button type="submit" busy={update.isPending}>
        {fileTexts.save}
      </Button>
      {onDone ? (
        <Button kind="quiet" onClick={onDone}>
          {fileTexts.cancel}
        </Button>
      ) : null}
    </form>
  );
}
