import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SearchWords } from '../../../ui/form/search-words.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../ui/parts/confirm-dialog.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { InlineError, InlineNotice } from '../../../ui/parts/notice.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { organizationConsoleEndpoints } from '../contract/console.ts';
import {
  type OrganizationSpecialties,
  type OwnSpecialtyPrice,
  specialtyDatabaseEndpoints,
} from '../contract/specialties.ts';
import styles from './prices.module.css';

const NUMBERS = [
  { name: 'price_modifier', label: 'Case factor' },
  { name: 'price_modifier_standard', label: 'Peer factor' },
  { name: 'price_modifier_limited', label: 'Limited factor' },
  { name: 'report_cost', label: 'Report' },
  { name: 'report_overage_cost', label: 'Page over' },
] as const;
type NumberName = (typeof NUMBERS)[number]['name'];
const isAmount = (name: NumberName): boolean => name === 'report_cost' || name === 'report_overage_cost';

type Prices = ReadonlyMap<number, OwnSpecialtyPrice>;
const pricesOf = (view: OrganizationSpecialties): Prices =>
  new Map(view.own?.prices.map((price) => [price.sub_specialty_id, price]));

/** What the sub-specialties cost for this organization: its own prices over those it would have without. */
export function PricesTab({ id }: { id: number }) {
  const read = useQuery(query(specialtyDatabaseEndpoints.read, { params: { id } }));
  return (
    <>
      {read.isPending ? <SkeletonRows rows={6} columns={[40, 50]} height={56} label="Loading the prices" /> : null}
      <Failure error={read.error} what="The prices could not be loaded." onRetry={() => void read.refetch()} />
      {read.data ? <Loaded id={id} view={read.data} /> : null}
    </>
  );
}

