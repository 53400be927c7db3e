import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { urlOf } from '../../../core/url-of.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { SaveFile } from '../../../ui/api/save-file.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Quiet } from '../../../ui/form/inline-form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { ListCell, ListTable, ListTableRow, NumberCell } from '../../../ui/parts/list-table.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { reviewHref } from '../../../ui/session/review-route.ts';
import { type BookPreview, type BookVersion, type BookView, priceBookEndpoints } from '../contract.ts';
import { bookChanges, bookLines, lastQuarter } from '../rules.ts';
import type { Place } from './address.ts';
import { namesOf } from './names.ts';
import styles from './price-books.module.css';

const ABOVE = 'above';
const NUMBERS = [
  { title: 'Before', number: true },
  { title: 'By this version', number: true },
  { title: 'Difference', number: true },
] as const;

/** A version beside another one: what differs; and what it would have made of past orders. */
export function VersionView({
  view,
  version,
  place,
  onGo,
}: {
  view: BookView;
  version: BookVersion;
  place: Place;
  onGo: (next: Partial<Place>) => void;
}) {
  const earlier = view.versions.find(({ effective_from }) => effective_from < version.effective_from);
  const other = view.versions.find(({ id }) => id === place.with && id !== version.id) ?? earlier ?? null;
  const names = namesOf(view);
  const changes = bookChanges(
    other ? bookLines(other.terms, other.experts, names) : [],
    bookLines(version.terms, version.experts, names),
  );
  const from = dateText(version.effective_from, 'long');
  const others = view.versions.filter(({ id }) => id !== version.id);
  return (
    <section className={styles.part} aria-labelledby="says">
      <SectionHead id="says" title={`The version from ${from}`} />
      {others.length > 0 ? (
        <div className={styles.compare}>
          <SelectField
            path="with"
            label="Compared with"
            value={other ? String(other.id) : ABOVE}
            options={[
              ...(earlier ? [] : [{ value: ABOVE, label: 'Nothing of its own' }]),
              ...others.map(({ id, effective_from }) => ({
                value: String(id),
                label: `The version from ${dateText(effective_from, 'medium')}`,
              })),
            ]}
            searchable={false}
            onChange={(value) =>
              onGo({ ...place, version: version.id, with: value === null || value === ABOVE ? null : Number(value) })
            }
          />
        </div>
      ) : null}
      {changes.length === 0 ? (
        <Quiet>{other ? 'Both say the same.' : 'It says nothing of its own: the book above it holds.'}</Quiet>
      ) : (
        <ListTable label="What differs" columns={['What', 'About', ...NUMBERS.slice(0, 2)]}>
          {changes.map(({ key, about, label, before, now }) => (
            <ListTableRow key={key} href={null} name={label}>
              <ListCell>{about}</ListCell>
              <NumberCell unit="Before">{before ?? 'Not said'}</NumberCell>
              <NumberCell unit="By this version">{now ?? 'Not said'}</NumberCell>
            </ListTableRow>
          ))}
        </ListTable>
      )}
      {view.write.allowed ? <Preview key={version.id} view={view} version={version} place={place} onGo={onGo} /> : null}
    </section>
  );
}

/** "What would last quarter have cost?" */
function Preview({
  view,
  version,
  place,
  onGo,
}: {
  view: BookView;
  version: BookVersion;
  place: Place;
  onGo: (next: Partial<Place>) => void;
}) {
  const usual = lastQuarter(view.today);
  const [from, setFrom] = useState<string | null>(place.from ?? usual.from);
  const [until, setUntil] = useState<string | null>(place.until ?? usual.until);
  const asked = place.from !== null && place.until !== null ? { from: place.from, until: place.until } : null;
  const wrong = from === null || until === null || from >= until;
  const { data, error, isFetching, refetch } = useQuery({
    ...query(priceBookEndpoints.preview, { params: { id: version.id }, query: asked ?? usual }),
    enabled: asked !== null,
  });
  return (
    <section className={styles.part} aria-labelledby="preview">
      <SectionHead id="preview" title="What past orders would have cost" />
      <Quiet>Orders of that time are priced anew from what they were fixed with. Nothing is changed by it.</Quiet>
      <div className={styles.acts}>
        <DateField path="from" label="Ordered from" value={from} onChange={setFrom} />
        <DateField
          path="until"
          label="Until before"
          value={until}
          onChange={setUntil}
          error={wrong && from !== null && until !== null ? 'Choose a later day.' : undefined}
        />
        <Button disabled={wrong} busy={isFetching} onClick={() => onGo({ ...place, version: version.id, from, until })}>
          Work it out
        </Button>
        {asked && data && data.reviews > 0 ? (
          <SaveFile
            url={urlOf(priceBookEndpoints.previewFile, { params: { id: version.id }, query: asked })}
            name="price-preview.csv"
          />
        ) : null}
      </div>
      <Failure error={error} what="It could not be worked out." onRetry={() => void refetch()} />
      {asked && !data && !error ? (
        <SkeletonRows rows={3} columns={[40, 20, 20]} height={48} label="Working it out" />
      ) : null}
      {asked && data ? <Result preview={data} /> : null}
    </section>
  );
}

const difference = ({ before_cents, now_cents }: { before_cents: number; now_cents: number }): string => {
  const cents = now_cents - before_cents;
  return cents > 0 ? `+ ${formatCents(cents)}` : formatCents(cents);
};

function Result({ preview }: { preview: BookPreview }) {
  const { reviews, found, before_cents, now_cents, by_service, largest } = preview;
  if (reviews === 0) return <Quiet>Nothing was ordered in that time.</Quiet>;
  return (
    <>
      <p className={styles.total}>
        {plural(reviews, 'order')}: {formatCents(before_cents)} before, {formatCents(now_cents)} by this version,{' '}
        {now_cents === before_cents ? 'no difference' : difference(preview)}.
      </p>
      {found > reviews ? (
        <Quiet>
          {found.toLocaleString('en-US')} were ordered in that time: the newest {reviews.toLocaleString('en-US')} are
          looked at.
        </Quiet>
      ) : null}
      <ListTable label="By service" columns={['Service', { title: 'Orders', number: true }, ...NUMBERS]}>
        {by_service.map((one) => (
          <ListTableRow key={one.service} href={null} name={one.service}>
            <NumberCell unit="Orders">{one.reviews}</NumberCell>
            <Amounts of={one} />
          </ListTableRow>
        ))}
      </ListTable>
      {largest.length > 0 ? (
        <section className={styles.part} aria-label="Where it differs most">
          <SectionHead title="Where it differs most" />
          <ListTable label="Where it differs most" columns={['Review', 'Service', ...NUMBERS]}>
            {largest.map((one) => (
              <ListTableRow
                key={one.review.id}
                href={reviewHref(one.review.kind, one.review.id)}
                name={one.review.number}
                about={one.organization}
              >
                <ListCell>{one.service}</ListCell>
                <Amounts of={one} />
              </ListTableRow>
            ))}
          </ListTable>
        </section>
      ) : null}
    </>
  );
}

const Amounts = ({ of }: { of: { before_cents: number; now_cents: number } }) => (
  <>
    <NumberCell unit="Before">{formatCents(of.before_cents)}</NumberCell>
    <NumberCell unit="By this version">{formatCents(of.now_cents)}</NumberCell>
    <NumberCell unit="Difference">{difference(of)}</NumberCell>
  </>
);
