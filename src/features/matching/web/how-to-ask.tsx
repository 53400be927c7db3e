import { capital, spelledPlural } from '../../../core/phrases.ts';
import { IconArrowDown, IconArrowUp, IconSend, IconShieldCheck, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Kind } from '../../../core/kinds.ts';
import { Failure } from '../../../ui/api/failure.tsx';
import { useCommand } from '../../../ui/api/hooks.ts';
import { SegmentedField } from '../../../ui/form/choice.tsx';
import { moved } from '../../../ui/form/reorder.ts';
import { TextArea } from '../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { SectionHead } from '../../../ui/parts/page-header.tsx';
import { toastDone } from '../../../ui/parts/toast.tsx';
import { readReview } from '../../reviews/contract.ts';
import { rulesOf } from '../../reviews/rules.ts';
import { type MatchingBoard, matchingEndpoints } from '../contract.ts';
import { LEADS } from '../rules/panel.ts';
import styles from './board.module.css';

export type Mode = 'present' | 'invite' | 'broadcast';

const MODES: { value: Mode; label: string }[] = [
  { value: 'present', label: 'Present' },
  { value: 'invite', label: 'Invite one' },
  { value: 'broadcast', label: 'Invite several' },
];
/** Whether the requester chooses among presented experts; otherwise they are invited, as whoever joins a panel is. */
export const presentsFor = (kind: Kind, { place }: Pick<MatchingBoard, 'place'>): boolean =>
  place === LEADS && rulesOf(kind).actions.includes('present_candidates');

/** The most experts one way of asking takes. */
export const MOST: Record<Mode, number> = { present: 5, invite: 1, broadcast: 5 };

/** How the chosen experts are asked: the way, their order, a note, and the one button that does it. */
export function HowToAsk({
  kind,
  board,
  mode,
  onMode,
  chosen,
  onChosen,
}: {
  kind: Kind;
  board: MatchingBoard;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Profile ids, in the order they are presented. */
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
}) {
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const listId = useId();
  const requester = board.requester;
  const first = requester.split(' ')[0] ?? requester;
  const people = chosen.flatMap((id) => board.ranking.candidates.find((c) => c.profile_id === id) ?? []);
  const refresh = [matchingEndpoints.board, readReview];
  const present = useCommand(matchingEndpoints.present, {
    refresh,
    onSuccess: () => toastDone(`${capital(spelledPlural(people.length, 'expert'))} presented. ${requester} chooses.`),
  });
  const invite = useCommand(matchingEndpoints.invite, {
    refresh,
    onSuccess: () => toastDone(`${capital(spelledPlural(people.length, 'invitation'))} sent.`),
  });
  const busy = present.isPending || invite.isPending;
  const error = mode === 'present' ? present.error : invite.error;

  const send = () => {
    if (people.length === 0) return setMissing(true);
    const params = { id: board.review_id };
    const body = { expert_profile_ids: people.map((p) => p.profile_id), lock_version: board.lock_version };
    if (mode === 'present') present.mutate({ kind, params, body: { ...body, note: note.trim() } });
    else invite.mutate({ kind, params, body: { ...body, panel_place: board.place } });
  };
  const change = (ids: number[]) => {
    onChosen(ids);
    setMissing(false);
    present.reset();
    invite.reset();
  };
  const words: Record<Mode, { lead: string; list: string; button: string; after: string }> = {
    present: {
      lead: `${requester} compares them blind: code, specialty, rating, earliest time, price.`,
      list: 'To present, in this order',
      button: `Present ${spelledPlural(people.length, 'expert')}`,
      after: `${first} chooses one, who is then invited. You’ll hear when that happens.`,
    },
    invite: {
      lead: 'The expert is invited at once; the requester is not asked.',
      list: 'To invite',
      button: people[0] ? `Invite ${people[0].code}` : 'Invite one expert',
      after: 'The expert has 48 hours to answer, 8 business hours when expedited.',
    },
    broadcast: {
      lead: 'All are invited at the same time. The first to accept gets it; the others are politely told.',
      list: 'To invite, all at once',
      button: `Invite ${spelledPlural(people.length, 'expert')} at once`,
      after: 'Each has 48 hours to answer, 8 business hours when expedited.',
    },
  };
  const said = words[mode];

  return (
    <div className={styles.ask}>
      <SegmentedField
        path="mode"
        label="How to ask"
        full
        options={MODES.filter(({ value }) => value !== 'present' || presentsFor(kind, board))}
        value={mode}
        disabled={busy}
        onChange={(value) => {
          onMode(value as Mode);
          setMissing(false);
        }}
      />
      <p className={styles.small}>{said.lead}</p>
      <SectionHead id={listId} title={said.list} />
      {people.length === 0 ? (
        <p className={styles.small}>Check the experts in the list. They appear here in the order you check them.</p>
      ) : (
        <ol className={styles.order} aria-labelledby={listId}>
          {people.map((one, index) => (
            <li key={one.profile_id} className={styles.card}>
              <span className={styles.place}>{index + 1}</span>
              <span className={styles.cardWords}>
                <b>{one.code}</b>
                <span className={styles.small}>{one.score} points</span>
              </span>
              {mode === 'present' && people.length > 1 ? (
                <span className={styles.moves}>
                  <IconButton
                    label={`Move ${one.code} up`}
                    disabled={index === 0 || busy}
                    onClick={() => change(moved(chosen, index, index - 1))}
                  >
                    <IconArrowUp stroke={1.75} />
                  </IconButton>
                  <IconButton
                    label={`Move ${one.code} down`}
                    disabled={index === people.length - 1 || busy}
                    onClick={() => change(moved(chosen, index, index + 1))}
                  >
                    <IconArrowDown stroke={1.75} />
                  </IconButton>
                </span>
              ) : null}
              <IconButton
                label={`Leave ${one.code} out`}
                disabled={busy}
                onClick={() => change(chosen.filter((id) => id !== one.profile_id))}
              >
                <IconX stroke={1.75} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.checked}>
        <IconShieldCheck size={16} stroke={1.75} aria-hidden />
        Conflicts were checked with this ranking. They are checked again when you send.
      </p>
      {mode === 'present' ? (
        <TextArea
          path="note"
          label={`Note to ${first}`}
          optional
          rows={2}
          max={1000}
          counted={note.length > 800}
          value={note}
          onChange={setNote}
        />
      ) : null}
      <Failure error={error} what="This could not be sent. Your choice is still here." onRetry={send} />
      {missing ? (
        <p className={styles.missing} role="alert">
          Check at least one expert first.
        </p>
      ) : null}
      <Button kind="primary" size="lg" full busy={busy} icon={<IconSend stroke={1.75} />} onClick={send}>
        {people.length === 0 && mode !== 'invite'
          ? mode === 'present'
            ? 'Present experts'
            : 'Invite experts'
          : said.button}
      </Button>
      <p className={styles.small}>{said.after}</p>
    </div>
  );
}
