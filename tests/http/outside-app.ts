import { asSent } from '../harness/mails.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { AddressInfo } from 'node:net';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';

export const VISIT = 'visit-'.padEnd(43, 'a');
export const OTHER_VISIT = 'visit-'.padEnd(43, 'b');

const b64 = (text: string): string => Buffer.from(text).toString('base64');

/** The whole application on a port, so that uploads come as they do from browsers. */
export async function outsideApp() {
  const t = await testApp();
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}`;
  const pdf = await samplePdf(2);

  return {
    ...t,
    base,
    pdf,
    /** A case whose expert asked for two records. */
    async waiting() {
      const cast = await castFor(t.world);
      await t.world.db
        .updateTable('organizations')
        .set({ flags: JSON.stringify({ enable_visible_non_visible_records_for_case_reviews: true }) })
        .where('id', '=', cast.organization_id)
        .execute();
      const d = new CaseDriver(inApp(t, cast));
      await d.to('submitted');
      const request = await d.must<{ id: number }>(cast.clinOps, 'POST', d.url('/file_requests'), {
        items: [{ label: 'Operative note of Rosa Ferrante' }, { label: 'Anesthesia record' }],
        due_on: '2026-12-01',
      });
      await t.settle();
      return { d, cast, request_id: request.id };
    },
    /** The token in the newest mail of a template about a review. */
    async tokenOf(reviewId: number, template = 'outside_records'): Promise<string> {
      const mail = await t.world.db
        .selectFrom('mails')
        .selectAll()
        .where('review_id', '=', reviewId)
        .where('template', '=', template)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return (
        /\/(?:records-upload|provider-statement)\/([\w-]+)/.exec(asSent(t.app.services.keys, mail).text)?.[1] ?? ''
      );
    },
    open: (token: string, visit = VISIT) => t.request(null, 'POST', '/api/v1/outside/open', { token, visit }),
    finish: (token: string, reasons: unknown[] = [], visit = VISIT) =>
      t.request(null, 'POST', '/api/v1/outside/finish_records', { token, visit, reasons }),
    /** Begins an upload by a link. */
    async begin(
      token: string | null,
      file: { item?: number; name: string; size: number; review_id?: number },
      visit = VISIT,
    ): Promise<{ status: number; location: string; body: string }> {
      const metadata = [
        `filename ${b64(file.name)}`,
        ...(file.item === undefined ? [] : [`item ${b64(String(file.item))}`]),
        ...(file.review_id === undefined ? [] : [`review_id ${b64(String(file.review_id))}`]),
      ];
      const response = await fetch(`${base}/api/v1/uploads`, {
        method: 'POST',
        headers: {
          ...heldBy(token, visit),
          'tus-resumable': '1.0.0',
          'upload-length': String(file.size),
          'upload-metadata': metadata.join(','),
        },
      });
      return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text() };
    },
    async send(token: string | null, location: string, offset: number, piece: Uint8Array, visit = VISIT) {
      const response = await fetch(base + location, {
        method: 'PATCH',
        headers: {
          ...heldBy(token, visit),
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(piece),
      });
      await response.arrayBuffer();
      return { status: response.status, file_id: Number(response.headers.get('peritus-file-id') ?? -1) };
    },
    async other(method: 'HEAD' | 'DELETE', token: string | null, location: string, visit = VISIT): Promise<number> {
      const response = await fetch(base + location, {
        method,
        headers: { ...heldBy(token, visit), 'tus-resumable': '1.0.0' },
      });
      await response.arrayBuffer();
      return response.status;
    },
    /** A whole upload; answers where it is and the file's id. */
    async upload(token: string, item: number | undefined, name: string, visit = VISIT) {
      const begun = await this.begin(token, { name, size: pdf.length, ...(item === undefined ? {} : { item }) }, visit);
      const sent = await this.send(token, begun.location, 0, pdf, visit);
      if (sent.status !== 204) throw new Error(`Not taken: ${begun.status} ${sent.status} ${begun.body}`);
      await t.settle();
      return { location: begun.location, file_id: sent.file_id };
    },
  };
}
export type OutsideApp = Awaited<ReturnType<typeof outsideApp>>;

const heldBy = (token: string | null, visit: string): Record<string, string> =>
  token === null ? {} : { 'peritus-link': token, 'peritus-visit': visit };
