import { inject } from 'vitest';
import type { ClusterConnection } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: ClusterConnection;
  }
}

/** The PostgreSQL of this run. Rules are tested without one, and a test that asks for it there is told so. */
export function givenCluster(): ClusterConnection {
  const cluster: ClusterConnection | undefined = inject('cluster');
  if (cluster) return cluster;
  throw new Error(
    'This test asks for a database, but runs among the rules, which have none: a test file that needs one imports testApp or platformServices from tests/harness itself, or stands under tests/.',
  );
}
