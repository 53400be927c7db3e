import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import { certificateEndpoints } from '../contract/certificates.ts';

/** The certificates PDFs are signed by: whoever holds a PDF may look them up. */
export function mountCertificates(app: FastifyInstance, services: Services): void {
  const e = certificateEndpoints;
  const rows = () => services.database.systemDb.selectFrom('signing_certificates');

  mount(app, services, e.list, async () => {
    const found = await rows()
      .select(['fingerprint', 'name', 'valid_from', 'valid_until'])
      .orderBy('id', 'desc')
      .execute();
    return {
      certificates: found.map(({ valid_from, valid_until, ...one }) => ({
        ...one,
        valid_from: valid_from.toISOString(),
        valid_until: valid_until.toISOString(),
      })),
    };
  });

  mount(app, services, e.file, async ({ params, reply }) => {
    const found = await rows().select('certificate').where('fingerprint', '=', params.fingerprint).executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    return reply
      .type('application/pkix-cert')
      .header('content-disposition', `attachment; filename="Peritus ${params.fingerprint.slice(0, 16)}.cer"`)
      .send(found.certificate);
  });
}
