import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Out } from '../../../core/endpoint.ts';
import { KINDS } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { ButtonLink } from '../../../ui/parts/button.tsx';
import { SkeletonRows } from '../../../ui/parts/empty.tsx';
import { LinkTabs } from '../../../ui/parts/tabs.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { reportEndpoints } from '../contract.ts';
import { type FormDefinition, type FormQuestion, visibleQuestions } from '../rules.ts';
import { EXAMPLE } from './example-order.ts';
import { CitingProvider } from './records/citing.tsx';
import { SectionForm } from './write/section-form.tsx';
import styles from './form-preview.module.css';

type Shown = Out<typeof reportEndpoints.form>;
type Search = Record<string, unknown>;
const word = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The form a kind's reports begin with: `?kind=`, else the first the reader works with. */
export function DefaultFormPage() {
  const search: Search = useSearch({ strict: false });
  const kind = word(search['kind']);
  const asked = useQuery(query(reportEndpoints.form, { query: kind === undefined ? {} : { kind } }));
  return (
    <Preview asked={asked}>
      {(form) =>
        form.kinds.length > 1 ? (
          <LinkTabs
            label="Kinds of review"
            tabs={form.kinds.map((one) => ({
              value: one,
              label: KINDS[one].label,
              href: `/preview-default-form?kind=${one}`,
              active: one === form.kind,
            }))}
          />
        ) : null
      }
    </Preview>
  );
}

/** One form, by a type of peer review or by itself. */
export function FormPage() {
  const search: Search = useSearch({ strict: false });
  const type = word(search['peerReviewTypeId']);
  const form = word(search['reportFormId']);
  const typeId = Number(type);
  // an address that names neither, or no number where one belongs, names no form
  const known = type === undefined ? form !== undefined : Number.isSafeInteger(typeId) && typeId > 0;
  const asked = useQuery({
    ...query(reportEndpoints.form, {
      query: {
        ...(type === undefined ? {} : { peer_review_type_id: typeId }),
        ...(form === undefined ? {} : { report_form_id: form }),
      },
    }),
    enabled: known,
  });
  if (!known) return <NoForm />;
  return (
    <Preview asked={asked}>
      {(one) =>
        one.type ? (
          <LinkTabs
            label="Types of peer review"
            tabs={one.types.map(({ id, label }) => ({
              value: String(id),
              label,
              href: `/preview-form?peerReviewTypeId=${id}`,
              active: id === one.type?.id,
            }))}
          />
        ) : null
      }
    </Preview>
  );
}

function NoForm() {
  return (
    <Page width="form">
      <div className={styles.alone}>
        <h1 tabIndex={-1}>There is no such form</h1>
        <p className={styles.lead}>It does not exist, or it is of a kind of review your organization does not order.</p>
        <div>
          <ButtonLink href="/preview-default-form">See the default form</ButtonLink>
        </div>
      </div>
    </Page>
  );
}

function Preview({
  asked,
  children,
}: {
  asked: { data: Shown | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  children: (form: Shown) => ReactNode;
}) {
  const { data, error } = asked;
  if (data)
    return (
      <Page width="form">
        {children(data)}
        <Form key={data.id} form={data} />
      </Page>
    );
  const failure = error as Parameters<typeof Failure>[0]['error'] | null;
  if (failure?.status === 404) return <NoForm />;
  return (
    <Page width="form">
      {failure ? (
        <Failure error={failure} what="The form could not be loaded." onRetry={() => void asked.refetch()} />
      ) : (
        <SkeletonRows rows={8} columns={[45, 0, 55]} height={52} label="Loading the form" />
      )}
    </Page>
  );
}

const NOTHING = {};
const nobody = { passage: null, onCited: () => undefined, find: null, open: null, readOnly: true };

function Form({ form }: { form: Shown }) {
  const { definition } = form;
  return (
    <article className={styles.form}>
      <header>
        <h1 tabIndex={-1}>{form.name}</h1>
        <p className={styles.lead}>{leadOf(form)}</p>
      </header>
      <CitingProvider value={nobody}>
        {definition.sections.map((section, at) => (
          <section key={section.key} aria-labelledby={`s-${section.key}`} className={styles.section}>
            <h2 id={`s-${section.key}`}>
              {at + 1}. {section.title}
            </h2>
            {/* every control of the form, and none of them to be used */}
            <fieldset disabled className={styles.controls} aria-labelledby={`s-${section.key}`}>
              <SectionForm
                definition={definition}
                context={EXAMPLE}
                section={section.key}
                answers={NOTHING}
                left={false}
                note={undefined}
                signs={false}
                onChange={() => undefined}
              />
            </fieldset>
            <Further definition={definition} section={section.key} />
          </section>
        ))}
      </CitingProvider>
    </article>
  );
}

function leadOf({ kind, type, version, is_default }: Shown): string {
  const whose = type
    ? `A ${KINDS[kind].singular} of the type “${type.label}” is reported on it`
    : is_default
      ? `A ${KINDS[kind].singular} is reported on it unless another form is chosen`
      : `One of the forms of a ${KINDS[kind].singular}`;
  return `${whose}. This is how the expert sees it, before anything is answered. Version ${version}.`;
}

/** What is asked only after certain answers, or of certain orders. */
function Further({ definition, section }: { definition: FormDefinition; section: string }) {
  const seen = new Set(visibleQuestions(definition, {}, EXAMPLE).map(({ question }) => question.key));
  const hidden = (definition.sections.find((one) => one.key === section)?.questions ?? []).filter(
    (question: FormQuestion) => !seen.has(question.key) && question.type !== 'signature',
  );
  if (hidden.length === 0) return null;
  return (
    <div className={styles.further}>
      <p>Asked only where the order or another answer calls for it:</p>
      <ul>
        {hidden.map((question) => (
          <li key={question.key}>{question.label}</li>
        ))}
      </ul>
    </div>
  );
}
