import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Hl7Message } from '@medplum/core';
import { framed, FrameReader } from '../../src/features/hl7/rules/mllp.ts';
import { freePort } from './server-process.ts';

/** What a receiver does with the next message; with nothing left it takes it. */
export type Fault =
  | 'cut'
  | 'silent'
  | 'nonsense'
  | 'half'
  | 'not_hl7'
  | 'wrong_id'
  | 'drip'
  | { code: 'AE' | 'AR' | 'CA' | 'CR'; text?: string }
  /** By HTTP: another answer than one of HL7. */
  | { status: number; headers?: Record<string, string>; body?: string };

export interface Hl7Receiver {
  port: number;
  /** Every message that arrived, as another's parser reads it. */
  got: Hl7Message[];
  faults: Fault[];
  /** How many connections to it are open. */
  open(): number;
  close(): Promise<void>;
}

/** An interface engine of somebody else: it reads and answers by another's library, and misbehaves where a test asks it to. */
export async function hl7Receiver(
  how: 'mllp' | 'https' | { key: string; cert: string } = 'mllp',
): Promise<Hl7Receiver> {
  const got: Hl7Message[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  const port = await freePort();

  /** The bytes of an answer; null: none. */
  function answered(bytes: Uint8Array): { bytes: Uint8Array; fault: Fault | undefined } {
    const message = Hl7Message.parse(Buffer.from(bytes).toString('utf8'));
    got.push(message);
    const fault = faults.shift();
    let text = message.buildAck({ ackCode: 'AA' }).toString();
    if (typeof fault === 'object' && 'code' in fault)
      text = message
        .buildAck({ ackCode: fault.code })
        .toString()
        .replace(/\|[^|]*$/, `|${fault.text ?? 'No'}`);
    if (fault === 'wrong_id') text = text.replace(message.getSegment('MSH')?.getField(10).toString() ?? '', 'ANOTHER');
    if (fault === 'not_hl7') text = 'MSH|^~\\&|it is\rNTE|1||no answer';
    return { bytes: Buffer.from(text), fault };
  }

  function converse(socket: Socket): void {
    sockets.add(socket);
    const reader = new FrameReader(64 * 1024 * 1024);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const one of reader.push(chunk)) {
        const { bytes, fault } = answered(one);
        if (fault === 'cut') socket.destroy();
        else if (fault === 'nonsense') socket.end('220 mail.example.com ready\r\n');
        else if (fault === 'half') socket.end(framed(bytes).subarray(0, 20));
        else if (fault === 'drip') for (const byte of framed(bytes)) socket.write(Uint8Array.of(byte));
        else if (fault !== 'silent') socket.write(framed(bytes));
      }
    });
  }

  const server: Server =
    how === 'https'
      ? createHttpServer((request, response) => {
          const parts: Buffer[] = [];
          request.on('data', (part: Buffer) => parts.push(part));
          request.on('end', () => {
            const { bytes, fault } = answered(Buffer.concat(parts));
            if (fault === 'cut') return void request.socket.destroy();
            if (fault === 'nonsense') return void response.writeHead(502).end();
            if (fault === 'silent') return;
            if (typeof fault === 'object' && 'status' in fault)
              return void response.writeHead(fault.status, fault.headers).end(fault.body);
            response
              .writeHead(typeof fault === 'object' ? 500 : 200, { 'content-type': 'application/hl7-v2' })
              .end(bytes);
          });
        })
      : how === 'mllp'
        ? createServer(converse)
        : createTlsServer(how, converse);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    got,
    faults,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
