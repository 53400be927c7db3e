import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    createOrganization: CreateOrganization;
  }
}

/** Makes an organization of its own, without a parent, for somebody who registered it. Answers its id. */
export type CreateOrganization = (tx: Tx, organization: { name: string; time_zone: string }) => Promise<number>;
