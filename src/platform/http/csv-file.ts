import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** The mark lets spreadsheets read a file as UTF-8. */
const UTF8 = '\u{FEFF}';

/**
 * Sends a comma-separated file as its lines are made, no faster than they are read, so that its length costs no memory.
 * Each piece leaves at once, compressed or not. What fails midway cuts the connection: a browser then saves nothing, and no
 * program takes the part for the whole. `ended` hears whether it came to its end.
 */
export function sendCsv(
  reply: FastifyReply,
  file: {
    name: string;
    head: string;
    pieces: AsyncIterable<string>;
    ended(complete: boolean): Promise<unknown>;
  },
): FastifyReply {
  async function* text(): AsyncGenerator<string> {
    let complete = false;
    try {
      yield `${UTF8}${file.head}`;
      for await (const piece of file.pieces) if (piece !== '') yield piece;
      complete = true;
    } finally {
      await file.ended(complete);
    }
  }
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding');
  const lines = Readable.from(text());
  if (!/\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '')) {
    void reply.header('content-encoding', 'identity');
    return reply.send(lines);
  }
  // the end of either is the end of both; who sends is told by the stream it sends
  const packed = pipeline(lines, createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH }), () => undefined);
  return reply.header('content-encoding', 'gzip').send(packed);
}
