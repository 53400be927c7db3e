import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { hrefWith } from '../../../ui/parts/address.ts';
import { DeskBar, DeskChoice } from '../../../ui/parts/desk-bar.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { payoutEndpoints, type TaxYearView } from '../contract.ts';
import { TAX_STATE_WORDS, TAX_YEAR_FIRST } from '../rules.ts';
import { PAYOUTS_PLACE } from '../rules/place.ts';
import styles from './payouts.module.css';

/** What each payee was paid in a calendar year, whether it is reported, and the files of it. */
export function TaxYear({ year: asked }: { year: unknown }) {
  const now = new Date(useNow(3_600_000)).getUTCFullYear();
  const navigate = useNavigate();
  const year =
    Number.isSafeInteger(Number(asked)) && Number(asked) >= TAX_YEAR_FIRST && Number(asked) <= now
      ? Number(asked)
      : now;
  const { data, error, refetch } = useQuery(query(payoutEndpoints.tax, { params: { year } }));
  return (
    <>
      <DeskBar>
        <DeskChoice>
          <SelectField
            path="year"
            label="Year"
            value={String(year)}
            options={Array.from({ length: now - TAX_YEAR_FIRST + 1 }, (_, back) => String(now - back)).map((value) => ({
              value,
              label: value,
            }))}
            onChange={(value) =>
              void navigate({ to: PAYOUTS_PLACE.path, search: { tab: 'tax', year: value ?? now }, replace: true })
            }
          />
        </DeskChoice>
      </DeskBar>
      {error && !data ? (
        <Failure error={error} what="The year could not be loaded." onRetry={() => void refetch()} />
      ) : data ? (
        <Year view={data} />
      ) : (
        <SkeletonRows rows={5} columns={[30, 30, 20]} height={52} label="Loading the year" />
      )}
    </>
  );
}

function Year({ view: { year, threshold_cents, data, files, can_make } }: { view: TaxYearView }) {
  if (data.length === 0)
    return (
      <EmptyState icon={<IconClock size={28} stroke={1.5} />} title={`Nobody was paid in ${year}`}>
        Payouts count in the year of the day they were paid on.
      </EmptyState>
    );
  return (
    <>
      <Quiet>
        Payees are reported on Form 1099-NEC from {formatCents(threshold_cents)} a year on, and whoever had tax
        withheld. What counts is what was paid for services: not a payout that came back, nor expenses that were repaid
        against their receipts.
      </Quiet>
      {can_make ? (
        <div className={styles.acts}>
          {Array.from({ length: files }, (_, at) => at + 1).map((part) => (
            <SaveFile
              key={part}
              url={urlOf(payoutEndpoints.taxFile, { params: { year }, query: { part } })}
              name={`1099-nec-${year}-${part}.csv`}
              words={files === 1 ? `Forms of ${year} (CSV)` : `Forms of ${year}, file ${part} of ${files}`}
              says="Saved. It has taxpayer numbers in clear: delete it once it was filed."
            />
          ))}
        </div>
      ) : (
        <Quiet>
          Who pays is not set, so no file can be made.{' '}
          <TextLink href={hrefWith(PAYOUTS_PLACE.path, { tab: 'settings' })}>Fill it in</TextLink>.
        </Quiet>
      )}
      <ListTable
        label={`Payees of ${year}`}
        columns={[
          'Payee',
          'Taxpayer number',
          'Form',
          'Payouts',
          { title: 'Withheld', number: true },
          { title: 'Paid', number: true },
          { title: 'Expenses', number: true },
          { title: 'For services', number: true },
        ]}
      >
        {data.map((one) => (
          <ListTableRow
            key={one.expert.id}
            href={null}
            name={one.name}
            about={one.name === one.expert.name ? null : one.expert.name}
          >
            <ListCell>
              {one.tax_id_last4 === null ? 'Not known' : `Ending in ${one.tax_id_last4}`}
              {one.has_w9 ? '' : ', no W-9'}
            </ListCell>
            <ListCell wide>{TAX_STATE_WORDS[one.state]}</ListCell>
            <ListCell>{plural(one.payouts, 'payout')}</ListCell>
            <NumberCell unit="withheld">{one.withheld_cents === 0 ? '–' : formatCents(one.withheld_cents)}</NumberCell>
            <NumberCell unit="paid">{formatCents(one.paid_cents)}</NumberCell>
            <NumberCell unit="expenses">{one.expenses_cents === 0 ? '–' : formatCents(one.expenses_cents)}</NumberCell>
            <NumberCell unit="for services">{formatCents(one.reported_cents)}</NumberCell>
          </ListTableRow>
        ))}
      </ListTable>
    </>
  );
}
