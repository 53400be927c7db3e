import { RepeatableRows } from '../../../ui/form/repeatable-rows.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { BookView } from '../contract.ts';
import { BOOK_LIMITS, SUB_KEYS, SUB_LABELS } from '../rules.ts';
import type { BookDraft, SubRow, TaxRow } from './book-draft.ts';
import styles from './price-books.module.css';

/** What a book says state by state, and sub-specialty by sub-specialty. */
export function BookRows({
  view,
  draft,
  at,
  onChange,
}: {
  view: BookView;
  draft: BookDraft;
  at: (path: string) => string | undefined;
  onChange: (part: Partial<BookDraft>) => void;
}) {
  // the factors its services are priced by, and what every one has
  const keys = SUB_KEYS.filter((key) => !key.startsWith('price_') || view.factors.some((factor) => factor === key));
  const subs = view.sub_specialties.map(({ id, name, specialty }) => ({
    value: String(id),
    label: `${specialty}: ${name}`,
  }));
  return (
    <>
      <RepeatableRows<SubRow>
        path="terms.sub_specialties"
        label="Sub-specialties"
        help="Where they cost something else than for everybody."
        optional
        ordered={false}
        rows={draft.subs}
        onChange={(rows) => onChange({ subs: rows })}
        newRow={() => ({ id: crypto.randomUUID(), sub: null, said: {} })}
        max={BOOK_LIMITS.sub_specialties}
        addLabel="Add a sub-specialty"
        rowName="sub-specialty"
      >
        {(row, index, update) => {
          const path = `terms.sub_specialties.${row.sub ?? `new_${index}`}`;
          return (
            <div className={styles.group}>
              <SelectField
                path={path}
                label="Sub-specialty"
                value={row.sub}
                options={subs.filter(
                  ({ value }) => value === row.sub || draft.subs.every((other) => other.sub !== value),
                )}
                searchable
                onChange={(sub) => update({ ...row, sub })}
                error={at(path)}
              />
              <div className={styles.fields}>
                {keys.map((key) => {
                  const field = {
                    path: `${path}.${key}`,
                    label: SUB_LABELS[key],
                    placeholder: 'As above',
                    value: row.said[key] ?? null,
                    onChange: (value: number | null) => update({ ...row, said: { ...row.said, [key]: value } }),
                    // the server names an amount without its unit
                    error: at(`${path}.${key.replace('_cents', '')}`),
                  };
                  return key.endsWith('_cents') ? (
                    <MoneyField key={key} {...field} />
                  ) : (
                    <NumberField key={key} decimals={4} {...field} />
                  );
                })}
              </div>
            </div>
          );
        }}
      </RepeatableRows>
      <RepeatableRows<TaxRow>
        path="terms.tax_percent"
        label="Sales tax"
        help="By the state the matter is in. Others have none."
        optional
        ordered={false}
        rows={draft.taxes}
        onChange={(taxes) => onChange({ taxes })}
        newRow={() => ({ id: crypto.randomUUID(), state: null, percent: null })}
        addLabel="Add a state"
        rowName="state"
      >
        {(row, index, update) => (
          <div className={styles.fields}>
            <SelectField
              path={`tax.${index}.state`}
              label="State"
              value={row.state}
              options={view.states.filter(
                ({ value }) => value === row.state || draft.taxes.every((other) => other.state !== value),
              )}
              onChange={(state) => update({ ...row, state })}
            />
            <NumberField
              path={`terms.tax_percent.${row.state ?? index}`}
              label="Percent"
              unit="%"
              decimals={3}
              value={row.percent}
              onChange={(percent) => update({ ...row, percent })}
              error={at(`terms.tax_percent.${row.state ?? index}`)}
            />
          </div>
        )}
      </RepeatableRows>
    </>
  );
}
