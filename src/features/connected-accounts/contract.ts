import { z } from 'zod';
import { defineEndpoint, instant, nothing } from '../../core/endpoint.ts';
import { PROVIDERS, type Provider, USES } from './rules.ts';

/** Everybody about their own. */
const allow = (): boolean => true;
const provider = z.enum(Object.keys(PROVIDERS) as [Provider, ...Provider[]]);
const params = z.object({ provider });
const text = z.string().max(4000);

const connectedAccount = z
  .object({
    provider,
    /** Broken: the provider takes its tokens no longer, and the person connects it again. */
    state: z.enum(['none', 'connected', 'broken']),
    /** What the person knows the account by. */
    account_name: z.string().nullable(),
    connected_at: instant.nullable(),
    broken_at: instant.nullable(),
    uses: z.array(
      z.object({
        use: z.enum(USES),
        /** It was connected for this. */
        on: z.boolean(),
        /** The person’s organization has it, so it can be connected for this. */
        allowed: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ConnectedAccount' });
export type ConnectedAccount = z.output<typeof connectedAccount>;

export const connectedAccountEndpoints = {
  list: defineEndpoint({
    id: 'connected_accounts.list',
    method: 'GET',
    path: '/api/v1/connected-accounts',
    summary: 'The accounts a person connected at providers, and those they can connect',
    allow,
    shape: { output: z.object({ data: z.array(connectedAccount) }) },
  }),
  begin: defineEndpoint({
    id: 'connected_accounts.begin',
    method: 'POST',
    path: '/api/v1/connected-accounts/{provider}/begin',
    summary: 'Begin to connect an account: the address at the provider to send the browser to',
    allow,
    shape: {
      params,
      body: z.object({ uses: z.array(z.enum(USES)).min(1).max(USES.length) }),
      output: z.object({ url: z.string() }),
    },
    in_person: true,
    errors: ['not_found', 'throttled'],
    example: { uses: ['meetings'] },
  }),
  finish: defineEndpoint({
    id: 'connected_accounts.finish',
    method: 'POST',
    path: '/api/v1/connected-accounts/{provider}/finish',
    summary: 'Finish connecting with what the provider sent back, once and in the session that began it',
    allow,
    shape: {
      params,
      body: z.object({ state: text.optional(), code: text.optional(), error: text.optional(), iss: text.optional() }),
      output: connectedAccount,
    },
    in_person: true,
    errors: ['not_found', 'wrong_state', 'throttled'],
  }),
  end: defineEndpoint({
    id: 'connected_accounts.end',
    method: 'DELETE',
    path: '/api/v1/connected-accounts/{provider}',
    summary: 'Disconnect an account: what it opened with is erased here and revoked at the provider',
    allow,
    shape: { params, output: nothing },
    success: 204,
    errors: ['not_found'],
  }),
};
