import type { Db } from '../../platform/db/database.ts';
import type { Provider, Use } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    connectedAccounts: ConnectedAccounts;
  }
}

/** A connection that can be used. */
export interface UsableConnection {
  id: number;
  user_id: number;
  provider: Provider;
  account_id: string;
  connected_at: Date;
}

/** What became of asking a provider: its answer, whatever that says; or that it gave none. */
export type Asked =
  | { response: Response }
  /** `broken`: its tokens are taken no longer, and its person was told. `gone`: it was disconnected. `away`: later, perhaps. */
  | { failure: 'broken' | 'gone' | 'away' };

interface Asking {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form with files. */
  form?: FormData;
  /** Where the provider takes files, if that is elsewhere; `path` is one of that address. */
  to?: 'upload';
  /** How long an answer may take to begin and end; as the operator set it where left out. */
  timeout_ms?: number;
}

/** Accounts of people at providers, for features that do something with them. Tokens stay behind it. */
export interface ConnectedAccounts {
  /** Those of these people that are connected for this use now, newest first; where the operator set the provider up. */
  usable(db: Db, user_ids: readonly number[], use: Use): Promise<UsableConnection[]>;
  /**
   * Asks a provider's API in the name of a connection, with a token that is renewed where it has ended: a path of the
   * API's address, or an address of it that the API gave. A 401 renews it once more. Answers of any other status are the caller's.
   */
  ask(connection_id: number, path: string, asking?: Asking): Promise<Asked>;
}
