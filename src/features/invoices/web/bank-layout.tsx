import { type FormEvent, useState } from 'react';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import type { BankUpload } from '../contract.ts';
import { type BankLayout, DATE_ORDER_WORDS, DATE_ORDERS, DECIMAL_SIGNS } from '../rules.ts';
import styles from './invoices.module.css';

/** A layout as it is sent. */
export type SaidLayout = Omit<BankLayout, 'payer_column'> & { payer_column?: number };

const COLUMNS = [
  ['date_column', 'Date'],
  ['amount_column', 'Amount that arrived'],
  ['reference_column', 'Reference'],
  ['payer_column', 'Payer'],
] as const;

/** Which column of a new bank's statement is what; asked once for its headings. */
export function BankLayoutForm({
  asked: { headings, sample, guess },
  busy,
  onSay,
  onLeave,
}: {
  asked: Extract<BankUpload, { state: 'headings' }>;
  busy: boolean;
  onSay: (layout: SaidLayout) => void;
  onLeave: () => void;
}) {
  const [layout, setLayout] = useState<BankLayout>(guess);
  const [tried, setTried] = useState(false);
  // what stands in a column says more than its heading
  const options = headings.map((heading, at) => ({
    value: String(at),
    label: [heading, sample.map((row) => row[at]).find(Boolean)].filter(Boolean).join(': ') || `Column ${at + 1}`,
  }));
  const missing = COLUMNS.filter(([name]) => name !== 'payer_column' && (layout[name] ?? -1) < 0).map(([name]) => name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.length > 0) return;
    const { payer_column, ...rest } = layout;
    onSay(payer_column === null ? rest : { ...rest, payer_column });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="layout">
      <SectionHead id="layout" title="This bank’s headings are new" />
      <Quiet>Say once which column is what. It is remembered for the next statement with these headings.</Quiet>
      {COLUMNS.map(([name, label]) => (
        <SelectField
          key={name}
          path={name}
          label={label}
          optional={name === 'payer_column'}
          placeholder="Choose a column"
          value={(layout[name] ?? -1) < 0 ? (name === 'payer_column' ? 'none' : null) : String(layout[name])}
          options={name === 'payer_column' ? [{ value: 'none', label: 'None' }, ...options] : options}
          onChange={(value) =>
            setLayout({ ...layout, [name]: value === null || value === 'none' ? null : Number(value) })
          }
          error={tried && missing.some((one) => one === name) ? 'Choose a column.' : undefined}
        />
      ))}
      <SelectField
        path="date_order"
        label="Days are written"
        value={layout.date_order}
        options={DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_WORDS[value] }))}
        onChange={(value) =>
          setLayout({ ...layout, date_order: DATE_ORDERS.find((one) => one === value) ?? layout.date_order })
        }
      />
      <SelectField
        path="decimal_sign"
        label="Amounts are written"
        value={layout.decimal_sign}
        options={DECIMAL_SIGNS.map((value) => ({ value, label: value === '.' ? '1,887.50' : '1.887,50' }))}
        onChange={(value) => setLayout({ ...layout, decimal_sign: value === ',' ? ',' : '.' })}
      />
      <InlineEnds
        primary
        placed
        error={null}
        what="The statement was not taken."
        busy={busy}
        leave="Not now"
        onLeave={onLeave}
      >
        Take the statement
      </InlineEnds>
    </form>
  );
}
