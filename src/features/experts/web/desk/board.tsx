import { type DragEvent, useState } from 'react';
import { ListRows } from '../../../../ui/api/list-rows.tsx';
import { usePages } from '../../../../ui/api/pages.ts';
import { Button } from '../../../../ui/parts/button.tsx';
import { cx } from '../../../../ui/parts/common.ts';
import { SkeletonRows } from '../../../../ui/parts/empty.tsx';
import { RouteLink } from '../../../../ui/parts/link.tsx';
import { Menu, MenuItem } from '../../../../ui/parts/menu.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import { StatusGlyph } from '../../../../ui/parts/status.tsx';
import { useViewer } from '../../../../ui/session/viewer.tsx';
import { formatAgo } from '../../../../ui/time/format.ts';
import { useNow } from '../../../../ui/time/use-now.ts';
import { expertEndpoints } from '../../contract.ts';
import type { ApplicationRow } from '../../contract/application-desk.ts';
import { type ApplicationState, type DeskAction, DESK_STATES, moveFor } from '../../rules/application-states.ts';
import { MoveDialog, useMove } from './move-dialog.tsx';
import { askOf, type DeskSearch } from './search.ts';
import { displayOf } from './states.ts';
import styles from './desk.module.css';

const LANES = [
  'submitted',
  'screening',
  'documents_requested',
  'verification',
  'interview',
  'agreement_sent',
  'waitlisted',
] as const satisfies readonly ApplicationState[];
type Lane = (typeof LANES)[number];

interface Moving {
  /** Moves it, or opens what has to be said first. */
  act: (row: ApplicationRow, action: DeskAction) => void;
  lift: (row: ApplicationRow | null) => void;
  lifted: ApplicationRow | null;
}

/** Applications in lanes by state. A card is moved by its menu, or dragged to a lane it may go to. */
export function Board({ search }: { search: DeskSearch }) {
  const [asking, setAsking] = useState<{ row: ApplicationRow; action: DeskAction } | null>(null);
  const [lifted, lift] = useState<ApplicationRow | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const move = useMove();
  const act = (row: ApplicationRow, action: DeskAction) => {
    const ability = row.acts.find((one) => one.action === action);
    setRefused(ability?.allowed === false ? `${row.name}: ${ability.reason ?? ''}` : null);
    if (!ability?.allowed) return;
    if (ability.asks) setAsking({ row, action });
    else
      move.mutate(
        { params: { applicationId: row.id }, body: { action, lock_version: row.lock_version } },
        { onError: (error) => setRefused(`${row.name}: ${error.message}`) },
      );
  };
  const drop = (lane: Lane) => {
    if (!lifted || lifted.status === lane) return;
    const there = lifted.acts.find(({ action }) => moveFor(lifted.status, action)?.to === lane);
    if (there) act(lifted, there.action);
    else setRefused(`${lifted.name} cannot go from ${DESK_STATES[lifted.status].label} to ${DESK_STATES[lane].label}.`);
  };
  return (
    <>
      {refused ? (
        <InlineNotice kind="warn" live>
          {refused}
        </InlineNotice>
      ) : null}
      <div className={styles.board}>
        {LANES.map((lane) => (
          <LaneOf key={lane} lane={lane} search={search} moving={{ act, lift, lifted }} onDrop={() => drop(lane)} />
        ))}
      </div>
      {asking ? <MoveDialog application={asking.row} action={asking.action} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function LaneOf({
  lane,
  search,
  moving,
  onDrop,
}: {
  lane: Lane;
  search: DeskSearch;
  moving: Moving;
  onDrop: () => void;
}) {
  const [over, setOver] = useState(false);
  const list = usePages(expertEndpoints.applications, { query: { ...askOf(search), status: lane, limit: 20 } });
  const count = list.first?.counts[lane] ?? 0;
  const { label, ...glyph } = displayOf(lane);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each card's menu does the same
    <section
      className={cx(styles.lane, over && styles.over)}
      aria-label={label}
      onDragOver={(event: DragEvent) => {
        if (!moving.lifted) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <h2 className={styles.laneHead}>
        <StatusGlyph {...glyph} />
        {label} <span className={styles.quiet}>{list.first ? count : ''}</span>
      </h2>
      <ListRows
        list={list}
        what="This lane could not be loaded."
        loading={<SkeletonRows rows={2} columns={[80]} height={84} label={`Loading ${label}`} />}
        empty={<p className={styles.quiet}>None here.</p>}
        size="sm"
      >
        <ul className={styles.cards}>
          {list.rows.map((row) => (
            <Card key={row.id} row={row} moving={moving} />
          ))}
        </ul>
      </ListRows>
    </section>
  );
}

function Card({ row, moving }: { row: ApplicationRow; moving: Moving }) {
  const { time_zone: zone } = useViewer();
  const now = useNow(60_000);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu does the same
    <li
      className={styles.card}
      draggable={row.acts.length > 0}
      onDragStart={() => moving.lift(row)}
      onDragEnd={() => moving.lift(null)}
    >
      <RouteLink href={`/admin/applications/${row.id}`} className={styles.cardName}>
        {row.name}
      </RouteLink>
      <span className={styles.quiet}>{row.specialty ?? row.number}</span>
      <span className={styles.quiet}>
        {formatAgo(row.status_since, { zone, now })} · {row.checks.done} of {row.checks.all} checks
      </span>
      <span className={styles.cardFoot}>
        <span className={styles.quiet}>{row.assigned_to?.name ?? 'Nobody has it'}</span>
        {row.acts.length > 0 ? (
          <Menu
            label={`Move ${row.name}`}
            renderButton={(button) => (
              <Button size="sm" aria-label={`Move ${row.name}`} {...button}>
                Move
              </Button>
            )}
          >
            {row.acts.map(({ action, label }) => (
              <MenuItem key={action} onClick={() => moving.act(row, action)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        ) : null}
      </span>
    </li>
  );
}
