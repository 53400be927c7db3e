import type { Env } from '../../../platform/env.ts';
import type { Provider } from '../rules.ts';

/** Where a provider is asked and as whom, as the operator set it. */
export interface ProviderAddresses {
  client_id: string;
  client_secret: string;
  authorize: string;
  token: string;
  /** Null: it has no way to take a token back. */
  revoke: string | null;
  /** What goes with a token that is taken back: that token and its like, or all that the account ever allowed this app. */
  revokes: 'token' | 'permission';
  /** How it wants the secret: in the header, or in the form. */
  secret_in: 'header' | 'form';
  api: string;
  /** Where it takes files, where that is not the API's address. */
  upload: string | null;
  /** What its API says of the account. */
  account: { path: string; id: string; names: readonly string[] };
}

const without = (address: string): string => address.replace(/\/+$/, '');

type AsSet = Omit<ProviderAddresses, 'client_id' | 'client_secret'> & {
  client_id: string | undefined;
  client_secret: string | undefined;
};

const ADDRESSES: Readonly<Record<Provider, (env: Env) => AsSet>> = {
  zoom: (env) => ({
    client_id: env.ZOOM_CLIENT_ID,
    client_secret: env.ZOOM_CLIENT_SECRET,
    authorize: `${without(env.ZOOM_BASE_URL)}/oauth/authorize`,
    token: `${without(env.ZOOM_BASE_URL)}/oauth/token`,
    revoke: `${without(env.ZOOM_BASE_URL)}/oauth/revoke`,
    revokes: 'permission',
    secret_in: 'header',
    api: without(env.ZOOM_API_URL),
    upload: null,
    account: { path: '/v2/users/me', id: 'id', names: ['email'] },
  }),
  microsoft: (env) => ({
    client_id: env.MICROSOFT_CLIENT_ID,
    client_secret: env.MICROSOFT_CLIENT_SECRET,
    authorize: `${without(env.MICROSOFT_LOGIN_URL)}/oauth2/v2.0/authorize`,
    token: `${without(env.MICROSOFT_LOGIN_URL)}/oauth2/v2.0/token`,
    revoke: null,
    revokes: 'token',
    secret_in: 'form',
    api: without(env.MICROSOFT_GRAPH_URL),
    upload: null,
    account: { path: '/v1.0/me', id: 'id', names: ['mail', 'userPrincipalName'] },
  }),
  box: (env) => ({
    client_id: env.BOX_CLIENT_ID,
    client_secret: env.BOX_CLIENT_SECRET,
    authorize: `${without(env.BOX_ACCOUNT_URL)}/api/oauth2/authorize`,
    token: `${without(env.BOX_API_URL)}/oauth2/token`,
    revoke: `${without(env.BOX_API_URL)}/oauth2/revoke`,
    revokes: 'token',
    secret_in: 'form',
    api: without(env.BOX_API_URL),
    upload: without(env.BOX_UPLOAD_URL),
    account: { path: '/2.0/users/me', id: 'id', names: ['login'] },
  }),
};

/** A provider as the operator set it up; null where they did not. */
export function addressesOf(env: Env, provider: Provider): ProviderAddresses | null {
  const { client_id, client_secret, ...row } = ADDRESSES[provider](env);
  return client_id && client_secret ? { ...row, client_id, client_secret } : null;
}
