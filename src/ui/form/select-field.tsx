import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { cx } from '../parts/common.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { Field, useField } from './field.tsx';
import type { FieldProps } from './field.tsx';
import type { SelectOption } from './select-option.ts';
import styles from './field.module.css';

const SearchSelect = lazyPart(() => import('./search-select.tsx'));

/** One of many. The system's own list for a few options; a searchable one from thirteen on, or when asked. */
export function SelectField({
  value,
  onChange,
  onBlur,
  options,
  placeholder = 'Choose',
  searchable = options.length > 12,
  clearable = false,
  onSearch,
  searching,
  ...field
}: FieldProps & {
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  options: SelectOption[];
  placeholder?: string;
  searchable?: boolean;
  clearable?: boolean;
  /** Hears what is typed, where the options are not all there are: they are then shown as they come. */
  onSearch?: (typed: string) => void;
  /** What was typed is still being looked for. */
  searching?: boolean;
}) {
  const { ids, aria } = useField(field);
  const groups = [...new Set(options.map((option) => option.group ?? ''))];
  return (
    <Field {...field} ids={ids}>
      <div className={styles.wrap}>
        {searchable ? (
          <Suspense fallback={<input id={ids.control} className={styles.control} disabled placeholder={placeholder} />}>
            <SearchSelect
              id={ids.control}
              aria={aria}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              options={options}
              placeholder={placeholder}
              clearable={clearable}
              onSearch={onSearch}
              searching={searching}
              disabled={field.disabled}
            />
          </Suspense>
        ) : (
          <>
            <select
              {...aria}
              id={ids.control}
              name={field.path}
              className={cx(styles.control, styles.select)}
              value={value ?? ''}
              disabled={field.disabled}
              onChange={(event) => onChange(event.currentTarget.value || null)}
              onBlur={onBlur}
            >
              <option value="" disabled={!clearable} hidden={!clearable}>
                {placeholder}
              </option>
              {groups.map((group) => {
                const members = options
                  .filter((option) => (option.group ?? '') === group)
                  .map((option) => (
                    <option key={option.value} value={option.value} disabled={option.disabled}>
                      {option.label}
                    </option>
                  ));
                return group ? (
                  <optgroup key={group} label={group}>
                    {members}
                  </optgroup>
                ) : (
                  members
                );
              })}
            </select>
            <IconChevronDown className={styles.chevron} size={16} stroke={1.75} aria-hidden />
          </>
        )}
      </div>
    </Field>
  );
}
