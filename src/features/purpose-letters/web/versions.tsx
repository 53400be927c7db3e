import { useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledList, RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { formatDateOf } from '../../../ui/time/format.ts';
import type { PurposeLetterView } from '../contract.ts';
import { compare } from '../rules/compare.ts';
import styles from './purpose-letter.module.css';

/** Every version that was proposed or sent, and any two of them side by side in one text. */
export function Versions({ kind, letter }: { kind: Kind; letter: PurposeLetterView }) {
  const { versions } = letter;
  const zone = useViewer().time_zone;
  const id = useId();
  const [newest, before] = versions;
  const [from, setFrom] = useState(String(before?.version ?? ''));
  const [to, setTo] = useState(String(newest?.version ?? ''));
  const textOf = (version: string): string => versions.find((one) => String(one.version) === version)?.text ?? '';
  const options = versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` }));
  return (
    <section className={styles.versions} aria-labelledby={id}>
      <SectionHead id={id} title="Versions" note={String(versions.length)} />
      <RuledList label="Versions of the letter">
        {versions.map((one) => (
          <RuledRow
            key={one.version}
            title={`Version ${one.version}, ${one.kept_as === 'sent' ? 'sent' : one.returned_reason ? 'returned' : 'proposed'}`}
            lines={[
              `${one.made_by}, ${formatDateOf(one.made_at, { zone })}`,
              one.returned_reason && `Returned: ${one.returned_reason}`,
            ]}
            actions={
              one.file_id === null ? null : (
                <TextLink href={`/preview-file/${one.file_id}?reviewId=${letter.review_id}&reviewProductType=${kind}`}>
                  Open the PDF
                </TextLink>
              )
            }
          />
        ))}
      </RuledList>
      {versions.length > 1 ? (
        <>
          <div className={styles.pair}>
            <SelectField
              path="from"
              label="Compare"
              value={from}
              options={options}
              onChange={(value) => setFrom(value ?? '')}
            />
            <SelectField path="to" label="With" value={to} options={options} onChange={(value) => setTo(value ?? '')} />
          </div>
          <div className={styles.paper}>
            {compare(textOf(from), textOf(to)).map((piece, at) =>
              piece.is === 'same' ? (
                piece.text
              ) : piece.is === 'added' ? (
                <ins key={at}>{piece.text}</ins>
              ) : (
                <del key={at}>{piece.text}</del>
              ),
            )}
          </div>
        </>
      ) : null}
    </section>
  );
}
