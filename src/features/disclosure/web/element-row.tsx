import { useState } from 'react';
import { isExpertSide, isStaff } from '../../../core/actor.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { Acts, Quiet } from '../../../ui/form/inline-form.tsx';
import { ballWords } from '../../../ui/parts/ball.tsx';
import { Button } from '../../../ui/parts/button.tsx';
import { Fold } from '../../../ui/parts/fold.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { RuledRow } from '../../../ui/parts/ruled-list.tsx';
import { StatusGlyph } from '../../../ui/parts/status.tsx';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { disclosureEndpoints, type DisclosureView } from '../contract.ts';
import { ELEMENTS, type Mend } from '../rules.ts';
import { ExhibitsForm } from './exhibits-form.tsx';
import { FactsForm } from './facts-form.tsx';
import { type OfDisclosure, TOUCHED } from './touched.ts';
import styles from './disclosure.module.css';

type Element = DisclosureView['elements'][number];

const GO: Readonly<Record<Mend, string>> = {
  report: 'Open the report',
  facts: 'Choose them',
  exhibits: 'Choose them',
  cv: 'Open your CV',
  publications: 'Open publications',
  testimony: 'Open testimony',
  agreement: 'Open the agreement',
  order: 'Open the order',
};

/** One of the six elements: whether it is ready, what it lacks and whose move that is, and what it says so far. */
export function ElementRow({ kind, view, element }: OfDisclosure & { element: Element }) {
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const mine = isStaff(viewer.kind) ? 'peritus' : isExpertSide(viewer.kind) ? 'expert' : 'requester';
  const { name, missing } = element;
  const { title, cite } = ELEMENTS[name];
  return (
    <RuledRow
      title={`${title} ${cite}`}
      status={
        <div className={styles.element}>
          {missing.length === 0 ? (
            <p className={styles.standing}>
              <StatusGlyph tone="ok" share={1} />
              {readyWords(view, name)}
            </p>
          ) : (
            missing.map((one) => (
              <p key={one.says} className={styles.standing}>
                <StatusGlyph tone="warn" share={0.5} />
                <span>
                  {one.says} {ballWords(one.whose === 'peritus' ? 'staff' : one.whose, one.whose === mine)}.{' '}
                  {one.path === null ? null : <TextLink href={one.path}>{GO[one.mend]}</TextLink>}
                </span>
              </p>
            ))
          )}
          {element.notes.map((note) => (
            <Quiet key={note}>{note}</Quiet>
          ))}
          <Said view={view} name={name} />
          {open && name === 'facts' ? <FactsForm kind={kind} view={view} onDone={close} /> : null}
          {open && name === 'exhibits' ? <ExhibitsForm kind={kind} view={view} onDone={close} /> : null}
          {!open && view.can.prepare && (name === 'facts' || name === 'exhibits') ? (
            <Acts>
              <Button size="sm" onClick={() => setOpen(true)}>
                {name === 'facts' ? 'Choose what was considered' : 'Choose the exhibits'}
              </Button>
            </Acts>
          ) : null}
          {view.can.confirm && (name === 'qualifications' || name === 'testimony') ? (
            <NothingToList kind={kind} view={view} name={name} />
          ) : null}
        </div>
      }
    />
  );
}

/** What an element comes to once it lacks nothing. */
function readyWords(view: DisclosureView, name: Element['name']): string {
  switch (name) {
    case 'facts': {
      const files = view.files.filter(({ considered }) => considered).length;
      return `Ready: ${plural(files, 'file')}${view.others.length > 0 ? ` and ${plural(view.others.length, 'other source')}` : ''}, confirmed`;
    }
    case 'exhibits':
      return `Ready: ${view.exhibits.length === 0 ? 'no exhibits' : plural(view.exhibits.length, 'exhibit')}, confirmed`;
    case 'qualifications':
      return `Ready: CV, ${view.publications.length === 0 ? 'no publications' : plural(view.publications.length, 'publication')}`;
    case 'testimony':
      return `Ready: ${view.testimony.length === 0 ? 'none' : plural(view.testimony.length, 'case')}`;
    case 'compensation':
      return view.compensation ? `Ready: ${formatCents(view.compensation.total.cents)} recorded so far` : 'Ready';
    default:
      return 'Ready: the signed report';
  }
}

/** What a packet made now would say of an element. */
function Said({ view, name }: { view: DisclosureView; name: Element['name'] }) {
  const { compensation } = view;
  const lines: Partial<Record<Element['name'], string[]>> = {
    facts: [...view.files.filter(({ considered }) => considered).map((file) => file.name), ...view.others],
    exhibits: view.exhibits.map(
      ({ label, name: file, apart }) => `Exhibit ${label}: ${file}${apart === null ? '' : ` (${apart})`}`,
    ),
    qualifications: view.publications,
    testimony: view.testimony,
    compensation: compensation
      ? [
          ...compensation.rates.map(({ what, says }) => `${what}: ${says}`),
          ...compensation.rows.map(({ what, hours, cents }) => `${what}: ${hours}, ${formatCents(cents)}`),
          `In all: ${compensation.total.hours}, ${formatCents(compensation.total.cents)}`,
        ]
      : [],
  };
  const own = lines[name] ?? [];
  if (own.length === 0) return null;
  return (
    <Fold title={`What it says (${own.length})`}>
      <ol className={styles.lines}>
        {own.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines can say the same
          <li key={at}>{line}</li>
        ))}
      </ol>
    </Fold>
  );
}

/** The expert’s word that there is nothing to list, given and taken back. */
function NothingToList({ kind, view, name }: OfDisclosure & { name: 'qualifications' | 'testimony' }) {
  const say = useCommand(disclosureEndpoints.nothing, { refresh: TOUCHED });
  const isPublications = name === 'qualifications';
  const listed = isPublications ? view.publications.length : view.testimony.length;
  const said = isPublications ? view.no_publications : view.no_testimony;
  if (listed > 0) return null;
  const send = () =>
    say.mutate({
      kind,
      params: { id: view.review_id },
      body: {
        no_publications: isPublications ? !said : view.no_publications,
        no_testimony: isPublications ? view.no_testimony : !said,
        lock_version: view.lock_version,
      },
    });
  return (
    <>
      <Failure error={say.error} what="It could not be saved." />
      <Acts>
        <Button size="sm" kind="quiet" busy={say.isPending} onClick={send}>
          {said
            ? 'Take back that there is none'
            : isPublications
              ? 'I published nothing in ten years'
              : 'I did not testify in four years'}
        </Button>
      </Acts>
    </>
  );
}
