import { renderInThread } from '../../../../platform/pdf/thread.ts';
import { renderPacket } from './packet.ts';

const documents = { packet: renderPacket };
/** What the threads of packets make. */
export type PacketDocuments = typeof documents;

renderInThread(documents);
