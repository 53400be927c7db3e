import { stateRow } from '../../reviews/rules/kinds.ts';
import { capital, grouped, plural, spelled, spelledPlural } from '../../../core/phrases.ts';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconLock, IconUsersMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { KINDS, type Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { query } from '../../../ui/api/hooks.ts';
import { RadioField } from '../../../ui/form/choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { BallLine } from '../../../ui/parts/ball.tsx';
import { ButtonLink, TextButton } from '../../../ui/parts/button.tsx';
import { CandidateList, CandidateRow } from '../../../ui/parts/candidate.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/parts/empty.tsx';
import { Facts } from '../../../ui/parts/facts.tsx';
import { InlineNotice } from '../../../ui/parts/notice.tsx';
import { PageHeader, SectionHead } from '../../../ui/parts/page-header.tsx';
import { StatusBadge } from '../../../ui/parts/status.tsx';
import { reviewHref, useReviewRoute } from '../../../ui/session/review-route.ts';
import { useViewer } from '../../../ui/session/viewer.tsx';
import { Page } from '../../../ui/shell/layouts.tsx';
import { formatDay, formatInstant } from '../../../ui/time/format.ts';
import { openToWords } from '../../experts/rules/opportunities.ts';
import { type MatchingBoard, matchingEndpoints, type RankedCandidate } from '../contract.ts';
import { ALARM_AFTER } from '../rules.ts';
import { LEADS, placeWords } from '../rules/panel.ts';
import { earnsWords } from './candidate-words.ts';
import { HowToAsk, type Mode, MOST, presentsFor } from './how-to-ask.tsx';
import { Disclosures, Invitations } from './invitations.tsx';
import { MatchingState } from './matching-state.tsx';
import { columnsOf, lastDrop, ratingWords, REMEDY, statusDisplay, weightWords } from './matching-labels.ts';
import styles from './board.module.css';

const FIRST_SHOWN = 8;

/** The matching team's board of one review: what is needed, who could do it and why, and how to ask them. */
export function MatchingBoardPage() {
  const { kind, reviewId } = useReviewRoute();
  // of a panel: whom one looks for; as long as nobody chose, the first place that is open
  const [place, setPlace] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...query(matchingEndpoints.board, { kind, params: { id: reviewId }, query: place === undefined ? {} : { place } }),
    enabled: reviewId > 0,
  });
  // a board of its own per review: choices made on one do not follow to the next
  if (data) return <Board key={`${data.review_id} ${data.place}`} kind={kind} board={data} onPlace={setPlace} />;
  return (
    <Page>
      {error?.status === 404 || reviewId === 0 ? (
        <EmptyState
          title="There is no such review"
          action={<ButtonLink href={KINDS[kind].list_path}>Go to {KINDS[kind].label}</ButtonLink>}
        >
          It may have been deleted, or you do not have access to it.
        </EmptyState>
      ) : error ? (
        <Failure error={error} what="The matching board could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} columns={[18, 0, 60, 14]} height={96} label="Loading the matching board" />
      )}
    </Page>
  );
}

