import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query, useCommand } from '../../../ui/api/hooks.ts';
import { CheckboxField } from '../../../ui/form/choice.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { InlineEnds, Quiet } from '../../../ui/form/inline-form.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { organizationChoices } from '../../organizations/contract.ts';
import { bankEndpoints, type BankLine } from '../contract.ts';
import { INVOICES_PLACE } from '../rules/place.ts';
import { REFRESHED } from './refreshed.ts';
import styles from './invoices.module.css';

type Match = BankLine['matches'][number];
const CHANGED = [bankEndpoints.lines, bankEndpoints.openInvoices, ...REFRESHED];

/** Why a line is thought to be somebody's. */
function whyOf({ by, exact, known_payer }: Match): string {
  const why = {
    number: exact
      ? 'The reference names it, and just this much is open.'
      : 'The reference names it; what is open is another amount.',
    amount: 'Just this much is open of it.',
    sum: 'Just this much is open of them together.',
    payer: 'This payer was booked for them before. It settles the oldest invoices first.',
  }[by];
  return known_payer && by !== 'payer' ? `${why} This payer was booked for them before.` : why;
}

const namesOf = ({ invoices }: Match): string => invoices.map(({ number }) => number).join(', ');

/** A line of a statement: what arrived, whose it may be and why, and what somebody says of it. */
export function BankRow({ line }: { line: BankLine }) {
  const [choosing, setChoosing] = useState(false);
  const book = useCommand(bankEndpoints.book, {
    refresh: CHANGED,
    onSuccess: ({ booked }) => toastDone(`Booked for ${booked?.organization.name ?? 'them'}.`),
  });
  const aside = useCommand(bankEndpoints.aside, { refresh: CHANGED, onSuccess: () => toastDone('Set aside.') });
  const reopen = useCommand(bankEndpoints.reopen, { refresh: CHANGED, onSuccess: () => toastDone('It waits again.') });
  const params = { id: line.id };
  const choose = line.matches.length > 0 ? 'Choose another' : 'Choose whose';
  const title = `${formatCents(line.cents)}, ${dateText(line.booked_on, 'medium')}`;
  const take = ({ organization, invoices }: Match) =>
    book.mutate({
      params,
      body: { organization_id: organization.id, invoice_ids: invoices.map(({ id }) => id) },
    });
  const { booked } = line;
  return (
    <RuledRow
      title={title}
      lines={[
        [line.payer, line.reference].filter(Boolean).join(', ') || 'No reference',
        booked ? (
          <>
            {booked.taken_back ? 'Taken back from ' : 'Booked for '}
            <TextLink href={hrefWith(INVOICES_PLACE.path, { organization: booked.organization.id })}>
              {booked.organization.name}
            </TextLink>
          </>
        ) : null,
        ...(choosing
          ? []
          : line.matches.map((match) => (
              <span key={`${match.organization.id} ${namesOf(match)}`} className={styles.match}>
                <span>
                  <b>{[match.organization.name, namesOf(match)].filter(Boolean).join(', ')}</b> {whyOf(match)}
                </span>
                <Button
                  size="sm"
                  busy={book.isPending}
                  aria-label={`Book it: ${title}, for ${[match.organization.name, namesOf(match)].filter(Boolean).join(', ')}`}
                  onClick={() => take(match)}
                >
                  Book it
                </Button>
              </span>
            ))),
        line.state === 'open' && line.matches.length === 0 && !choosing ? 'Nothing open fits it.' : null,
        book.error || aside.error || reopen.error ? (
          <Failure key="error" error={book.error ?? aside.error ?? reopen.error} what="Nothing was changed." />
        ) : null,
        choosing ? <BookForm key="form" line={line} onDone={() => setChoosing(false)} /> : null,
      ]}
      actions={
        choosing ? undefined : line.state === 'open' ? (
          <>
            <Button kind="quiet" aria-label={`${choose}: ${title}`} onClick={() => setChoosing(true)}>
              {choose}
            </Button>
            <Button
              kind="quiet"
              busy={aside.isPending}
              aria-label={`Set aside: ${title}`}
              onClick={() => aside.mutate({ params })}
            >
              Set aside
            </Button>
          </>
        ) : line.state === 'aside' || booked?.taken_back ? (
          <Button
            kind="quiet"
            busy={reopen.isPending}
            aria-label={`Put it back: ${title}`}
            onClick={() => reopen.mutate({ params })}
          >
            Put it back
          </Button>
        ) : undefined
      }
    />
  );
}

/** Booking a line for somebody who was not proposed, or for other invoices. */
function BookForm({ line, onDone }: { line: BankLine; onDone: () => void }) {
  const [first] = line.matches;
  const [organization, setOrganization] = useState<string | null>(first ? String(first.organization.id) : null);
  const [chosen, setChosen] = useState<readonly number[]>(first?.invoices.map(({ id }) => id) ?? []);
  const [tried, setTried] = useState(false);
  const id = organization === null ? null : Number(organization);
  const { data, error } = useQuery({
    ...query(bankEndpoints.openInvoices, { params: { organizationId: id ?? 0 } }),
    enabled: id !== null,
  });
  const book = useCommand(bankEndpoints.book, {
    refresh: CHANGED,
    onSuccess: ({ booked }) => {
      toastDone(`Booked for ${booked?.organization.name ?? 'them'}.`);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (id !== null) book.mutate({ params: { id: line.id }, body: { organization_id: id, invoice_ids: [...chosen] } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={`Book ${formatCents(line.cents)}`}>
      <ChoiceField
        from={organizationChoices}
        path="organization_id"
        label="Organization"
        searchable
        known={first ? first.organization : null}
        value={organization}
        onChange={(value) => {
          setOrganization(value);
          setChosen([]);
        }}
        error={tried && id === null ? 'Choose who paid.' : undefined}
      />
      {error ? <Failure error={error} what="Their invoices could not be loaded." /> : null}
      {data?.data.map((invoice) => (
        <CheckboxField
          key={invoice.id}
          path={`invoice-${invoice.id}`}
          label={`${invoice.number}, ${formatCents(invoice.open_cents)} open`}
          value={chosen.includes(invoice.id)}
          onChange={(on) => setChosen(on ? [...chosen, invoice.id] : chosen.filter((one) => one !== invoice.id))}
        />
      ))}
      {data ? (
        <Quiet>
          {data.data.length === 0
            ? 'Nothing of theirs is open: it becomes credit on account.'
            : chosen.length === 0
              ? 'It settles the oldest invoices first.'
              : 'It settles these first, then the oldest.'}
        </Quiet>
      ) : null}
      <InlineEnds
        primary
        error={book.error}
        what="It was not booked."
        busy={book.isPending}
        leave="Not now"
        onLeave={onDone}
      >
        {`Book ${formatCents(line.cents)}`}
      </InlineEnds>
    </form>
  );
}
