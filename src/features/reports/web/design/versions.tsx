import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { plural } from '../../../../core/phrases.ts';
import { Failure } from '../../../../ui/api/failure.tsx';
import { query } from '../../../../ui/api/hooks.ts';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { EmptyState, SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { TextLink } from '../../../../ui/parts/link.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { reportEndpoints } from '../../contract.ts';
import type { CustomForm } from '../../contract/design.ts';
import type { FormDefinition } from '../../rules.ts';
import { compareForms, type FormChange } from '../../rules/design.ts';
import styles from './design.module.css';

const DRAFT = 'draft';
const BEGUN = 'begun';

/** Every published version with who, when and why, and what differs between two of them. */
export function Versions({ form }: { form: CustomForm }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    <div className={styles.stack}>
      {form.versions.length === 0 ? (
        <EmptyState title="Nothing is published yet">
          Publish the draft, and it can be given to a type of peer review. Each version is then listed here.
        </EmptyState>
      ) : (
        <section aria-labelledby="form-versions">
          <SectionHead title="Published" id="form-versions" />
          <ul className={styles.lines}>
            {form.versions.map((one) => (
              <li key={one.version} className={styles.line}>
                <span className={styles.lineName}>
                  <b>
                    Version {one.version}
                    {one.name === form.name ? '' : `, as “${one.name}”`}
                  </b>
                  <span className={styles.about}>
                    {formatInstant(one.published_at, { zone, now })}
                    {one.published_by === null ? null : `, by ${one.published_by}`}
                    {`. ${plural(one.reports, 'report')} begun, ${one.open_reviews} still open.`}
                  </span>
                  {one.note === null ? null : <span className={styles.note}>{one.note}</span>}
                </span>
                <span className={styles.lineActs}>
                  <TextLink href={`/preview-form?reportFormId=${form.key}@${one.version}`}>See it</TextLink>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Compare form={form} />
    </div>
  );
}

function Compare({ form }: { form: CustomForm }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const options = [
    { value: DRAFT, label: 'The draft' },
    ...form.versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` })),
    ...(form.copied_from === null ? [] : [{ value: BEGUN, label: 'The form it was copied from' }]),
  ];
  const one = (name: 'from' | 'to', otherwise: string) =>
    options.find(({ value }) => value === String(search[name]))?.value ?? otherwise;
  const from = one('from', form.version === null ? (form.copied_from === null ? DRAFT : BEGUN) : String(form.version));
  const to = one('to', DRAFT);
  const [before, after] = [useSide(form, from), useSide(form, to)];
  if (options.length < 2) return null;
  const set = (name: 'from' | 'to', value: string | null) =>
    void navigate({
      to: `/admin/report-forms/${form.id}`,
      search: { tab: 'versions', from, to, [name]: value ?? DRAFT },
      replace: true,
      resetScroll: false,
    });
  const failed = before.error ?? after.error;
  return (
    <section aria-labelledby="form-compare">
      <SectionHead title="Compare" id="form-compare" />
      <div className={styles.compare}>
        <FieldRow>
          <SelectField
            path="from"
            label="From"
            value={from}
            options={options}
            onChange={(value) => set('from', value)}
          />
          <SelectField path="to" label="To" value={to} options={options} onChange={(value) => set('to', value)} />
        </FieldRow>
      </div>
      <Failure error={failed} what="One of the versions could not be loaded." />
      {before.definition && after.definition ? (
        <Changes changes={compareForms(before.definition, after.definition)} />
      ) : failed ? null : (
        <SkeletonRows rows={3} columns={[60]} height={40} label="Loading the versions" />
      )}
    </section>
  );
}

/** One side of the comparison: the draft at hand, or a published form. */
function useSide(
  form: CustomForm,
  side: string,
): { definition: FormDefinition | undefined; error: Parameters<typeof Failure>[0]['error'] } {
  const name = side === BEGUN ? (form.copied_from ?? '') : `${form.key}@${side}`;
  const asked = useQuery({
    ...query(reportEndpoints.form, { query: { report_form_id: name } }),
    enabled: side !== DRAFT,
  });
  return {
    definition: side === DRAFT ? form.draft : asked.data?.definition,
    error: side === DRAFT ? null : asked.error,
  };
}

const SORTS = { added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved' } as const;

function Changes({ changes }: { changes: readonly FormChange[] }) {
  if (changes.length === 0) return <p className={styles.about}>They say exactly the same.</p>;
  return (
    <ul className={styles.lines} aria-label="What differs">
      {changes.map(({ sort, section, what, details }) => (
        <li key={`${sort} ${section} ${what} ${details.join()}`} className={styles.change}>
          <span className={styles.sort} data-sort={sort}>
            {SORTS[sort]}
          </span>
          <span className={styles.lineName}>
            <b>{what}</b>
            {section === null ? null : <span className={styles.about}>{section}</span>}
            {details.map((words) => (
              <span key={words} className={styles.detail}>
                {words}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The types that are reported on a form, and how many reviews are. */
export function Usage({ form }: { form: CustomForm }) {
  return (
    <div className={styles.stack}>
      <section aria-labelledby="form-types">
        <SectionHead title="Types of peer review" id="form-types" />
        {form.used_by.length === 0 ? (
          <EmptyState title="No type is reported on it" level={3}>
            {form.version === null
              ? 'Publish it first. Then a type can be reported on it.'
              : 'Give it to a type, and new orders of that type are reported on it.'}{' '}
            <TextLink href="/admin/peer-review-types">See the types</TextLink>
          </EmptyState>
        ) : (
          <ul className={styles.lines}>
            {form.used_by.map(({ id, name, organization, form_version }) => (
              <li key={id} className={styles.line}>
                <span className={styles.lineName}>
                  <b>{name}</b>
                  <span className={styles.about}>
                    {organization?.name ?? 'Every organization'},{' '}
                    {form_version === null ? 'always the newest version' : `version ${form_version}`}
                  </span>
                </span>
                <span className={styles.lineActs}>
                  <TextLink
                    href={`/admin/peer-review-types${organization ? `?organization_id=${organization.id}` : ''}`}
                  >
                    See the type
                  </TextLink>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="form-reviews">
        <SectionHead title="Reviews" id="form-reviews" />
        <p>
          {form.open_reviews === 0
            ? 'No open review is being reported on it.'
            : `${plural(form.open_reviews, 'open review')} ${form.open_reviews === 1 ? 'is' : 'are'} being reported on it. Each keeps its version.`}
        </p>
        {form.versions.some(({ open_reviews }) => open_reviews > 0) ? (
          <ul className={styles.lines}>
            {form.versions
              .filter(({ open_reviews }) => open_reviews > 0)
              .map(({ version, open_reviews }) => (
                <li key={version} className={styles.line}>
                  <span>Version {version}</span>
                  <span>{plural(open_reviews, 'open review')}</span>
                </li>
              ))}
          </ul>
        ) : null}
      </section>
    </div>
  );
}
