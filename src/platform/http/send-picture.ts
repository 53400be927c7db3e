import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Answers a picture and nothing else: not run, not framed elsewhere. `cache` is the answer's cache-control; with `file`
 * it has a name and says how large it is, in bytes.
 */
export function sendPicture(
  reply: FastifyReply,
  content: Readable,
  { type, cache, file }: { type: string; cache: string; file?: { name: string; size_bytes: number } },
): FastifyReply {
  if (file) void reply.header('content-length', file.size_bytes);
  return reply
    .header('content-type', type)
    .header('content-disposition', file ? `inline; filename="${file.name}"` : 'inline')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', cache)
    .send(content);
}
