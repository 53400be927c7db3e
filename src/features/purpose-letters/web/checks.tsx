import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import { useDeferredValue, useId, useMemo } from 'react';
import { spelledPlural } from '../../../core/phrases.ts';
import { Fold } from '../../../ui/parts/fold.tsx';
import type { PurposeLetterView } from '../contract.ts';
import { findLoaded, type LetterBody, letterText, REASONS, tooEarly } from '../rules.ts';
import { LetterPaper } from './letter-paper.tsx';
import styles from './purpose-letter.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Beside the letter: wording that could be more neutral, questions that come too early, and the whole as it will read. */
export function Checks({ letter, body: live }: { letter: PurposeLetterView; body: LetterBody }) {
  const body = useDeferredValue(live);
  const id = useId();
  const { today, facts } = letter;
  const loaded = useMemo(
    () =>
      [
        { where: 'What happened', text: body.background },
        ...body.questions.map((text, at) => ({ where: `Question ${at + 1}`, text })),
        { where: 'At the end', text: body.closing },
      ].flatMap(({ where, text }) => findLoaded(text).map((found) => ({ where, ...found }))),
    [body],
  );
  const early = body.questions.flatMap((question, at) => {
    const why = tooEarly(question, {
      today,
      injured_on: facts.injured_on,
      operated_on: body.operated_on,
      improvement: body.improvement,
    });
    return why === null ? [] : [{ at, why }];
  });
  return (
    <aside className={styles.checks} aria-labelledby={id}>
      <h2 id={id}>Before it is sent</h2>
      {loaded.length === 0 ? (
        <p className={styles.fine}>
          <IconCircleCheck {...icon} /> No loaded wording was found. The check knows phrases, not meaning.
        </p>
      ) : (
        <section>
          <h3>
            <IconAlertTriangle {...icon} /> {capitalized(spelledPlural(loaded.length, 'wording'))} to look at
          </h3>
          <ul className={styles.found}>
            {loaded.map(({ where, start, phrase, reason, instead }) => (
              <li key={`${where} ${start}`}>
                <span className={styles.where}>{where}</span>
                <b>“{phrase}”</b>
                <span>{REASONS[reason]}</span>
                <span className={styles.instead}>Rather: {instead}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {early.length > 0 ? (
        <section>
          <h3>
            <IconClockExclamation {...icon} /> Asked too early
          </h3>
          <ul className={styles.found}>
            {early.map(({ at, why }) => (
              <li key={at}>
                <span className={styles.where}>Question {at + 1}</span>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {letter.state === 'proposed' ? null : (
        <Fold title="The letter as it will read">
          <LetterPaper text={letterText(body, facts)} />
        </Fold>
      )}
    </aside>
  );
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
