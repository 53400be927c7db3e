import { areSame, Name } from '../../../experts/rules/same-name.ts';
import { partyKindOf } from '../../rules.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/parts/button.tsx';
import { type Column, RowsEditor } from './rows-editor.tsx';
import { type Errors, type FieldSpec, type FormContext, rowsOf, textOf } from './types.ts';

/** What every control of a field is given. */
export type Base = {
  path: string;
  label: string;
  help: ReactNode;
  required: boolean;
  error: string | undefined;
  disabled: boolean;
};

/** The lines of each repeated field: columns, what one is called, and a new one. */
const LINES: Readonly<Record<string, { noun: string; empty: Record<string, unknown>; columns: readonly Column[] }>> = {
  defendants: {
    noun: 'provider',
    empty: { name: '', specialty: null, npi: null },
    columns: [
      { key: 'name', label: 'Name', type: 'text', required: true, share: 5 },
      { key: 'specialty', label: 'Specialty', type: 'text', share: 4 },
      { key: 'npi', label: 'NPI', type: 'text', share: 3 },
    ],
  },
  attendees: {
    noun: 'person',
    empty: { name: '', email: '', role: null },
    columns: [
      { key: 'name', label: 'Name', type: 'text', required: true, share: 4 },
      { key: 'email', label: 'E-mail', type: 'email', required: true, share: 5 },
      { key: 'role', label: 'Role', type: 'text', share: 3 },
    ],
  },
  parties: {
    noun: 'name',
    empty: { name: '', role: 'other', kind: null },
    columns: [
      { key: 'name', label: 'Name', type: 'text', required: true, share: 5 },
      { key: 'role', label: 'Role', type: 'choice', required: true, share: 4 },
      { key: 'kind', label: 'Is a', type: 'choice', share: 3 },
    ],
  },
};
/** The lines of a field: those of its type, or its own. */
function linesOf({ type, lines }: FieldSpec): (typeof LINES)[string] | undefined {
  if (!lines) return LINES[type];
  const columns = lines.columns.map(({ options: _set, ...column }) => column);
  const empty = Object.fromEntries(columns.map((c) => [c.key, c.type === 'text' && c.required ? '' : null]));
  return { noun: lines.noun, empty, columns };
}
const OPTION_SETS: Readonly<Record<string, string>> = { role: 'party_roles', kind: 'party_kinds' };

/** The option set a choice in a line is from. */
const setOf = (spec: FieldSpec, key: string): string =>
  spec.lines?.columns.find((column) => column.key === key)?.options ?? OPTION_SETS[key] ?? '';

/** What a party is follows the words of its name, until somebody says otherwise. */
function kindFollowsName(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const guessed = partyKindOf(textOf(before['name']));
  const theirs = after['kind'] ?? null;
  return after['kind'] === before['kind'] && theirs === guessed
    ? { ...after, kind: partyKindOf(textOf(after['name'])) }
    : after;
}

/** A repeated field: people and names as rows, with those of other steps to take over. */
export function Lines({
  spec,
  form,
  errors,
  set,
  base,
}: {
  spec: FieldSpec;
  form: FormContext;
  errors: Errors;
  set: (v: unknown) => void;
  base: Base;
}) {
  const lines = linesOf(spec);
  if (!lines) return null;
  const rows = rowsOf(form.values[spec.key]);
  const has = spec.type === 'parties' ? rows.map((r) => new Name(textOf(r['name']))) : [];
  const absent =
    spec.type === 'parties' ? form.named.filter((p) => !has.some((one) => areSame(one, new Name(p.name)))) : [];
  return (
    <RowsEditor
      path={base.path}
      fieldKey={spec.key}
      label={base.label}
      help={base.help}
      required={base.required}
      error={base.error}
      errors={errors}
      disabled={base.disabled}
      rows={rows}
      onChange={set}
      noun={lines.noun}
      empty={lines.empty}
      max={spec.max_items ?? undefined}
      follows={spec.type === 'parties' ? kindFollowsName : undefined}
      columns={lines.columns.map((column) =>
        column.type === 'choice'
          ? { ...column, options: form.catalogue.options[setOf(spec, column.key)] ?? [] }
          : { ...column, max_length: spec.row_lengths[column.key] },
      )}
      extra={
        absent.length > 0 && !base.disabled ? (
          <Button kind="quiet" size="sm" onClick={() => set([...rows, ...absent])}>
            {absent.length === 1 ? `Add ${absent[0]?.name ?? ''}` : `Add the ${absent.length} named on other steps`}
          </Button>
        ) : undefined
      }
    />
  );
}
