import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { cents, formatCents } from '../../../../core/money.ts';
import { plural } from '../../../../core/phrases.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { Button } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/parts/dialog.tsx';
import { InlineError } from '../../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../../ui/parts/page-header.tsx';
import { RuledList, RuledRow } from '../../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { Page } from '../../../../ui/shell/layouts.tsx';
import {
  type KeptSpecialty,
  type KeptSubSpecialty,
  taxonomyEndpoints,
  type Taxonomy,
} from '../../contract/taxonomy-desk.ts';
import { AVAILABILITY_LABELS } from '../../rules/taxonomy-desk.ts';
import { EditSpecialty, EditSub } from './edit-specialty.tsx';
import { usedWords } from './used-words.ts';
import styles from './taxonomy.module.css';

/** One specialty: where it is used, its sub-specialties with their prices, retiring and merging it. */
export function SpecialtyView({ one, view }: { one: KeptSpecialty; view: Taxonomy }) {
  const [open, setOpen] = useState<'edit' | 'retire' | 'merge' | 'add' | null>(null);
  const [sub, setSub] = useState<KeptSubSpecialty | null>(null);
  const change = useCommand(taxonomyEndpoints.changeSpecialty, { refresh: [taxonomyEndpoints.read] });
  const changeSub = useCommand(taxonomyEndpoints.changeSub, { refresh: [taxonomyEndpoints.read] });
  const may = view.change.allowed && one.merged_into === null;
  const used = usedWords(one.used);
  const setActive = async (active: boolean): Promise<void> => {
    await change.mutateAsync({ params: { id: one.id }, body: { lock_version: one.lock_version, active } });
    setOpen(null);
    toastDone(active ? 'It can be ordered again.' : 'It is retired.');
  };
  return (
    <Page width="wide">
      <PageHeader
        crumbs={[{ label: 'Taxonomy', href: '/admin/taxonomy' }, { label: one.name }]}
        title={one.name}
        lead={[
          one.merged_into
            ? `Merged into ${one.merged_into.name}`
            : one.active
              ? AVAILABILITY_LABELS[one.availability]
              : 'Retired',
          one.nucc_code,
          used === '' ? 'Used nowhere yet' : `Used by ${used}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          may ? (
            <>
              {one.active ? <Button onClick={() => setOpen('merge')}>Merge into another</Button> : null}
              {one.active ? (
                <Button onClick={() => setOpen('retire')}>Retire</Button>
              ) : (
                <Button busy={change.isPending} onClick={() => void setActive(true).catch(() => undefined)}>
                  Bring it back
                </Button>
              )}
              <Button kind="primary" onClick={() => setOpen('edit')}>
                Edit
              </Button>
            </>
          ) : null
        }
      />
      {change.error ? <InlineError title="It was not changed.">{change.error.message}</InlineError> : null}
      {changeSub.error ? <InlineError title="It was not changed.">{changeSub.error.message}</InlineError> : null}
      <section className={styles.part} aria-labelledby="subs">
        <SectionHead
          id="subs"
          title="Sub-specialties"
          action={
            may ? (
              <Button size="sm" icon={<IconPlus stroke={2} />} onClick={() => setOpen('add')}>
                Add
              </Button>
            ) : null
          }
        />
        <RuledList label="Sub-specialties">
          {one.sub_specialties.map((each) => (
            <RuledRow
              key={each.id}
              title={each.active ? each.name : `${each.name} (retired)`}
              lines={[...(each.prices ? pricesWords(each.prices) : []), usedWords(each.used)]}
              actions={
                may ? (
                  <>
                    <Button
                      size="sm"
                      kind="quiet"
                      onClick={() =>
                        changeSub.mutate({
                          params: { id: each.id },
                          body: { lock_version: each.lock_version, active: !each.active },
                        })
                      }
                    >
                      {each.active ? 'Retire' : 'Bring back'}
                    </Button>
                    <Button size="sm" onClick={() => setSub(each)}>
                      Edit
                    </Button>
                  </>
                ) : null
              }
            />
          ))}
        </RuledList>
      </section>
      {open === 'edit' ? <EditSpecialty one={one} onClose={() => setOpen(null)} /> : null}
      {open === 'add' ? <EditSub specialty={one} sub={null} onClose={() => setOpen(null)} /> : null}
      {sub ? <EditSub specialty={one} sub={sub} onClose={() => setSub(null)} /> : null}
      {open === 'merge' ? <Merge one={one} view={view} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog
        open={open === 'retire'}
        onClose={() => setOpen(null)}
        title={`Retire ${one.name}?`}
        confirmLabel="Retire it"
        cancelLabel="Keep it"
        onConfirm={() => setActive(false)}
      >
        <p>
          It is no longer offered in new orders. {used === '' ? '' : `It is used by ${used}: they keep it. `}You can
          bring it back.
        </p>
      </ConfirmDialog>
    </Page>
  );
}

function Merge({ one, view, onClose }: { one: KeptSpecialty; view: Taxonomy; onClose: () => void }) {
  const [into, setInto] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const merge = useCommand(taxonomyEndpoints.merge, {
    refresh: [taxonomyEndpoints.read],
    onSuccess: ({ experts }) => {
      toastDone(`Merged. ${plural(experts, 'expert')} moved.`);
      onClose();
    },
  });
  const other = view.specialties.find(({ id }) => String(id) === into);
  return (
    <Dialog title={`Merge ${one.name}`} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(into === null);
          if (into === null || merge.isPending) return;
          merge.mutate({ params: { id: one.id }, body: { lock_version: one.lock_version, into: Number(into) } });
        }}
      >
        <SelectField
          path="into"
          searchable={false}
          label="Into"
          required
          value={into}
          options={view.specialties
            .filter(({ id, active }) => active && id !== one.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setInto}
          error={missing && into === null ? 'Choose where it goes.' : merge.error?.errors[0]?.message}
        />
        <p className={styles.quiet}>
          {plural(one.used.experts, 'expert moves', 'experts move')} to {other?.name ?? 'the other specialty'}, with the
          sub-specialties. Reviews keep the name {one.name}; those still open are matched in the other. This cannot be
          undone.
        </p>
        {merge.error && merge.error.errors.length === 0 ? (
          <InlineError title="It was not merged.">{merge.error.message}</InlineError>
        ) : null}
        <div className={styles.acts}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" busy={merge.isPending}>
            Merge
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const money = (dollars: number): string => formatCents(cents(dollars));

const pricesWords = (prices: NonNullable<KeptSubSpecialty['prices']>): string[] => [
  `Case × ${prices.price_modifier} · Peer review × ${prices.price_modifier_standard} · Limited × ${prices.price_modifier_limited}`,
  `Report ${money(prices.report_cost)} · Each page over ${money(prices.report_overage_cost)}`,
];
