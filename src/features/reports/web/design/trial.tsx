import { useState } from 'react';
import type { FormAnswers, FormDefinition } from '../../rules.ts';
import { EXAMPLE } from '../example-order.ts';
import { CitingProvider } from '../records/citing.tsx';
import { SectionForm } from '../write/section-form.tsx';
import styles from './design.module.css';

const noRecords = { passage: null, onCited: () => undefined, find: null, open: null };

/** A form as its expert gets it, to try: what is answered here shows what is asked next and how it scores, and is kept nowhere. */
export function Trial({ definition }: { definition: FormDefinition }) {
  const [answers, setAnswers] = useState<FormAnswers>({});
  return (
    <CitingProvider value={noRecords}>
      {definition.sections.map((section, at) => (
        <section key={section.key} aria-labelledby={`trial-${section.key}`} className={styles.trial}>
          <h3 id={`trial-${section.key}`}>
            {at + 1}. {section.title || 'Without a title'}
          </h3>
          <SectionForm
            definition={definition}
            context={EXAMPLE}
            section={section.key}
            answers={answers}
            left={false}
            note={undefined}
            signs
            onChange={(key, change) => setAnswers((before) => ({ ...before, [key]: change(before[key]) }))}
          />
        </section>
      ))}
    </CitingProvider>
  );
}
