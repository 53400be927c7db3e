import styles from './choice.module.css';

/** The 16 px tick box alone; needs a label from its caller. */
export function Tick({
  checked,
  onChange,
  indeterminate = false,
  disabled,
  ...aria
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  indeterminate?: boolean;
  disabled?: boolean | undefined;
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
  'data-path'?: string;
}) {
  return (
    <input
      {...aria}
      type="checkbox"
      className={styles.tick}
      checked={checked}
      disabled={disabled}
      ref={(node) => {
        if (node) node.indeterminate = indeterminate;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
