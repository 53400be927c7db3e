import {
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  presentReport,
  type PresentedText,
  withoutEmpty,
} from '../../reports/rules.ts';

/** A report as a provider reads it: sections of questions and answers in words. */
export interface Findings {
  sections: { title: string; items: { label: string; lines: string[] }[] }[];
}

const plain = (text: PresentedText): string =>
  text
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replaceAll(/[ \t]+([.,;:)])/g, '$1')
    .trim();

/**
 * What a signed report finds, without who made it: no signature, no attestation, no passages of records. Kept as text,
 * so that nothing in it can run or lead anywhere.
 */
export function findingsOf(form: FormDefinition, answers: FormAnswers, context: FormContext): Findings {
  const report = withoutEmpty(presentReport(form, answers, context));
  const sections = report.sections.map(({ title, items }) => ({
    title,
    items: items
      .filter(({ type }) => type !== 'signature' && type !== 'attestation')
      .map((item) => ({
        label: item.label,
        lines: [
          ...item.choices,
          plain(item.text),
          ...(item.questions ?? []).flatMap((one) => [one.text, plain(one.answer)]),
          ...(item.table?.rows.map((row) => `${row.label}: ${row.cells.join(', ')}`) ?? []),
          ...(item.table?.comments.map((one) => `${one.label}: ${plain(one.text)}`) ?? []),
        ].filter((line) => line !== ''),
      }))
      .filter(({ lines }) => lines.length > 0),
  }));
  return { sections: sections.filter(({ items }) => items.length > 0) };
}
