import { useState } from 'react';
import type { Kind } from '../../../../core/kinds.ts';
import { CheckboxField, SegmentedField } from '../../../../ui/form/choice.tsx';
import { FieldError } from '../../../../ui/form/field.tsx';
import { TextArea } from '../../../../ui/form/text-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { fileEndpoints, fileRequestEndpoints } from '../../contract.ts';
import { useFiles } from '../use-files.ts';
import { fileTexts } from '../file-texts.ts';
import styles from './requests.module.css';

/** Answers one item with files of the review, or with why there are none. */
export function AnswerItem({
  kind,
  reviewId,
  requestId,
  item,
}: {
  kind: Kind;
  reviewId: number;
  requestId: number;
  item: { id: number; label: string };
}) {
  const files = useFiles(kind, reviewId);
  const [how, setHow] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [because, setBecause] = useState('');
  const answer = useCommand(fileRequestEndpoints.answer, {
    refresh: [fileRequestEndpoints.list, fileEndpoints.list],
    onSuccess: () => toastDone(fileTexts.sendOne),
  });
  const usable = (files.data?.data ?? []).filter((f) => f.status !== 'failed').toReversed();
  const isFiles = how === 'files';
  const send = (): void => {
    const one = isFiles
      ? { item: item.id, file_ids: chosen.filter((id) => usable.some((f) => f.id === id)) }
      : { item: item.id, not_available_because: because };
    answer.mutate({ kind, params: { id: reviewId, requestId }, body: { items: [one] } });
  };
  const path = `item-${item.id}`;
  return (
    <div className={styles.answer}>
      <SegmentedField
        path={`${path}.how`}
        label={fileTexts.answerHow(item.label)}
        hideLabel
        value={how}
        onChange={setHow}
        options={[
          { value: 'files', label: fileTexts.withFiles },
          { value: 'none', label: fileTexts.notAvailable },
        ]}
      />
      {isFiles ? (
        <fieldset className={styles.pick}>
          <legend className={styles.meta}>{usable.length === 0 ? fileTexts.pickNone : fileTexts.pickFiles}</legend>
          {usable.map((file) => (
            <CheckboxField
              key={file.id}
              path={`${path}.files.${file.id}`}
              label={file.name}
              value={chosen.includes(file.id)}
              onChange={(on) => setChosen(on ? [...chosen, file.id] : chosen.filter((id) => id !== file.id))}
            />
          ))}
        </fieldset>
      ) : how === 'none' ? (
        <TextArea
          path={`${path}.because`}
          label={fileTexts.because}
          help={fileTexts.becauseHelp}
          value={because}
          onChange={setBecause}
        />
      ) : null}
      {answer.error ? <FieldError>{answer.error.errors[0]?.message ?? answer.error.message}</FieldError> : null}
      {how === null ? null : (
        <div>
          <Button busy={answer.isPending} onClick={send}>
            {fileTexts.send}
          </Button>
        </div>
      )}
    </div>
  );
}
