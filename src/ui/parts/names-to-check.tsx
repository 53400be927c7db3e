import { SectionHead } from './page-header.tsx';
import styles from './names-to-check.module.css';

/** The names an expert checks before anything else: who takes part, and as what. Nothing where none is shown. */
export function NamesToCheck({ names }: { names: readonly { name: string; role: string }[] }) {
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="names">
      <SectionHead id="names" title="Names to check" note={String(names.length)} />
      <ul className={styles.names}>
        {names.map((one) => (
          <li key={`${one.role} ${one.name}`}>
            <b>{one.name}</b> <span>{one.role.replaceAll('_', ' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
