import { type ActorKind, isAdmin, isOrganizationAdmin } from '../../../core/actor.ts';

/** Who keeps an organization's connections to record systems: its own admins, and Peritus' admins. */
export const keepsConnections = (kind: ActorKind): boolean => isAdmin(kind) || isOrganizationAdmin(kind);

export const TRANSPORTS = ['mllp', 'mllps', 'https'] as const;
export type Transport = (typeof TRANSPORTS)[number];
export const TRANSPORT_LABELS: Readonly<Record<Transport, string>> = {
  mllp: 'MLLP, inside a private network',
  mllps: 'MLLP with TLS',
  https: 'HTTPS',
};

export const MOST_CONNECTIONS = 10;

/** Where a message is. `dead`: refused for good, or tried for three days in vain. `dropped`: somebody set it aside. */
export const MESSAGE_STATES = ['queued', 'acked', 'dead', 'dropped'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a dead letter cannot be sent again now, or null. `later`: a later version of the same report went to the same receiver. */
export function whyNotResent({
  state,
  later,
  on,
}: {
  state: MessageState;
  later: boolean;
  on: boolean;
}): string | null {
  if (!on) return 'This connection is turned off. Turn it on first.';
  if (state === 'queued') return 'It waits to be sent already.';
  if (state === 'acked') return 'It was taken.';
  return later ? 'A later version of this report was taken. It would take that one’s place.' : null;
}

export interface Where {
  transport: Transport;
  host: string;
  port: number | null;
  url: string;
}

/** A host as it is typed: a name, or an address. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:]{2,45}$/i;

/** What is wrong with where messages go, by field. Which networks it leads to is seen when it is asked. */
export function whereFaults(where: Where, allowLoopback: boolean): { path: string; message: string }[] {
  const { transport, host, port, url } = where;
  if (transport !== 'https')
    return [
      ...(HOST.test(host) ? [] : [{ path: 'host', message: 'Give the name of the host, or its address.' }]),
      ...(port === null ? [{ path: 'port', message: 'Give the port.' }] : []),
    ];
  const parsed = URL.parse(url);
  const onThisMachine = allowLoopback && ['localhost', '127.0.0.1'].includes(parsed?.hostname ?? '');
  const message = !parsed
    ? 'Give a whole web address, such as https://engine.example.com/hl7.'
    : parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && onThisMachine)
      ? 'The address must begin with https.'
      : parsed.username !== '' || parsed.password !== '' || parsed.hash !== ''
        ? 'Leave out name, password and what follows #.'
        : null;
  return message === null ? [] : [{ path: 'url', message }];
}

/** Where messages go, as people read it. */
export const whereText = ({ transport, host, port, url }: Where): string =>
  transport === 'https' ? url : `${host}:${port ?? ''}`;

/** How a connection stands. */
export type Health = 'off' | 'failing' | 'dead' | 'fine' | 'new';

/** The one place that says how a connection stands. `tries`: of the message that is next; `dead`: what waits for a person. */
export function healthOf(of: { on: boolean; tries: number; dead: number; acked: boolean }): Health {
  if (!of.on) return 'off';
  if (of.tries > 0) return 'failing';
  if (of.dead > 0) return 'dead';
  return of.acked ? 'fine' : 'new';
}
