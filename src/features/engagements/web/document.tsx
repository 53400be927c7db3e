import { Fragment } from 'react';
import styles from './engagements.module.css';

/** An agreement as it reads on paper. */
export function Document({ text, headings }: { text: string; headings: readonly string[] }) {
  return (
    <div className={styles.paper}>
      {text.split('\n\n').map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a text is read in its order
        <Fragment key={at}>{headings.includes(line) ? <h3>{line}</h3> : <p>{line}</p>}</Fragment>
      ))}
    </div>
  );
}

/** What a version says differently from the one before, term by term. */
export function Changes({ of }: { of: readonly { label: string; was: string; now: string }[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Changed</th>
          <th scope="col">Was</th>
          <th scope="col">Is now</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ label, was, now }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <del>{was}</del>
            </td>
            <td>
              <ins>{now}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
