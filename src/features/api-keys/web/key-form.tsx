import { type FormEvent, useState } from 'react';
import { useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { InlineEnds } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { apiKeyEndpoints, type ApiKeyWithToken } from '../contract.ts';
import { API_SCOPE_NAMES, API_SCOPES, type ApiScope } from '../rules.ts';
import styles from './keys.module.css';

const e = apiKeyEndpoints;
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'One year' },
];

/** A new key: what it is for, what it opens, how long, and from where. */
export function KeyForm({
  organizationId,
  onLeave,
  onMade,
}: {
  organizationId: number;
  onLeave: () => void;
  onMade: (made: ApiKeyWithToken) => void;
}) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['reviews:read']);
  const [days, setDays] = useState('90');
  const [networks, setNetworks] = useState('');
  const [tried, setTried] = useState(false);
  const make = useCommand(e.make, { refresh: [e.list], onSuccess: onMade });
  const faults = make.error?.errors ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || scopes.length === 0) return;
    make.mutate({
      params: { id: organizationId },
      body: { name, scopes: [...scopes], days: Number(days), addresses: networks.split(/[\s,]+/).filter(Boolean) },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Make an API key">
      <TextField
        path="name"
        label="What program it is for"
        required
        autoComplete="off"
        maxLength={100}
        error={
          faults.find(({ path }) => path === 'name')?.message ??
          (tried && name.trim() === '' ? 'Name the program.' : undefined)
        }
        value={name}
        onChange={setName}
      />
      <fieldset className={styles.scopes}>
        <legend>What it may do, in your name</legend>
        {API_SCOPE_NAMES.map((scope) => (
          <CheckboxField
            key={scope}
            path={`scope-${scope}`}
            label={API_SCOPES[scope]}
            help={scope}
            value={scopes.includes(scope)}
            onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
        {tried && scopes.length === 0 ? <p className={styles.fault}>Choose at least one.</p> : null}
      </fieldset>
      <SelectField
        path="days"
        label="It expires after"
        required
        options={LIVES}
        value={days}
        onChange={(value) => setDays(value ?? '90')}
        help="A key cannot be extended. You are told two weeks before."
      />
      <TextField
        path="addresses"
        label="Networks it is taken from"
        optional
        autoComplete="off"
        maxLength={1000}
        help="For example 203.0.113.0/24, separated by commas. Empty: from anywhere."
        error={faults.find(({ path }) => path.startsWith('addresses'))?.message}
        value={networks}
        onChange={setNetworks}
      />
      <InlineEnds
        primary
        placed
        error={make.error}
        what="No key was made."
        busy={make.isPending}
        leave="Not now"
        onLeave={onLeave}
      >
        Make the key
      </InlineEnds>
    </form>
  );
}
