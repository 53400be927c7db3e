import type { FastifyReply } from 'fastify';
import type { UsedLimit } from '../../core/errors.ts';

/** Says in an answer what is limited, how much of it is left, and until when (draft-ietf-httpapi-ratelimit-headers-10). */
export function sayLimit(
  reply: FastifyReply,
  { name, tries, window_ms }: UsedLimit,
  { left, seconds }: { left: number; seconds: number },
): void {
  reply
    .header('ratelimit-policy', `"${name}";q=${tries};w=${Math.ceil(window_ms / 1000)}`)
    .header('ratelimit', `"${name}";r=${left};t=${seconds}`);
}
