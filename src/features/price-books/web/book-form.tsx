import { type FormEvent, useEffect, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents, plainDollars } from '../../../core/money.ts';
import { useCommand } from '../../../ui/api/hooks.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { faultOf } from '../../../ui/form/ends.tsx';
import { focusPath } from '../../../ui/form/field.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { MoneyField, NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useKept } from '../../../ui/form/use-kept.ts';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { type BookVersion, type BookView, priceBookEndpoints } from '../contract.ts';
import { BOOK_LIMITS, COMPOSITIONS } from '../rules.ts';
import { type BookDraft, draftOf, saidIn } from './book-draft.ts';
import { BookRows } from './book-rows.tsx';
import styles from './price-books.module.css';

const REFRESHED = [priceBookEndpoints.read, priceBookEndpoints.list, priceBookEndpoints.preview];
const AS_ABOVE = 'As above';
const yesNo = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

/** Writing a version. What is left empty is as the book above says; each field shows what that is. */
export function BookForm({
  view,
  version,
  onStale,
  onDone,
}: {
  view: BookView;
  /** Null: a new one. */
  version: BookVersion | null;
  onStale: () => void;
  onDone: (id: number | null) => void;
}) {
  const whose = view.organization?.id ?? 'all';
  const [draft, setDraft, forget, discard] = useKept<BookDraft>(
    `price-book-${whose}-${view.kind}-${version?.id ?? 'new'}`,
    draftOf(view, version),
  );
  const [tried, setTried] = useState(false);
  useEffect(() => void focusPath('effective_from'), []);
  const put = (part: Partial<BookDraft>) => setDraft({ ...draft, ...part });
  const done = (saved: BookVersion) => {
    forget();
    toastDone(`Saved. It holds for what is ordered from ${dateText(saved.effective_from, 'long')} on.`);
    onDone(saved.id);
  };
  const add = useCommand(priceBookEndpoints.add, { refresh: REFRESHED, onSuccess: done });
  const change = useCommand(priceBookEndpoints.change, {
    refresh: REFRESHED,
    onSuccess: done,
    onError: ({ code }) => (code === 'stale' ? onStale() : undefined),
  });
  const { error } = version ? change : add;
  const { from } = draft;
  const early = from !== null && from < view.today;
  const at = (path: string) => faultOf(error, path);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (from === null || early) {
      focusPath('effective_from');
      return;
    }
    const body = { effective_from: from, note: draft.note, ...saidIn(draft, version?.experts ?? null) };
    if (version) change.mutate({ params: { id: version.id }, body: { ...body, lock_version: version.lock_version } });
    // sent again after an answer that was lost it is told that another begins on this day
    else add.mutate({ body: { ...body, organization_id: view.organization?.id ?? null, kind: view.kind } });
  };
  const above = view.above.terms;
  const experts = view.above.experts ?? {};
  const service = (name: string, part: Partial<BookDraft['services'][string]>) =>
    put({
      services: {
        ...draft.services,
        [name]: { ...(draft.services[name] ?? { base: null, pages: null, fee: null }), ...part },
      },
    });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="write">
      <div>
        <SectionHead
          id="write"
          title={version ? `Change the version from ${dateText(version.effective_from, 'long')}` : 'A new version'}
        />
        <Quiet>
          What you leave empty stays {view.organization ? 'as the book above it says' : 'as Peritus comes'}; each field
          shows that in gray. Orders placed before keep their price.
        </Quiet>
      </div>
      <div className={styles.fields}>
        <DateField
          path="effective_from"
          label="Holds from"
          help="By the calendar of who orders."
          required
          min={view.today}
          value={from}
          onChange={(value) => put({ from: value })}
          error={
            tried && from === null
              ? 'Choose the day it begins.'
              : tried && early
                ? 'Choose today or a day to come.'
                : at('effective_from')
          }
        />
        <TextField
          path="note"
          label="Note"
          optional
          help="For what it is: “As agreed for 2027”. Their admins can read it."
          maxLength={BOOK_LIMITS.note}
          value={draft.note}
          onChange={(note) => put({ note })}
          error={at('note')}
        />
      </div>
      <fieldset className={styles.group}>
        <legend>Services</legend>
        {view.services.map(({ key: name, label, base_cents, included_pages }) => {
          const row = draft.services[name] ?? { base: null, pages: null, fee: null };
          const over = above.services?.[name];
          return (
            <div key={name} role="group" aria-label={label}>
              <p className={styles.about}>{label}</p>
              <div className={styles.fields}>
                <MoneyField
                  path={`terms.services.${name}.base_cents`}
                  label="Price"
                  placeholder={plainDollars(over?.base_cents ?? base_cents)}
                  value={row.base}
                  onChange={(base) => service(name, { base })}
                  error={at(`terms.services.${name}.base_cents`)}
                />
                <NumberField
                  path={`terms.services.${name}.included_pages`}
                  label="Included pages"
                  placeholder={String(over?.included_pages ?? included_pages)}
                  value={row.pages}
                  onChange={(pages) => service(name, { pages })}
                  error={at(`terms.services.${name}.included_pages`)}
                />
                <MoneyField
                  path={`experts.fees_cents.${name}`}
                  label="Expert’s fee"
                  placeholder={feeWords(experts.fees_cents?.[name])}
                  value={row.fee}
                  onChange={(fee) => service(name, { fee })}
                  error={at(`experts.fees_cents.${name}`)}
                />
              </div>
            </div>
          );
        })}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Pages, expedited, and the whole</legend>
        <div className={styles.fields}>
          <NumberField
            path="terms.page_step"
            label="Pages charged at once"
            help="Beyond the included ones. Each step begun is charged."
            placeholder={String(above.page_step ?? 1)}
            value={draft.page_step}
            onChange={(page_step) => put({ page_step })}
            error={at('terms.page_step')}
          />
          <MoneyField
            path="terms.minimum_cents"
            label="An order comes to at least"
            help="Before extras and tax."
            placeholder={plainDollars(above.minimum_cents ?? 0)}
            value={draft.minimum}
            onChange={(minimum) => put({ minimum })}
            error={at('terms.minimum_cents')}
          />
          <NumberField
            path="terms.expedited_percent"
            label="Expedited surcharge"
            unit="%"
            placeholder={String(above.expedited_percent ?? view.usual.expedited_percent)}
            value={draft.expedited_percent}
            onChange={(expedited_percent) => put({ expedited_percent })}
            error={at('terms.expedited_percent')}
          />
          <MoneyField
            path="terms.expedited_min_cents"
            label="Surcharge at least"
            placeholder={plainDollars(above.expedited_min_cents ?? view.usual.expedited_min_cents)}
            value={draft.expedited_min}
            onChange={(expedited_min) => put({ expedited_min })}
            error={at('terms.expedited_min_cents')}
          />
          <SelectField
            path="terms.composition"
            label="Specialty and surcharge"
            placeholder={`${AS_ABOVE}: ${COMPOSITIONS[above.composition ?? view.usual.composition].toLowerCase()}`}
            value={draft.composition}
            options={Object.entries(COMPOSITIONS).map(([value, label]) => ({ value, label }))}
            clearable
            onChange={(value) => put({ composition: value === 'add' || value === 'multiply' ? value : null })}
          />
        </div>
      </fieldset>
      <BookRows view={view} draft={draft} at={at} onChange={put} />
      <fieldset className={styles.group}>
        <legend>What experts earn</legend>
        <Quiet>Customers never see this, unless you say so here.</Quiet>
        <div className={styles.fields}>
          <NumberField
            path="experts.share_percent"
            label="Share of a line without a fee"
            unit="%"
            placeholder={String(experts.share_percent ?? 70)}
            value={draft.share}
            onChange={(share) => put({ share })}
            error={at('experts.share_percent')}
          />
          <SelectField
            path="experts.accepts_own_schedules"
            label="Experts’ own fee schedules"
            placeholder={`${AS_ABOVE}: ${experts.accepts_own_schedules ? 'count' : 'do not count'}`}
            value={draft.accepts}
            options={yesNo('Count before the fees', 'Do not count')}
            clearable
            onChange={(value) => put({ accepts: value === 'yes' || value === 'no' ? value : null })}
          />
          <SelectField
            path="experts.shows_expert_amount"
            label="The expert’s amount"
            placeholder={`${AS_ABOVE}: ${experts.shows_expert_amount ? 'shown to customers' : 'not shown'}`}
            value={draft.shows}
            options={yesNo('Shown to customers', 'Not shown')}
            clearable
            onChange={(value) => put({ shows: value === 'yes' || value === 'no' ? value : null })}
          />
        </div>
      </fieldset>
      <InlineEnds
        primary
        placed={error?.errors.every(({ path }) => !path.includes('sub_specialties') || at(path) !== undefined) ?? true}
        error={error}
        what="The version was not saved."
        busy={add.isPending || change.isPending}
        leave={discard ? 'Discard what I wrote' : 'Not now'}
        onLeave={() => {
          forget();
          onDone(null);
        }}
      >
        {from !== null && !early ? `Save, from ${dateText(from, 'medium')}` : 'Save the version'}
      </InlineEnds>
    </form>
  );
}

const feeWords = (fee: number | null | undefined): string =>
  fee === undefined || fee === null ? 'By the share' : formatCents(fee).replace('$', '');
