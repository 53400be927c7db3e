/** Signed PDFs for tests: ours, and what other programs put behind one. */
import { createHash, sign } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fingerprintOf, readCertificate } from '../../../core/certificate.ts';
import { OID } from '../../../core/cms.ts';
import { der, derInteger, derOid, derSet, hexOf, joined, TAG } from '../../../core/der.ts';
import { Canvas } from '../canvas.ts';
import { Flow } from '../flow.ts';
import { makeSigner, type Signer } from './certificate.ts';
import { detachedSignature } from './cms.ts';
import { roomForSignature } from './room.ts';

export const NOW = new Date('2026-11-18T15:00:00Z');
export const ABOUT = { title: 'A letter', author: 'Dr. Ash', subject: 'Words', lang: 'en-US', at: NOW };

/** A tagged PDF as letters and reports are, with a link on its page. */
export async function letter(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas({ ...ABOUT, keywords: '' });
  const flow = new Flow(canvas);
  flow.paragraph([{ text: 'What was signed', style: 'serif', size: 11, color: '#1c2429' }], { tag: 'H1', leading: 15 });
  const link = canvas.child(canvas.root, 'Link');
  canvas.link(link, { x: 90, y: 90, w: 60, h: 12 }, 'https://peritus.example', 'The page');
  link.end();
  return canvas.finish();
}

/** The same with its signature as we put it. */
export function signedBy(
  signer: Signer,
  pdf: Uint8Array<ArrayBuffer>,
  as: (cms: Uint8Array) => Uint8Array = (cms) => cms,
): Uint8Array<ArrayBuffer> {
  const { bytes, gap, after } = roomForSignature(pdf, { name: 'Here', reason: 'Signed', at: NOW, room: 4096 });
  const hash = createHash('sha256').update(pdf).update(bytes.subarray(0, gap)).update(bytes.subarray(after));
  bytes.write(hexOf(as(detachedSignature(signer, hash.digest()))), gap + 1, 'latin1');
  return joined([pdf, bytes]);
}

export const SIGNER = makeSigner('Peritus at reviews.example.org', NOW);
export const fingerprint = (signer: Signer) => fingerprintOf(signer.certificates[0] ?? new Uint8Array());

/** What a reader of PDFs finds: words, tags, annotations and the catalog’s form. */
export async function read(pdf: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(1);
  const found = {
    pages: document.numPages,
    words: (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(''),
    tags: await page.getStructTree(),
    marked: await document.getMarkInfo(),
    isSigned: ((await document.getMetadata()).info as { IsSignaturesPresent?: boolean }).IsSignaturesPresent,
    annotations: (await page.getAnnotations()).map(({ subtype, fieldType }) => [subtype, fieldType ?? null]),
  };
  await task.destroy();
  return found;
}

/** An update put behind a PDF with what `made` answers for the SHA-256 of all but its digits, as other programs sign once more. */
export function updated(
  pdf: Uint8Array<ArrayBuffer>,
  subFilter: string,
  made: (signed: Uint8Array) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(pdf).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '';
  const root = [...text.matchAll(/\/Root (\d+ 0 R)/g)].at(-1)?.[1] ?? '';
  const head = `\n900 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /Contents `;
  const room = 8192;
  const gap = pdf.length + head.length;
  const after = gap + room * 2 + 2;
  const xref = (rangeText: string) => {
    const object = `${head}<${'0'.repeat(room * 2)}> /ByteRange ${rangeText} >>\nendobj\n`;
    const at = String(pdf.length + 1).padStart(10, '0');
    return `${object}xref\n900 1\n${at} 00000 n \ntrailer\n<< /Size 901 /Root ${root} /Prev ${previous} >>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  };
  const blank = xref(''.padEnd(60));
  const tail = Buffer.from(xref(`[0 ${gap} ${after} ${pdf.length + blank.length - after}]`.padEnd(60)), 'latin1');
  const signed = joined([pdf, tail.subarray(0, gap - pdf.length), tail.subarray(after - pdf.length)]);
  tail.write(hexOf(made(signed)), gap - pdf.length + 1, 'latin1');
  return joined([pdf, tail]);
}
export const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
export const signedAgainBy = (signer: Signer, pdf: Uint8Array<ArrayBuffer>) =>
  updated(pdf, 'ETSI.CAdES.detached', (signed) => detachedSignature(signer, sha256(signed)));

export const SHA256 = der(TAG.sequence, derOid(OID.sha256));
/** SignedData over what `content` says, signed in the way given. */
export function cmsOf(
  signer: Signer,
  {
    type,
    content,
    digest,
    way,
    value,
  }: {
    type: string;
    content: Uint8Array | null;
    digest: Uint8Array;
    way: Uint8Array;
    value: (attributes: Uint8Array) => Uint8Array;
  },
) {
  const [own = new Uint8Array()] = signer.certificates;
  const { issuer, serial } = readCertificate(own);
  const attribute = (name: string, said: Uint8Array) => der(TAG.sequence, derOid(name), der(TAG.set, said));
  const attributes = derSet(
    attribute(OID.contentType, derOid(type)),
    attribute(OID.messageDigest, der(TAG.octets, digest)),
  );
  const by = der(
    TAG.sequence,
    derInteger(Uint8Array.of(1)),
    der(TAG.sequence, issuer, serial),
    SHA256,
    Uint8Array.of(0xa0, ...attributes.subarray(1)),
    way,
    der(TAG.octets, value(attributes)),
  );
  const said = content ? [der(0xa0, der(TAG.octets, content))] : [];
  return der(
    TAG.sequence,
    derOid(OID.signedData),
    der(
      0xa0,
      der(
        TAG.sequence,
        derInteger(Uint8Array.of(3)),
        der(TAG.set, SHA256),
        der(TAG.sequence, derOid(type), ...said),
        der(0xa0, own),
        der(TAG.set, by),
      ),
    ),
  );
}

/** A time stamp as an authority gives one (RFC 3161), of what is asked. */
export function stampOf(signer: Signer, of: Uint8Array, at: string) {
  const info = der(
    TAG.sequence,
    derInteger(Uint8Array.of(1)),
    derOid('1.3.6.1.4.1.13762.3'),
    der(TAG.sequence, SHA256, der(TAG.octets, sha256(of))),
    derInteger(Uint8Array.of(7)),
    der(TAG.time, new TextEncoder().encode(at)),
  );
  return cmsOf(signer, {
    type: OID.timeStamp,
    content: info,
    digest: sha256(info),
    way: der(TAG.sequence, derOid(OID.ecdsaSha256)),
    value: (attributes) => sign('sha256', attributes, signer.key),
  });
}
