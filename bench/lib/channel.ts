/** What a benchmark and the servers it starts in processes of their own say to each other. */
export interface BenchConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface BareOptions {
  connection: BenchConnection;
  folder: string;
  port: number;
}

export interface ServeOptions {
  connection: BenchConnection;
  data_dir: string;
  port: number;
  /** What the product's clock shows at the start. */
  start: string;
  /** Files are stored as they come, without encryption: the limit of what that costs. */
  plain_files?: boolean;
}

export type ServeRequest = {
  id: number;
  do: 'settle' | 'memory' | 'collect' | 'profile' | 'held' | 'stop';
  to?: string;
};
