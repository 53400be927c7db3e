import { plural } from '../../../core/phrases.ts';
import type { OrganizationField } from '../rules/fields.ts';
import { memberOf } from '../rules.ts';

/** A value that is text; nothing for any other. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A field's value in words, for a difference or what changed: 'on', '96 hours', 'none'. */
export function valueWords(field: OrganizationField, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  switch (field.kind) {
    case 'switch':
      return value === true ? 'on' : 'off';
    case 'count':
      return plural(Number(value), (field.unit ?? '').replace(/s$/, '')).trim();
    case 'dollars':
      return Number(value).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    case 'choice':
      return field.choices?.find((one) => one.value === value)?.label ?? textIn(value);
    case 'domains':
      return (value as string[]).length === 0 ? 'none' : (value as string[]).join(', ');
    case 'options': {
      const labels = (value as { label: string }[]).map(({ label }) => label);
      return labels.length === 0 ? 'none' : labels.join(', ');
    }
    case 'office_hours':
      return `${textIn(memberOf(value, 'start_time'))} to ${textIn(memberOf(value, 'end_time'))}, ${textIn(memberOf(value, 'time_zone'))}`;
    case 'aliases': {
      const names = Object.entries(value as Record<string, string>).map(([key, name]) => `${key}: ${name}`);
      return names.length === 0 ? 'none' : names.join(', ');
    }
    case 'line':
    case 'text':
      return `“${textIn(value)}”`;
    case 'time_zone':
    case 'slug':
      return textIn(value);
  }
}
