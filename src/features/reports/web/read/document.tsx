import { Fragment, type ReactNode } from 'react';
import { MarkChip } from '../../../../ui/parts/chips.tsx';
import { formatDay, formatInstant } from '../../../../ui/time/format.ts';
import {
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  type PresentedItem,
  type PresentedReport,
  type PresentedText,
  presentReport,
  withoutEmpty,
} from '../../rules.ts';
import { useCiting } from '../records/citing.tsx';
import { pageWords, showWords } from '../records/passage.ts';
import { ScoreSummary } from '../write/score-summary.tsx';
import styles from './read.module.css';

/** The answers of a report, as it is read. */
export const presented = (report: {
  definition: FormDefinition;
  context: FormContext;
  sections: readonly { answers: FormAnswers }[];
}): PresentedReport =>
  presentReport(
    report.definition,
    Object.assign({}, ...report.sections.map((section) => section.answers)) as FormAnswers,
    report.context,
  );

/** A report on paper: every question with its answer, each citation a chip that shows its page. */
export function ReportDocument({
  report,
  title,
  meta,
  signature,
  zone,
  closed = [],
  renderAfter,
}: {
  report: PresentedReport;
  title: string;
  /** Lines under the title: number, version, dates. */
  meta: readonly string[];
  signature: { name: string; signed_at: string } | null;
  zone: string;
  /** Sections as they are stored, where one was closed before the opinions of others were read. */
  closed?: readonly Closed[];
  /** Something to stand under a section, as a note to write. */
  renderAfter?: (section: string, title: string) => ReactNode;
}) {
  return (
    <article className={styles.paper} aria-label={title}>
      <header className={styles.paperHead}>
        <h2>{title}</h2>
        {meta.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      {(signature ? withoutEmpty(report) : report).sections.map((section, at) => (
        <section key={section.key} aria-labelledby={`s-${section.key}`} className={styles.section}>
          <h3 id={`s-${section.key}`}>
            {at + 1}. {section.title}
          </h3>
          <ClosedSince section={closed.find((one) => one.section === section.key)} zone={zone} />
          {section.items.map((item) =>
            item.type === 'signature' ? (
              <Signature key={item.key} signature={signature} zone={zone} />
            ) : (
              <Item key={item.key} item={item} />
            ),
          )}
          {renderAfter?.(section.key, section.title)}
        </section>
      ))}
      {report.citations.length > 0 ? (
        <section className={styles.section} aria-labelledby="s-cited">
          <h3 id="s-cited">Passages cited</h3>
          <ol className={styles.cited}>
            {report.citations.map((citation) => (
              <li key={citation.number}>
                {citation.file_name}, <Text text={[{ type: 'cite', citation }]} />
                {citation.bates ? ` (${citation.bates})` : ''}
                {citation.quote ? <q>{citation.quote}</q> : null}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </article>
  );
}

interface Closed {
  section: string;
  closed_at: string | null;
}

/** Of a judgment that stood before others were read: since when nobody changed it. */
function ClosedSince({ section, zone }: { section: Closed | undefined; zone: string }) {
  return section?.closed_at ? (
    <p className={styles.none}>
      Written and closed before the other opinions were opened, {formatInstant(section.closed_at, { zone, now: 0 })}.
      Not changed since.
    </p>
  ) : null;
}

/** One section with its answers, as it is read beside what is still written. */
export function ClosedSection({ report, section, zone }: { report: PresentedReport; section: Closed; zone: string }) {
  const items = report.sections.find((one) => one.key === section.section)?.items ?? [];
  return (
    <div>
      <ClosedSince section={section} zone={zone} />
      {items.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </div>
  );
}

function Text({ text }: { text: PresentedText }) {
  const { open } = useCiting();
  return (
    <>
      {text.map((segment, at) =>
        segment.type === 'text' ? (
          // The pieces of a text never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Fragment key={at}>{segment.text}</Fragment>
        ) : open ? (
          <MarkChip
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            label={showWords(segment.citation)}
            onOpen={() => open(segment.citation)}
          >
            {pageWords(segment.citation)}
          </MarkChip>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <MarkChip key={at}>{pageWords(segment.citation)}</MarkChip>
        ),
      )}
    </>
  );
}

function Item({ item }: { item: PresentedItem }) {
  return (
    <div className={styles.item}>
      <h4>{item.label}</h4>
      <Answer item={item} />
    </div>
  );
}

const NOT_ANSWERED = <p className={styles.none}>Not answered</p>;

function Answer({ item }: { item: PresentedItem }) {
  if (item.questions) {
    if (item.questions.length === 0) return <p className={styles.none}>The order asked no questions of its own</p>;
    return (
      <ol className={styles.asked}>
        {item.questions.map((asked) => (
          <li key={asked.id}>
            <p className={styles.question}>{asked.text}</p>
            {asked.answered ? (
              <p className={styles.text}>
                <Text text={asked.answer} />
              </p>
            ) : (
              NOT_ANSWERED
            )}
          </li>
        ))}
      </ol>
    );
  }
  if (item.statements)
    return (
      <ul className={styles.statements}>
        {item.statements.map((statement) => (
          <li key={statement.text}>
            {statement.text} <b>{statement.confirmed ? 'Confirmed.' : 'Not confirmed.'}</b>
          </li>
        ))}
      </ul>
    );
  if (item.score) return <ScoreSummary score={item.score} />;
  if (!item.answered) return NOT_ANSWERED;
  return (
    <>
      {item.choices.length > 0 ? (
        <p className={styles.choice}>
          {item.choices.map((one) => (item.type === 'date' ? formatDay(one) : one)).join('; ')}
        </p>
      ) : null}
      {item.table ? (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Item</th>
                {item.table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {item.table.rows.map((row) => (
                <tr key={row.label}>
                  <th scope="row">{row.label}</th>
                  {row.cells.map((cell, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- columns stand where they stand
                    <td key={at}>{cell || 'Not answered'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {item.table.comments.map((comment) => (
            <p key={comment.label} className={styles.text}>
              <b>{comment.label}.</b> <Text text={comment.text} />
            </p>
          ))}
        </>
      ) : null}
      {item.text.length > 0 ? (
        <p className={styles.text}>
          <Text text={item.text} />
        </p>
      ) : null}
    </>
  );
}

function Signature({ signature, zone }: { signature: { name: string; signed_at: string } | null; zone: string }) {
  return (
    <div className={styles.item}>
      <h4>Signature</h4>
      {signature ? (
        <p className={styles.signature}>
          {signature.name}
          <span>Signed {formatInstant(signature.signed_at, { zone, now: 0 })}</span>
        </p>
      ) : (
        <p className={styles.none}>Not signed</p>
      )}
    </div>
  );
}
