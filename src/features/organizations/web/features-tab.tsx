import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ToggleChip } from '../../../ui/parts/chips.tsx';
import { FilteredEmpty } from '../../../ui/parts/empty.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { ORGANIZATION_FLAGS } from '../rules.ts';
import { ORGANIZATION_FIELDS, type OrganizationField } from '../rules/fields.ts';
import { FLAG_GROUPS, FLAG_PLACES } from '../rules/flag-places.ts';
import { type Editing, FieldRow } from './field-row.tsx';
import styles from './organization.module.css';

const IN_FEATURES = ORGANIZATION_FIELDS.filter(({ tab }) => tab === 'features');
const FLAGS = ORGANIZATION_FLAGS.flatMap((name) => IN_FEATURES.find((field) => field.name === name) ?? []);
const HEADS = FLAGS.filter(({ beside }) => beside === undefined);
const groupOf = (field: OrganizationField) => FLAG_PLACES[field.name as keyof typeof FLAG_PLACES].group;
const besides = (flag: OrganizationField) => IN_FEATURES.filter(({ beside }) => beside === flag.name);
const ids = (group: string): string => `features-${group.toLowerCase().replaceAll(/\W+/g, '-')}`;
const VIEWS = ['all', 'differs', 'changed'] as const;

/** Every flag with its values, grouped and searchable. */
export function FeaturesTab({ editing }: { editing: Editing }) {
  const { view, changes } = editing;
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const [q, setText] = useState(typeof search['q'] === 'string' ? search['q'] : '');
  const shown = VIEWS.find((one) => one === search['show']) ?? 'all';
  const go = (next: { q?: string; show?: (typeof VIEWS)[number] }): void => {
    const then = { q, show: shown, ...next };
    void navigate({
      to: `/admin/organizations/${view.id}`,
      search: { ...(then.q === '' ? {} : { q: then.q }), ...(then.show === 'all' ? {} : { show: then.show }) },
      replace: true,
      resetScroll: false,
    });
  };
  const setQ = (text: string): void => {
    setText(text);
    go({ q: text });
  };
  const group = (flag: OrganizationField) => [flag, ...besides(flag)];
  const differs = (flag: OrganizationField) =>
    group(flag).some((field) => {
      const standing = view.fields[field.name];
      return standing !== undefined && JSON.stringify(standing.value) !== JSON.stringify(field.default);
    });
  const isChanged = (flag: OrganizationField) => group(flag).some(({ name }) => Object.hasOwn(changes, name));
  const words = q.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (flag: OrganizationField) => {
    const text = group(flag)
      .map(({ name, label, explanation }) => `${name} ${name.replaceAll('_', ' ')} ${label} ${explanation}`)
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = HEADS.filter(matches).filter((flag) =>
    shown === 'all' ? true : shown === 'differs' ? differs(flag) : isChanged(flag),
  );
  const groups = FLAG_GROUPS.map((name) => ({ name, flags: found.filter((flag) => groupOf(flag) === name) })).filter(
    ({ flags }) => flags.length > 0,
  );
  const chip = (value: (typeof VIEWS)[number], label: string, count: number | null) => (
    <ToggleChip key={value} pressed={shown === value} onClick={() => go({ show: value })}>
      {label}
      {count === null ? null : ` ${count}`}
    </ToggleChip>
  );
  return (
    <div className={styles.features}>
      <div className={styles.groups}>
        <div className={styles.filters}>
          <div className={styles.search}>
            <TextField
              path="q"
              label="Search features"
              hideLabel
              type="search"
              icon={<IconSearch size={16} stroke={1.75} />}
              placeholder={`Search ${plural(HEADS.length, 'feature')}`}
              value={q}
              onChange={setQ}
            />
          </div>
          {chip('all', 'All', null)}
          {chip('differs', 'Differs from default', HEADS.filter(differs).length)}
          {chip('changed', 'Changed now', HEADS.filter(isChanged).length)}
        </div>
        {groups.length === 0 ? (
          <FilteredEmpty
            what="feature"
            query={q.trim() || undefined}
            filters={shown === 'all' ? [] : [shown === 'differs' ? 'Differs from default' : 'Changed now']}
            onClear={() => {
              setText('');
              go({ q: '', show: 'all' });
            }}
          />
        ) : null}
        {groups.map(({ name, flags }) =>
          name === 'Not in use yet' ? (
            <details key={name} className={styles.waiting} open={words.length > 0} id={ids(name)}>
              <summary>
                {name} <span>{flags.length}</span>
              </summary>
              <p>These belong to what Peritus does not have yet. Each says what it waits for.</p>
              <Rows flags={flags} editing={editing} />
            </details>
          ) : (
            <section key={name} aria-labelledby={ids(name)}>
              <SectionHead title={name} id={ids(name)} />
              <Rows flags={flags} editing={editing} />
            </section>
          ),
        )}
      </div>
      <nav className={styles.index} aria-label="Groups of features">
        <ul>
          {groups.map(({ name, flags }) => (
            <li key={name}>
              <a href={`#${ids(name)}`} onClick={(event) => jump(event, ids(name))}>
                {name}
                <span>{flags.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function jump(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  const head = document.getElementById(id);
  if (!head) return;
  head.scrollIntoView({ block: 'start' });
  const target = head.querySelector<HTMLElement>('summary') ?? head;
  if (target === head) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function Rows({ flags, editing }: { flags: readonly OrganizationField[]; editing: Editing }) {
  return (
    <ul className={styles.fields}>
      {flags.map((flag) => {
        const { view, changes } = editing;
        const standing = view.fields[flag.name];
        const isOn =
          (Object.hasOwn(changes, flag.name) ? (changes[flag.name] ?? standing?.otherwise) : standing?.value) === true;
        // of use while the flag is on; what is being changed stays in sight
        const beside = besides(flag).filter(({ name }) => isOn || Object.hasOwn(changes, name));
        return (
          <FieldRow key={flag.name} field={flag} editing={editing}>
            {beside.length > 0 ? (
              <ul className={styles.beside}>
                {beside.map((field) => (
                  <FieldRow key={field.name} field={field} editing={editing} />
                ))}
              </ul>
            ) : null}
          </FieldRow>
        );
      })}
    </ul>
  );
}
