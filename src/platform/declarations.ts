/** What passes between features by way of the outbox and the clock, by name; each feature adds its own. */

/** What each topic carries: topic → payload. The feature that emits it adds it in its `server/declarations.ts`. */
export interface Events {
  /** What is stored under this key was found damaged or gone: told once, until it is whole again. */
  'object.damaged': { storage_key: string };
  /** The audit chain does not hold; the same `finding` for the same faults. */
  'audit.broken': { finding: string; faults: number };
  'object.sound': { storage_key: string };
  /** What cannot be undone waits for a person's word from now on. */
  'deadlines.held': { hold_id: number };
  /** Something goes wrong in the running of the product: told once, until it is mended. */
  'alert.opened': { alert_id: number };
  'alert.closed': { alert_id: number };
}
export type Topic = keyof Events;

/** What a deadline of a review carries: kind → payload; the feature that sets it adds it, as with events. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Deadlines {}
export type DeadlineKind = keyof Deadlines;

/** The timers for what is no review; their key says all there is. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Timers {}
export type TimerKind = keyof Timers;

/**
 * Whether what a deadline or timer does can be undone. What cannot says in words what it does, and waits for a person's
 * word while a hold is on; `often_many`: many come due together as a matter of course, so that their number holds nothing.
 */
export type Undo = 'reversible' | { readonly irreversible: string; readonly often_many?: true };

/** The same of each kind; every feature says it of its own in `server/declarations.ts`, assembly puts them together. */
export type Undoing = Readonly<Partial<Record<DeadlineKind | TimerKind, Undo>>>;

/** What each mail is written from: template → data. The feature whose event it tells adds its own, as with events. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Mails {}

/** What each text message is sent for: template → the words it is made of. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface TextMessages {}

/** The actions an event may tell of, by name; the reviews add those of every kind's lifecycle. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Actions {}
export type ActionName = keyof Actions;

/** The states of reviews, by name; the reviews add those of every kind. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Statuses {}
export type StatusName = keyof Statuses;

/** What can be switched for an organization, by name. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it
export interface Flags {}
export type FlagName = keyof Flags;

/** The payload of a deadline whose review and key say all there is. */
export type Nothing = Readonly<Record<string, never>>;

/** A deadline of any kind as it is set. */
export type AnyNewDeadline = { [K in DeadlineKind]: NewDeadline<K> }[DeadlineKind];

/** A deadline as it is set. */
export type NewDeadline<K extends DeadlineKind = DeadlineKind> = {
  review_id: number;
  kind: K;
  key?: string;
  due_at: Date;
} & (Nothing extends Deadlines[K] ? { payload?: Deadlines[K] } : { payload: Deadlines[K] });
