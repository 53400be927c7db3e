import { Facts } from '../../../ui/parts/facts.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import type { LetterView } from '../contract.ts';
import styles from './outbox.module.css';

/** Links of ours lead through the program. */
const here = (url: string): string => (url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url);

/** A mail as its reader gets it; a text, or a mail from before letters were kept, as its plain text. */
export function Letter({ letter, text }: { letter: LetterView | null; text: string }) {
  if (letter === null) return <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.letter}>
      <p className={styles.move}>{letter.move}</p>
      {letter.code === null ? null : (
        <p className={styles.code}>
          <span className={styles.quiet}>Your code</span>
          <strong>{letter.code}</strong>
        </p>
      )}
      {letter.lines.map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      <Facts items={letter.facts} labelWidth={120} />
      {letter.buttons.map(({ label, url }) => (
        <p key={label} className={styles.line}>
          {url === null ? (
            <>
              {label} <span className={styles.quiet}>(the link is hidden)</span>
            </>
          ) : (
            <TextLink href={here(url)}>{label}</TextLink>
          )}
        </p>
      ))}
      <p className={styles.foot}>{letter.why}</p>
    </div>
  );
}
