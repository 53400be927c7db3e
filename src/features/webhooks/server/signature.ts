import { createHmac } from 'node:crypto';

/** What secrets are encrypted for. */
export const SECRET = 'webhook.secret';

/** What a secret is written with, as Standard Webhooks has it. */
const PREFIX = 'whsec_';

/** A secret of 32 bytes as it is shown. */
export const secretText = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('base64')}`;

/**
 * The headers that prove a message, after Standard Webhooks (standardwebhooks.com): of the id, the second and the body as it is
 * sent, one signature for each secret that holds.
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const second = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: Uint8Array): string =>
    `v1,${createHmac('sha256', secret).update(`${id}.${second}.${body}`).digest('base64')}`;
  return { 'webhook-id': id, 'webhook-timestamp': second, 'webhook-signature': secrets.map(sign).join(' ') };
}