function Board({ kind, board, onPlace }: { kind: Kind; board: MatchingBoard; onPlace: (place: number) => void }) {
  const { ranking } = board;
  const [mode, setMode] = useState<Mode>(
    presentsFor(kind, board) ? 'present' : board.place > LEADS ? 'invite' : 'broadcast',
  );
  const [chosen, setChosen] = useState<number[]>(() =>
    board.can_present ? ranking.suggested.slice(0, MOST[mode]) : [],
  );
  const specialty = board.need.find((n) => n.label === 'Specialty')?.value ?? 'Expert';
  const full = chosen.length >= MOST[mode];

  const select = (id: number, on: boolean) => {
    if (!on) setChosen(chosen.filter((c) => c !== id));
    else if (mode === 'invite') setChosen([id]);
    else if (!full) setChosen([...chosen, id]);
  };
  const turn = (next: Mode) => {
    setMode(next);
    setChosen(chosen.slice(0, MOST[next]));
  };

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeader
          crumbs={[
            { label: KINDS[kind].label, href: KINDS[kind].list_path },
            { label: board.number, href: reviewHref(kind, board.review_id) },
            { label: 'Matching' },
          ]}
          title={`${specialty} for ${board.organization}`}
          badge={<StatusBadge {...statusDisplay(kind, board.status)} />}
          actions={<Queue kind={kind} board={board} />}
        />
      </div>
      <aside className={styles.need} aria-label="What is needed">
        {board.panel.length > 0 ? (
          <>
            <Places board={board} onPlace={onPlace} />
            <hr className={styles.rule} />
          </>
        ) : null}
        <SectionHead title="What is needed" />
        <Facts
          items={board.need.map((n) =>
            n.label === 'Needed by' && /^\d{4}-\d\d-\d\d$/.test(n.value)
              ? { ...n, value: formatDay(n.value) }
              : { ...n, value: capital(n.value) },
          )}
        />
        <hr className={styles.rule} />
        <Funnel ranking={ranking} />
        {board.conflict_names.length > 0 ? (
          <details className={styles.names}>
            <summary>
              <IconChevronRight size={14} stroke={1.75} aria-hidden />
              {capital(spelledPlural(board.conflict_names.length, 'name'))} to check
            </summary>
            <ul>
              {board.conflict_names.map((one) => (
                <li key={`${one.role} ${one.name}`}>
                  {one.name} <span className={styles.meta}>{one.role.replaceAll('_', ' ')}</span>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        <p className={styles.lock}>
          <IconLock size={14} stroke={2} aria-hidden />
          The conflict check covers all organizations. Names and reasons are never shown.
        </p>
      </aside>
      <div className={styles.middle}>
        {board.failed_invitations >= ALARM_AFTER ? (
          <div className={styles.inset}>
            <InlineNotice
              kind="bad"
              title={`${capital(spelled(board.failed_invitations))} invitations failed.`}
              icon={<IconAlertTriangle size={16} stroke={1.9} aria-hidden />}
            >
              Nobody is invited automatically anymore. Look at the reasons below and decide what to do next.
            </InlineNotice>
          </div>
        ) : null}
        <Disclosures kind={kind} board={board} />
        <Candidates board={board} chosen={chosen} full={full && mode !== 'invite'} onSelect={select} />
        <Invitations kind={kind} board={board} />
      </div>
      <aside className={styles.rail} aria-label="How to ask">
        <div className={styles.sticky}>
          {board.can_present && ranking.candidates.length === 0 ? (
            <p className={styles.small}>
              Nobody can be asked at the moment. The ranking is made anew each time this page opens.
            </p>
          ) : board.can_present ? (
            <HowToAsk kind={kind} board={board} mode={mode} onMode={turn} chosen={chosen} onChosen={setChosen} />
          ) : (
            <MatchingState kind={kind} board={board} />
          )}
          <hr className={styles.rule} />
          <SectionHead title="Reading the score" />
          <p className={styles.small}>
            Eight columns, as wide as what they can earn: {weightWords(ranking.weights)}. Amber is below half.
          </p>
        </div>
      </aside>
    </div>
  );
}

/** The places of a panel, one of which the ranking is for. */
function Places({ board, onPlace }: { board: MatchingBoard; onPlace: (place: number) => void }) {
  const has = ({ examiner, given_up, invited }: MatchingBoard['panel'][number]): string =>
    examiner ?? (given_up ? 'given up' : invited > 0 ? `${spelledPlural(invited, 'invitation')} open` : 'open');
  return (
    <RadioField
      path="place"
      label="Whom the ranking is for"
      value={String(board.place)}
      onChange={(next) => onPlace(Number(next))}
      options={[
        { value: String(LEADS), label: 'First examiner, who leads' },
        ...board.panel.map((one) => ({
          value: String(one.place),
          label: `${placeWords(one.place)}, ${one.specialty}`,
          hint: capital(has(one)),
        })),
      ]}
    />
  );
}

/** Through the reviews that wait for an expert, soonest due first. */
function Queue({ kind, board }: { kind: Kind; board: MatchingBoard }) {
  const at = board.queue.findIndex((one) => one.review_id === board.review_id);
  const previous = at > 0 ? board.queue[at - 1] : undefined;
  const next = board.queue[at + 1];
  const href = (id: number) => reviewHref(kind, id, 'matching');
  return (
    <div className={styles.queue}>
      {stateRow(kind, board.status).phase === 'finds_expert' || stateRow(kind, board.status).fills_panel ? (
        <BallLine seat="staff" yours>
          {stateRow(kind, board.status).fills_panel
            ? 'Invite the other examiners'
            : presentsFor(kind, board)
              ? 'Present experts'
              : 'Invite reviewers'}
        </BallLine>
      ) : null}
      {previous ? (
        <ButtonLink href={href(previous.review_id)} icon={<IconChevronLeft stroke={1.75} aria-hidden />}>
          Previous
        </ButtonLink>
      ) : null}
      {next && next.review_id !== board.review_id ? (
        <ButtonLink href={href(next.review_id)} trailing={<IconChevronRight stroke={1.75} aria-hidden />}>
          Next of {board.queue.length}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** How many could be asked: more than are shown, where they are many. */
const leftOf = (ranking: MatchingBoard['ranking']): number => ranking.funnel.at(-1)?.left ?? ranking.candidates.length;

function Funnel({ ranking }: { ranking: MatchingBoard['ranking'] }) {
  return (
    <>
      <SectionHead title={`From ${plural(ranking.total, 'expert')} to ${grouped(leftOf(ranking))}`} />
      <ol className={styles.funnel}>
        {ranking.funnel.map((step) => (
          <li key={step.key}>
            <span className={styles.step}>
              {step.label} <b>{grouped(step.left)}</b>
            </span>
            <span className={styles.track} aria-hidden>
              <span style={{ width: `${ranking.total > 0 ? (step.left / ranking.total) * 100 : 0}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

const SORTS: Record<string, { label: string; by: (a: RankedCandidate, b: RankedCandidate) => number }> = {
  score: { label: 'Score', by: () => 0 },
  earliest: { label: 'Earliest time', by: (a, b) => (a.earliest ?? '9').localeCompare(b.earliest ?? '9') },
  rating: { label: 'Rating', by: (a, b) => (b.rating.mean ?? 0) - (a.rating.mean ?? 0) },
  load: {
    label: 'Lightest load',
    by: (a, b) => a.open_reviews / a.max_open_reviews - b.open_reviews / b.max_open_reviews,
  },
};

/** 'Four more, from 68 to 48 points.' */
function restWords(scores: readonly number[]): string {
  const [most, least] = [Math.max(...scores), Math.min(...scores)];
  const span = most === least ? `with ${most}` : `from ${most} to ${least}`;
  return `${capital(spelled(scores.length))} more, ${span} points.`;
}

function Candidates({
  board,
  chosen,
  full,
  onSelect,
}: {
  board: MatchingBoard;
  chosen: readonly number[];
  full: boolean;
  onSelect: (id: number, on: boolean) => void;
}) {
  const viewer = useViewer();
  const { ranking } = board;
  const [sort, setSort] = useState('score');
  const [all, setAll] = useState(false);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // the button is gone: one goes on at the first that came
    if (all) list.current?.querySelectorAll<HTMLElement>(':scope > ul > li, :scope > ol > li')[FIRST_SHOWN]?.focus();
  }, [all]);
  const sorted = ranking.candidates.toSorted(SORTS[sort]?.by ?? (() => 0));
  const shown = all ? sorted : sorted.slice(0, FIRST_SHOWN);
  const rest = sorted.slice(shown.length);
  const drop = lastDrop(ranking);
  if (ranking.candidates.length === 0)
    return (
      <EmptyState icon={<IconUsersMinus size={32} stroke={1.5} />} title="No expert passes every filter">
        {drop
          ? `${capital(spelledPlural(drop.before, 'expert was', 'experts were'))} left before “${drop.label}”, and none after it. `
          : 'There are no experts yet. '}
        {REMEDY[ranking.funnel.find((f) => f.left === 0)?.key ?? ''] ?? ''}
      </EmptyState>
    );
  return (
    <section ref={list} aria-labelledby="candidates">
      <div className={styles.listHead}>
        <div>
          <h2 id="candidates">{plural(leftOf(ranking), 'candidate')}</h2>
          <span className={styles.meta}>
            ranked by score, weights of {formatDay(ranking.weights_of, { form: 'short' }).split(', ')[1]}
            {leftOf(ranking) > ranking.candidates.length ? `, the best ${ranking.candidates.length} here` : ''}
            {full ? `. ${capital(spelled(chosen.length))} is the most at once.` : ''}
          </span>
        </div>
        <div className={styles.sort}>
          <SelectField
            path="sort"
            label="Sort by"
            hideLabel
            options={Object.entries(SORTS).map(([value, one]) => ({ value, label: one.label }))}
            value={sort}
            onChange={(value) => setSort(value ?? 'score')}
          />
        </div>
      </div>
      <CandidateList label="Candidates" ticks={board.can_present}>
        {shown.map((c) => {
          const selected = chosen.includes(c.profile_id);
          return (
            <CandidateRow
              key={c.profile_id}
              rank={c.rank}
              name={c.name}
              code={c.code}
              line={[c.specialty, plural(c.years, 'year'), c.place].filter(Boolean).join(' · ')}
              reasons={c.reasons.map((r) => ({ tone: r.tone === 'good' ? 'ok' : r.tone, text: r.text }))}
              facts={[
                {
                  label: 'Earliest',
                  value: c.earliest ? formatInstant(c.earliest, { zone: viewer.time_zone }) : 'not known',
                },
                { label: 'Load', value: `${c.open_reviews} of ${c.max_open_reviews}` },
                { label: 'Rated', value: ratingWords(c.rating) },
                ...(c.earns ? [{ label: 'Earns', value: earnsWords(c.earns) }] : []),
                ...(c.open_to.length > 0 ? [{ label: 'Open to', value: openToWords(c.open_to) }] : []),
              ]}
              score={c.score}
              // once for those who are equal: the first of them says how many they are
              {...(c.drawn && shown.find(({ score }) => score === c.score) === c
                ? { drawn: [...shown, ...rest].filter(({ score }) => score === c.score).length }
                : {})}
              columns={columnsOf(c, ranking.weights)}
              selected={selected}
              {...(board.can_present
                ? { onSelect: (on: boolean) => onSelect(c.profile_id, on), disabled: full && !selected }
                : {})}
            />
          );
        })}
      </CandidateList>
      {rest.length > 0 ? (
        <p className={styles.rest}>
          {restWords(rest.map((c) => c.score))} <TextButton onClick={() => setAll(true)}>Show all</TextButton>
        </p>
      ) : null}
    </section>
  );
}
