import { KINDS } from '../../../../core/kinds.ts';
import { Fragment, Suspense, useState } from 'react';
import { formatCents } from '../../../../core/money.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { useCommand } from '../../../../ui/api/hooks.ts';
import { TextButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { Facts } from '../../../../ui/parts/facts.tsx';
import { lazyPart } from '../../../../ui/parts/lazy-part.tsx';
import { MoneyLines } from '../../../../ui/parts/money-lines.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { SectionHead } from '../../../../ui/parts/page-header.tsx';
import { SideAvatar } from '../../../../ui/parts/side-avatar.tsx';
import { toastDone } from '../../../../ui/parts/toast.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { dayOf, formatDay, formatTime } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import {
  askApprovalAgain,
  consentToQuote,
  type PersonView,
  type QuoteView,
  type ReviewDetail,
} from '../../contract.ts';
import { stateName } from '../../rules.ts';
import { moneyLines } from '../wizard/quote-rail.tsx';
import { AFTER_ACT } from './use-act.ts';
import styles from './detail.module.css';

const FollowersDialog = lazyPart(() => import('./followers-dialog.tsx'), 'edge');
const ExtrasDialog = lazyPart(() => import('./extras-dialog.tsx'), 'edge');

/** Everyone in the review, with the time where they are. */
export function People({ kind, review }: { kind: Kind; review: ReviewDetail }) {
  const { people } = review;
  const [choosing, setChoosing] = useState(false);
  return (
    <section aria-labelledby="people" className={styles.part}>
      <SectionHead id="people" title="People" />
      <ul className={styles.people}>
        {people.map((person) => (
          <Person key={`${person.name} ${person.role}`} person={person} />
        ))}
      </ul>
      {review.abilities['add_watcher']?.allowed ? (
        <TextButton onClick={() => setChoosing(true)}>Add or remove followers</TextButton>
      ) : null}
      {choosing ? (
        <Suspense fallback={null}>
          <FollowersDialog kind={kind} reviewId={review.id} number={review.number} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Person({ person }: { person: PersonView }) {
  const { time_zone } = useViewer();
  const now = useNow(60_000);
  const there =
    person.zone && person.zone !== time_zone && !person.is_you
      ? `${formatTime(new Date(now).toISOString(), { zone: person.zone })} there`
      : null;
  const place = [person.city, there].filter(Boolean).join(', ');
  return (
    <li>
      <SideAvatar name={person.name} seat={person.seat} size={30} />
      <div>
        <b>{person.name}</b>
        {person.is_you ? <span className={styles.note}> you</span> : null}
        {person.watcher ? <span className={styles.note}> follows</span> : null}
        <span className={styles.sub}>
          {person.role}
          {place ? ` · ${place}` : ''}
        </span>
        {person.contact ? (
          <span className={styles.sub}>
            <a href={`mailto:${person.contact.email}`}>{person.contact.email}</a>
            {person.contact.phone ? (
              <>
                {', '}
                <a href={`tel:${person.contact.phone.replaceAll(/[^+\d]/g, '')}`}>{person.contact.phone}</a>
              </>
            ) : null}
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** What whoever keeps a budget is asked where a price would go beyond it. */
const BEYOND_BUDGET = { label: 'Why it goes beyond the budget', required: true, max: 500 };

/** The price: fixed at ordering, and what changed since. */
export function Quote({ kind, review, quote }: { kind: Kind; review: ReviewDetail; quote: QuoteView }) {
  const { time_zone } = useViewer();
  const [asking, setAsking] = useState(false);
  const [adding, setAdding] = useState(false);
  const consent = useCommand(consentToQuote, { refresh: AFTER_ACT });
  const ask = useCommand(askApprovalAgain, { refresh: AFTER_ACT });
  const { requote } = quote;
  const { lets_through = false } = (consent.error?.problem?.current ?? {}) as { lets_through?: boolean };
  return (
    <div id="price" tabIndex={-1} className={styles.part}>
      <MoneyLines
        state={
          quote.fixed_at ? { fixed: formatDay(dayOf(quote.fixed_at, time_zone), { form: 'short' }) } : { live: true }
        }
        lines={moneyLines(quote)}
        total={{
          cents: quote.total_cents,
          note:
            // nothing more can be asked of a review that has ended
            quote.report_later_cents === null || !['draft', 'active'].includes(review.bucket)
              ? undefined
              : `Written report, if you ask later: + ${formatCents(quote.report_later_cents)}`,
        }}
      >
        {quote.approval ? (
          <InlineNotice
            kind="warn"
            title={quote.approval.state === 'waiting' ? 'Waits for approval' : 'The price was declined'}
            actions={
              quote.approval.state === 'declined' &&
              quote.approval.sort === 'order' &&
              review.abilities['cancel']?.allowed
                ? [{ label: 'Ask once more', onAct: () => ask.mutate({ kind, params: { id: review.id } }) }]
                : []
            }
          >
            {quote.approval.state === 'waiting'
              ? 'Somebody else at the organization approves an amount like this. Work waits until then.'
              : quote.approval.reason}
          </InlineNotice>
        ) : null}
        {requote ? (
          <InlineNotice
            kind={requote.needs_consent ? 'warn' : 'info'}
            title={`${quote.extras.length > 0 || requote.lines.some(({ key }) => key.startsWith('extra:')) ? 'As things stand' : 'With the pages as they are'} now it is ${formatCents(requote.total_cents)}.`}
            actions={requote.agrees ? [{ label: 'See and agree', onAct: () => setAsking(true) }] : []}
          >
            {quote.approval?.state === 'waiting'
              ? 'It is fixed once it is approved.'
              : requote.needs_consent
                ? requote.agrees
                  ? 'Work continues once you agree.'
                  : 'Work continues once the requester agrees.'
                : `A change of up to ${formatCents(quote.consent_over_cents)} needs no consent.`}
          </InlineNotice>
        ) : null}
      </MoneyLines>
      {quote.extras.length > 0 ? <TextButton onClick={() => setAdding(true)}>Add to the price</TextButton> : null}
      {adding ? (
        <Suspense fallback={null}>
          <ExtrasDialog kind={kind} reviewId={review.id} quote={quote} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
      {asking && requote ? (
        <ConfirmDialog
          open
          danger={false}
          onClose={() => setAsking(false)}
          title={`Agree to ${formatCents(requote.total_cents)}?`}
          confirmLabel={`Agree to ${formatCents(requote.total_cents)}`}
          cancelLabel="Not yet"
          {...(lets_through ? { reason: BEYOND_BUDGET } : {})}
          onConfirm={async (beyond_budget) => {
            const { waits_for_approval } = await consent.mutateAsync({
              kind,
              params: { id: review.id },
              body: { total_cents: requote.total_cents, ...(beyond_budget ? { beyond_budget } : {}) },
            });
            setAsking(false);
            toastDone(waits_for_approval ? 'Agreed. It waits for approval.' : 'Agreed. The new price is fixed.');
          }}
        >
          <p className={styles.dialogText}>
            The price now is {formatCents(quote.total_cents)}. Here is how the new price is made up:
          </p>
          <MoneyLines title="New price" lines={moneyLines(requote)} total={{ cents: requote.total_cents }} />
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

const SHOWN = 2;
const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function Questions({ questions }: { questions: readonly string[] }) {
  const [all, setAll] = useState(false);
  return (
    <section aria-labelledby="questions" className={styles.part}>
      <SectionHead
        id="questions"
        title="Questions to the expert"
        action={<span className={styles.note}>{questions.length}</span>}
      />
      <ol className={styles.questions}>
        {questions.map((question, at) => (
          // on paper all of them are there
          <li key={question} className={all || at < SHOWN ? undefined : styles.folded}>
            {question}
          </li>
        ))}
      </ol>
      {questions.length > SHOWN ? (
        <TextButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${words[questions.length] ?? questions.length}`}
        </TextButton>
      ) : null}
    </section>
  );
}

/** The charts of the order, with the encounters to look at. */
function Charts({ charts }: Pick<NonNullable<ReviewDetail['brief']>, 'charts'>) {
  if (charts.length === 0) return null;
  return (
    <ul className={styles.charts} aria-label="Charts">
      {charts.map((one, at) => (
        <li key={at}>
          <b>{one.label}</b>
          {one.code ? <span className={styles.note}> {one.code}</span> : null}
          {[one.patient, one.reason].filter(Boolean).map((line) => (
            <span key={line} className={styles.sub}>
              {line}
            </span>
          ))}
          {one.encounters.map(({ when, note }, nth) => (
            <span key={nth} className={styles.encounter}>
              {when}
              {note ? <span className={styles.note}> {note}</span> : null}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** What was ordered, where the reader may know it. */
export function Matter({ review }: { review: ReviewDetail }) {
  const [open, setOpen] = useState(false);
  const parties = review.parties ?? [];
  const { facts = [], prose = [], charts = [] } = review.brief ?? {};
  const items = [
    { label: 'Needed by', value: review.needed_by ? formatDay(review.needed_by) : null },
    { label: 'Decision', value: review.decision_deadline ? formatDay(review.decision_deadline) : null },
    { label: 'Organization', value: review.organization?.name ?? null },
    { label: 'Requester', value: review.requester?.name ?? null },
    { label: KINDS[review.kind].state_label, value: review.state ? stateName(review.state) : null },
    ...facts,
    { label: 'Pages', value: review.pages > 0 ? String(review.pages) : null },
  ].filter((item) => item.value !== null);
  if (items.length === 0 && parties.length === 0 && !review.summary) return null;
  return (
    <section aria-labelledby="matter" className={styles.part}>
      <SectionHead id="matter" title="The matter" />
      <Facts items={items} />
      <Charts charts={charts} />
      {open ? (
        <>
          {prose.map((one) => (
            <Fragment key={one.label}>
              <h3 className={styles.proseHead}>{one.label}</h3>
              <p className={styles.paper}>{one.text}</p>
            </Fragment>
          ))}
          {review.summary ? <p className={styles.paper}>{review.summary}</p> : null}
          {parties.length > 0 ? (
            <ul className={styles.parties}>
              {parties.map((party) => (
                <li key={`${party.role} ${party.name}`}>
                  {party.name} <span className={styles.note}>{party.role.replaceAll('_', ' ')}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
      {review.summary || prose.length > 0 || parties.length > 0 ? (
        <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? 'Show less'
            : review.summary
              ? 'What happened, and who is named'
              : 'More of the order, and who is named'}
        </TextButton>
      ) : null}
    </section>
  );
}
