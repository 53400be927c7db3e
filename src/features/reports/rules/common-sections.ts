import type { FormSection, QuestionOf } from './definition.ts';

/** Sections that the report forms of all kinds share. */

export const questionsAsked = (): FormSection => ({
  key: 'questions',
  title: 'Answers to the questions asked',
  short_title: 'Answers',
  questions: [
    {
      key: 'requester_answers',
      type: 'question_answers',
      label: 'Questions from the order',
      help: 'Answer each one directly first, then give the reasons and the pages.',
      required: true,
      min_length: 20,
    },
  ],
});

/** The last section: what the expert confirms, one statement after the other, and the signature. */
export const signature = (statements: QuestionOf<'attestation'>['statements']): FormSection => ({
  key: 'attestation',
  title: 'Attestation and signature',
  short_title: 'Signature',
  questions: [
    { key: 'attestation', type: 'attestation', label: 'I confirm', required: true, statements },
    { key: 'signature', type: 'signature', label: 'Signature', required: true },
  ],
});
