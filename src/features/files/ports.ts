import type { Actor, SystemActor } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { ActorDb } from '../../platform/db/actor-db.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    shareRecords: ShareRecords;
    /** Files and reasons of somebody outside, as answers to records asked for. */
    answerFileRequest: AnswerFileRequest;
    /** Records that come another way than by an upload. */
    records: RecordsPort;
    /** Records that are fetched from elsewhere in somebody's name. */
    fetchedRecords: FetchedRecords;
    /** What is spoken for a report: who may send it, and who keeps it. */
    dictations: DictationsPort;
    /** Asked of outside: who holds a link, for the uploads it lets in. */
    outside: OutsideLinks;
  }
}

/**
 * Gives another review the same records: rows of its own over the same stored bytes, which are removed with the last
 * row that names them. `files`: these alone, else all. The caller holds the lock of the review they come from. Answers how
 * many.
 */
export type ShareRecords = (
  tx: Tx,
  between: { from: number; to: number; files?: readonly number[] },
) => Promise<number>;

/** Answers items of a request by what a link brought; the files are shown, and the review goes on where that was all. */
export type AnswerFileRequest = (
  tx: Tx<SystemActor>,
  answer: {
    review_id: number;
    file_request_id: number;
    items: readonly ({ item: number; file_ids: number[] } | { item: number; not_available_because: string })[];
    /** Facts for the timeline: by whose link. */
    data: Record<string, unknown>;
  },
) => Promise<void>;

export interface FetchedRecords {
  /**
   * Whether somebody may add records to a review now, as for an upload; answers whose review it is. Refuses `not_found`,
   * `forbidden` and `wrong_state`.
   */
  admit(db: ActorDb, actor: Actor, reviewId: number, kind: Kind): Promise<{ organization_id: number }>;
  /**
   * Makes room for a file, which counts from then on as an upload under way and is given up as one. Refuses `too_large`.
   */
  begin(
    tx: Tx,
    file: { review_id: number; user_id: number; name: string; path: string | null; size_bytes: number; source: 'box' },
  ): Promise<{ upload_id: string; storage_key: string }>;
  /** Where the bytes of one go that has not become a file; null where it was given up. */
  placeOf(db: Db, uploadId: string): Promise<string | null>;
  /** Makes the file, once its bytes are all there; it is looked into like any. `data`: facts for the trail. */
  finish(tx: Tx<SystemActor>, uploadId: string, sha256: string, data: Record<string, unknown>): Promise<number>;
  /** Gives one up that has not become a file. */
  drop(tx: Tx, uploadId: string): Promise<void>;
}

interface DictationsPort {
  /** Whether somebody may send a dictation of this review now. Refuses `not_found`, `forbidden` and `wrong_state`. */
  admit(db: ActorDb, actor: Actor, reviewId: number): Promise<void>;
  /** Keeps a stored recording as a dictation, which is then checked. Refuses as `admit` does. Answers its id. */
  take(
    tx: Tx,
    by: { db: ActorDb; actor: Actor },
    recording: { review_id: number; name: string; size_bytes: number; storage_key: string; sha256: string | null },
  ): Promise<number>;
}

export interface RecordsPort {
  /** Adds a stored file to a review's records, for the expert to see; it is then checked like any. Answers its id. */
  add(
    tx: Tx,
    file: {
      review_id: number;
      name: string;
      storage_key: string;
      size_bytes: number;
      sha256: string;
      category: 'provider_statement' | 'purpose_letter' | 'medical_records';
      /** What it is, where it is no PDF of ours. */
      content_type?: string;
      /** The chart of the order it belongs to. */
      chart_key?: string;
      /** The same page in another review of the case: its place and page numbers are taken where they are free. */
      like?: number;
    },
  ): Promise<number>;
  /** Shows the files a link brought to the expert, or takes them out where it was withdrawn. */
  settleLink(tx: Tx, linkId: number, show: boolean): Promise<void>;
}

/** What a link of somebody outside lets its holder do now, and as whom it is recorded. */
export interface OutsideGrant {
  link_id: number;
  review_id: number;
  purpose: 'records' | 'statement';
  /** The items of the request that can be answered; none for a statement. */
  item_ids: readonly number[];
  /** One browser's stay, hashed: uploads are seen and removed by the visit that made them alone. */
  visit_hash: Buffer;
  /** Facts for the timeline: who acts, by whose link. */
  by: Record<string, unknown>;
  actor: SystemActor;
}

export interface OutsideLinks {
  /** The grant of a link; counts tries of a source. Refuses `gone` with why in `current`, and `throttled`. */
  admit(held: { token: string; visit: string }, asking: { ip: string; request_id: string }): Promise<OutsideGrant>;
  /** Refuses `gone` unless the link still lets something in, asked inside the transaction that lets it in. */
  recheck(tx: Tx, linkId: number): Promise<void>;
}
