import type { Socket } from 'node:net';
import { Hl7Message } from '@medplum/core';

/** The name of the patient of a document, which nobody else may see. */
export const MARKER = 'Quillfeather';
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);
/** A message of a foreign system, by another's library. */
export function documentMessage({
  id = 'M1',
  mrn = '0055-101',
  on = '20260803',
  from = 'EHR',
  pdf = PDF,
  born = '',
  type = 'MDM^T02^MDM_T02',
} = {}): string {
  return Hl7Message.parse(
    [
      `MSH|^~\\&|${from}|CLINIC|PERITUS|REVIEWS|20261118||${type}|${id}|P|2.5.1`,
      'EVN|T02|20261118',
      `PID|1||${mrn}^^^CLINIC^MR||${MARKER}^Ana||${born}`,
      'PV1|1|O',
      `TXA|1|CN|AP|${on}`,
      `OBX|1|ED|11488-4^Consult note^LN||^application^pdf^Base64^${pdf.toString('base64')}||||||F`,
    ].join('\r'),
  ).toString();
}
/** What happens first: an answer, or the end. A connection that was neither answered nor closed would end by its silence. */
export function firstOf(socket: Socket): Promise<'data' | 'close'> {
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('data', () => resolve('data'));
    socket.once('close', () => resolve('close'));
  });
}