function Loaded({ id, view }: { id: number; view: OrganizationSpecialties }) {
  const client = useQueryClient();
  const [name, setName] = useState(view.own?.name ?? '');
  const [prices, setPrices] = useState<Prices>(() => pricesOf(view));
  const [begun, setBegun] = useState(view.own !== null);
  const [q, setQ] = useState('');
  const [removing, setRemoving] = useState(false);
  const [isStale, setIsStale] = useState(false);
  const { queryKey } = query(specialtyDatabaseEndpoints.read, { params: { id } });
  const { settings, history } = organizationConsoleEndpoints;
  const save = useCommand(specialtyDatabaseEndpoints.save, {
    refresh: [settings, history],
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      setName(saved.own?.name ?? '');
      setPrices(pricesOf(saved));
      setBegun(saved.own !== null);
      setIsStale(false);
    },
    onError: (error) => {
      if (error.code !== 'stale') return;
      client.setQueryData(queryKey, error.problem?.current as OrganizationSpecialties);
      setIsStale(true);
    },
  });
  const send = async (database: { name: string; prices: OwnSpecialtyPrice[] } | null): Promise<void> => {
    await save.mutateAsync({ params: { id }, body: { lock_version: view.lock_version, database } });
    toastDone(database === null ? 'Taken away.' : 'Saved. New quotes follow it.');
  };
  const changed = JSON.stringify([name, [...prices]]) !== JSON.stringify([view.own?.name ?? '', [...pricesOf(view)]]);
  const inherited = view.inherited.from
    ? `the prices of ${view.inherited.from.name} (“${view.inherited.name}”)`
    : 'Peritus’s prices';
  if (!begun)
    return (
      <EmptyState
        title={`${view.inherited.from ? view.inherited.from.name : 'Peritus'}’s prices hold here`}
        action={
          view.change.allowed ? (
            <Button kind="primary" onClick={() => setBegun(true)}>
              Give it prices of its own
            </Button>
          ) : null
        }
      >
        {view.change.reason ?? 'Prices of its own hold for this organization and for those below it.'}
      </EmptyState>
    );
  const words = q.trim().toLowerCase();
  const shown = view.specialties
    .map((one) => ({
      ...one,
      sub_specialties: one.sub_specialties.filter(
        (sub) => words === '' || `${one.name} ${sub.name}`.toLowerCase().includes(words),
      ),
    }))
    .filter((one) => one.sub_specialties.length > 0);
  return (
    <div className={styles.prices}>
      <p className={styles.quiet}>
        {plural(prices.size, 'sub-specialty has', 'sub-specialties have')} a price here; all others have {inherited}.
        Orders already submitted keep the price they were agreed at.
      </p>
      {isStale ? (
        <InlineNotice kind="conflict" title="Someone else changed this organization meanwhile.">
          What you wrote is still here. Look at it, then save again.
        </InlineNotice>
      ) : null}
      <div className={styles.head}>
        <TextField
          path="database.name"
          label="Name of this specialty database"
          required
          disabled={!view.change.allowed}
          value={name}
          onChange={setName}
        />
        <SearchWords value={q} placeholder="Specialty or sub-specialty" maxLength={100} onSearch={setQ} />
      </div>
      {shown.map((one) => (
        <section key={one.id} className={styles.group} aria-label={one.name}>
          <h2 className={styles.title}>{one.name}</h2>
          <ul className={styles.subs}>
            {one.sub_specialties.map((sub) => (
              <Sub
                key={sub.id}
                name={sub.name}
                otherwise={{ ...sub, sub_specialty_id: sub.id }}
                own={prices.get(sub.id) ?? null}
                locked={!view.change.allowed}
                onChange={(price) => {
                  const next = new Map(prices);
                  if (price === null) next.delete(sub.id);
                  else next.set(sub.id, price);
                  setPrices(next);
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      {save.error && save.error.code !== 'stale' ? (
        <InlineError title="It was not saved.">{save.error.errors[0]?.message ?? save.error.message}</InlineError>
      ) : null}
      {view.change.allowed ? (
        <div className={styles.acts}>
          {view.own === null ? null : <Button onClick={() => setRemoving(true)}>Back to {inherited}</Button>}
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={!changed || name.trim() === ''}
            onClick={() => void send({ name, prices: [...prices.values()] }).catch(() => undefined)}
          >
            Save prices
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title="Take these prices away?"
        confirmLabel="Take them away"
        cancelLabel="Keep them"
        onConfirm={async () => {
          await send(null);
          setRemoving(false);
        }}
      >
        <p>New quotes of this organization and of those below it follow {inherited} from then on.</p>
      </ConfirmDialog>
    </div>
  );
}

function Sub({
  name,
  own,
  otherwise,
  locked,
  onChange,
}: {
  name: string;
  own: OwnSpecialtyPrice | null;
  otherwise: OwnSpecialtyPrice;
  locked: boolean;
  onChange: (price: OwnSpecialtyPrice | null) => void;
}) {
  const { price_modifier, report_cost, report_overage_cost, price_modifier_limited, price_modifier_standard } =
    own ?? otherwise;
  const now: OwnSpecialtyPrice = {
    sub_specialty_id: otherwise.sub_specialty_id,
    price_modifier,
    report_cost,
    report_overage_cost,
    price_modifier_limited,
    price_modifier_standard,
  };
  return (
    <li className={styles.sub}>
      <p className={styles.name}>
        {name}
        <span className={styles.quiet}>{own ? 'Own price' : 'Inherited'}</span>
      </p>
      <div className={styles.numbers}>
        {NUMBERS.map((one) => {
          const field = { path: `${otherwise.sub_specialty_id}.${one.name}`, label: one.label, disabled: locked };
          return isAmount(one.name) ? (
            <MoneyField
              key={one.name}
              {...field}
              value={Math.round(now[one.name] * 100)}
              onChange={(cents) => onChange({ ...now, [one.name]: (cents ?? 0) / 100 })}
            />
          ) : (
            <NumberField
              key={one.name}
              {...field}
              decimals={4}
              value={now[one.name]}
              onChange={(value) => onChange({ ...now, [one.name]: value ?? 0 })}
            />
          );
        })}
      </div>
      {own && !locked ? (
        <Button size="sm" kind="quiet" onClick={() => onChange(null)}>
          Back to inherited
        </Button>
      ) : null}
    </li>
  );
}
