import type { Difference } from '../rules.ts';
import styles from './opinions.module.css';

/** Answers of two reports side by side, where they differ only. On a phone each question stands over its two answers. */
export function Differences({
  rows,
  names,
  caption,
}: {
  rows: readonly Difference[];
  names: readonly [string, string];
  caption: string;
}) {
  return (
    <table className={styles.differences}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.label}
              <span>{row.section}</span>
            </th>
            <td data-label={names[0]}>{row.first}</td>
            <td data-label={names[1]}>{row.second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
