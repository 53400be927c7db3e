import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers a PDF: shown in the browser, not run, not kept. `name`: without its ending. */
export const sendPdf = (reply: FastifyReply, name: string, content: Uint8Array | Readable): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(content instanceof Uint8Array ? Buffer.from(content) : content);
