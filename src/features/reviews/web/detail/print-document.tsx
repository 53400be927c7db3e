import { plural } from '../../../../core/phrases.ts';
import { fullName } from '../../../../core/names.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type Kind, KINDS } from '../../../../core/kinds.ts';
import { formatCents } from '../../../../core/money.ts';
import { call } from '../../../../ui/api/client.ts';
import { queryKey } from '../../../../ui/api/hooks.ts';
import { Button, ButtonLink } from '../../../../ui/parts/button.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatDay, formatInstant } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { readTimeline, type ReviewDetail, type TimelineRow } from '../../contract.ts';
import { stateName } from '../../rules.ts';
import styles from './print.module.css';

/** On paper every instant carries its year: none is near it. */
const WITH_YEAR = 0;

/** The whole timeline, oldest last, however many pages it has. */
async function wholeTimeline(kind: Kind, id: number, signal: AbortSignal): Promise<TimelineRow[]> {
  const rows: TimelineRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: TimelineRow[]; next_cursor: string | null } = await call(readTimeline, {
      kind,
      signal,
      params: { id },
      query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/**
 * A review as a document on paper: what its page shows this reader, in black on white, without anything to press. It
 * stands beside the application in the page, which rests meanwhile.
 */
export default function PrintDocument({
  kind,
  review,
  base,
  asks,
  onPrinted,
}: {
  kind: Kind;
  review: ReviewDetail;
  base: string;
  /** Whether the browser's print dialog opens by itself. */
  asks: boolean;
  /** Once the print dialog is closed, where the document stands only for it. */
  onPrinted: (() => void) | undefined;
}) {
  const viewer = useViewer();
  const zone = viewer.time_zone;
  const params = { id: review.id };
  const timeline = useQuery({
    queryKey: [...queryKey(readTimeline, { kind, params, query: {} }), 'whole'],
    queryFn: ({ signal }) => wholeTimeline(kind, review.id, signal),
  });
  const now = useNow(60_000);
  const ready = timeline.data !== undefined;
  const asked = useRef(false);
  useEffect(() => {
    document.body.dataset['printing'] = '';
    return () => {
      delete document.body.dataset['printing'];
    };
  }, []);
  useEffect(() => {
    if (!ready || !asks || asked.current) return;
    asked.current = true;
    // some browsers go on while their dialog is open
    if (onPrinted) addEventListener('afterprint', onPrinted, { once: true });
    window.print();
  }, [ready, asks, onPrinted]);
  const at = (instant: string): string => formatInstant(instant, { zone, now: WITH_YEAR });
  const { confidential } = KINDS[kind];
  const { quote, report, call: held } = review;
  const facts: [string, string | null][] = [
    ['Status', review.status.label],
    ['Next', review.what_now.voice === 'done' ? null : review.what_now.headline],
    ['By', review.due ? at(review.due.at) : null],
    ['Organization', review.organization?.name ?? null],
    ['Specialty', [review.specialty?.name, review.sub_specialty?.name].filter(Boolean).join(', ') || null],
    ['Service', review.service_label],
    ['State', review.state ? stateName(review.state) : null],
    [KINDS[kind].number_label, review.claim_number],
    ['Expedited', review.expedited ? 'Yes' : null],
    ['Needed by', review.needed_by ? formatDay(review.needed_by) : null],
    ['Decision', review.decision_deadline ? formatDay(review.decision_deadline) : null],
    ...(review.brief?.facts ?? []).map(({ label, value }): [string, string] => [label, value]),
    ['Ordered', review.submitted_at ? at(review.submitted_at) : null],
    ['Closed', review.closed_at ? at(review.closed_at) : null],
  ];
  return createPortal(
    <main className={styles.sheet} data-ready={ready || undefined}>
      <div className={styles.tools}>
        {onPrinted ? (
          <Button onClick={onPrinted}>Back to the review</Button>
        ) : (
          <ButtonLink href={base}>Back to the review</ButtonLink>
        )}
        <Button kind="primary" disabled={!ready} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <table className={styles.pages} role="presentation">
        <thead>
          <tr>
            <td className={styles.running}>
              {review.number} · {KINDS[kind].singular}
            </td>
          </tr>
        </thead>
        {confidential ? (
          <tfoot>
            <tr>
              <td className={styles.confidential}>{confidential}</td>
            </tr>
          </tfoot>
        ) : null}
        <tbody>
          <tr>
            <td>
              <article>
                <h1>{review.subject || review.number}</h1>
                <p className={styles.printed}>
                  {review.number}. As {fullName(viewer)} saw it on {at(new Date(now).toISOString())}.
                </p>
                <dl className={styles.facts}>
                  {facts.map(([label, value]) =>
                    value === null ? null : (
                      <div key={label}>
                        <dt>{label}</dt>
                        <dd>{value}</dd>
                      </div>
                    ),
                  )}
                </dl>
                {(review.attention ?? []).length > 0 ? (
                  <Part title="Needs attention">
                    <ul>
                      {review.attention?.map((one) => (
                        <li key={one.id}>
                          <b>{one.label}.</b> {one.note} Marked by {one.raised_by}, {at(one.raised_at)}.
                          {one.resolved_at
                            ? ` Settled by ${one.resolved_by ?? 'Peritus'}, ${at(one.resolved_at)}${one.resolution ? `: ${one.resolution}` : '.'}`
                            : ' Open.'}
                        </li>
                      ))}
                    </ul>
                  </Part>
                ) : null}
                <Part title="People">
                  <ul>
                    {review.people.map((one) => (
                      <li key={`${one.name} ${one.role}`}>
                        {one.name}, {one.role}
                      </li>
                    ))}
                  </ul>
                </Part>
                {review.parties && review.parties.length > 0 ? (
                  <Part title="Named in the matter">
                    <ul>
                      {review.parties.map((one) => (
                        <li key={`${one.role} ${one.name}`}>
                          {one.name}, {one.role.replaceAll('_', ' ')}
                        </li>
                      ))}
                    </ul>
                  </Part>
                ) : null}
                {review.brief && review.brief.charts.length > 0 ? (
                  <Part title="Charts">
                    <ul>
                      {review.brief.charts.map((one, n) => (
                        <li key={n}>
                          {[one.label, one.code, one.patient, one.reason].filter(Boolean).join(', ')}
                          {one.encounters.length > 0
                            ? `: ${one.encounters.map(({ when, note }) => [when, note].filter(Boolean).join(', ')).join('; ')}`
                            : ''}
                        </li>
                      ))}
                    </ul>
                  </Part>
                ) : null}
                {review.brief?.prose.map((one) => (
                  <Part key={one.label} title={one.label}>
                    <p className={styles.prose}>{one.text}</p>
                  </Part>
                ))}
                {review.summary ? (
                  <Part title="What happened">
                    <p className={styles.prose}>{review.summary}</p>
                  </Part>
                ) : null}
                {review.questions && review.questions.length > 0 ? (
                  <Part title="Questions to the expert">
                    <ol>
                      {review.questions.map((one) => (
                        <li key={one}>{one}</li>
                      ))}
                    </ol>
                  </Part>
                ) : null}
                {held ? (
                  <Part title="Call">
                    <p>
                      {at(held.starts_at)}, {held.duration_minutes} minutes
                      {held.minutes_held === null ? '' : `, held for ${held.minutes_held} minutes`}.
                    </p>
                  </Part>
                ) : null}
                {report ? (
                  <Part title="Report">
                    <p>
                      Version {report.version}
                      {report.signed_at ? `, signed ${at(report.signed_at)}` : ', not signed'}
                      {report.delivered_at ? `, delivered ${at(report.delivered_at)}` : ''}
                      {report.pdf_pages ? `, ${plural(report.pdf_pages, 'page')}` : ''}
                      {report.verification_code ? `, verification code ${report.verification_code}` : ''}. Its text is a
                      document of its own.
                    </p>
                  </Part>
                ) : null}
                {review.files ? (
                  <Part title={`Files (${review.files.count}, ${plural(review.files.pages, 'page')})`}>
                    <table className={styles.rows}>
                      <thead>
                        <tr>
                          <th scope="col">Name</th>
                          <th scope="col">Category</th>
                          <th scope="col">Bates</th>
                          <th scope="col">Pages</th>
                        </tr>
                      </thead>
                      <tbody>
                        {review.files.data.map((file) => (
                          <tr key={file.id}>
                            <td>{file.name}</td>
                            <td>{file.category_label}</td>
                            <td>{file.bates}</td>
                            <td>{file.pages}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </Part>
                ) : null}
                {quote ? (
                  <Part title={quote.fixed_at ? `Price, fixed ${at(quote.fixed_at)}` : 'Price, as it stands'}>
                    <table className={styles.rows}>
                      <tbody>
                        {quote.lines.map((line) => (
                          <tr key={line.key}>
                            <td>
                              {line.label}
                              {line.how ? ` (${line.how})` : ''}
                            </td>
                            <td>{formatCents(line.cents)}</td>
                          </tr>
                        ))}
                        <tr>
                          <th scope="row">Total</th>
                          <td>
                            <b>{formatCents(quote.total_cents)}</b>
                          </td>
                        </tr>
                      </tbody>
                    </table>
                  </Part>
                ) : null}
                <Part title="Timeline">
                  {timeline.isError ? <p>The timeline could not be loaded.</p> : null}
                  <table className={styles.rows}>
                    <tbody>
                      {timeline.data?.map((row) => (
                        <tr key={row.id}>
                          <td className={styles.when}>{at(row.at)}</td>
                          <td>
                            <b>{row.actor}</b> {row.says}.{row.reason ? ` Reason: ${row.reason}` : ''}
                            {row.change
                              ? ` ${row.change.field}: from “${row.change.old || '—'}” to “${row.change.new || '—'}”`
                              : ''}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </Part>
              </article>
            </td>
          </tr>
        </tbody>
      </table>
    </main>,
    document.body,
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
