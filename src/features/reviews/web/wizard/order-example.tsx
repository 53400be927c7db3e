import { IconChevronRight } from '@tabler/icons-react';
import type { Catalogue, SectionSpec } from '../form/types.ts';
import styles from './order-example.module.css';

/** How a good order fills this step, folded: each field by its own label, what it says, and why so. */
export default function OrderExample({ spec, example }: { spec: SectionSpec; example: Catalogue['example'] }) {
  const rows = example.flatMap((row) => {
    const field = row.section === spec.key ? spec.fields.find(({ key }) => key === row.field) : undefined;
    return field ? [{ ...row, label: field.label }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <details className={styles.example}>
      <summary>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
        See an example of a good order
      </summary>
      <dl className={styles.rows}>
        {rows.map(({ field, label, value, why }) => (
          <div key={field} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {value}
              {why ? <span className={styles.why}>{why}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
