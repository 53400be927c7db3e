import type { z } from 'zod';
import type { OpportunitiesView } from '../../../src/features/experts/contract.ts';
import type { presentation } from '../../../src/features/matching/contract.ts';
import { approvedCv } from '../../harness/experts.ts';
import { pdfText } from '../../harness/pdf-text.ts';
import { type Effects, type Stage, textIn } from './stage.ts';

/* What is known of experts, whom an organization brings, and in whose name a report is issued. */

/** Three presented experts, the first with both versions of a CV. */
async function presented(stage: Stage) {
  const of = await stage.cast();
  for (const version of ['full', 'redacted'] as const) await approvedCv(stage.t, of.expert, version, of.clinOps);
  const d = await stage.aCase(of).to('presented');
  const candidates = async () =>
    (await d.must<z.output<typeof presentation>>(of.requester, 'GET', d.url('/candidates'))).candidates;
  return { of, candidates };
}

export const EXPERTS: Effects = {
  redacted_medical_expert_cvs: {
    seen: 'an open page',
    scene: async (stage) => {
      const { of, candidates } = await presented(stage);
      return {
        of,
        look: async () => {
          const [first] = await candidates();
          return { named: first?.name !== null, cv: first?.cv?.version };
        },
      };
    },
    on: { named: false, cv: 'redacted' },
    off: { named: true, cv: 'full' },
  },
  medical_expert_cv_download: {
    seen: 'an API answer',
    scene: async (stage) => {
      const { of, candidates } = await presented(stage);
      return {
        of,
        look: async () => {
          const [first] = await candidates();
          return {
            offered: first?.cv?.download_url !== null,
            read: await stage.status(of.requester, 'GET', first?.cv?.url ?? ''),
            downloaded: await stage.status(of.requester, 'GET', `${first?.cv?.url}?download=1`),
          };
        },
      };
    },
    on: { offered: true, read: 200, downloaded: 200 },
    off: { offered: false, read: 200, downloaded: 403 },
  },
  enable_external_expert: {
    seen: 'an API answer',
    scene: async (stage) => {
      const organization_id = await stage.t.world.organization();
      const admin = await stage.orgAdmin({ organization_id });
      let serial = 0;
      return {
        of: { organization_id },
        look: () =>
          stage.status(admin, 'POST', '/api/v1/people/invitations', {
            email: `own-${organization_id}-${(serial += 1)}@own.test`,
            role: 'user',
            profile_type: 'ExternalMedicalExpert',
            organization_id,
          }),
      };
    },
    on: 201,
    off: 403,
  },
  enable_expert_additional_opportunities: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.cast();
      const url = '/api/v1/opportunities';
      return {
        of,
        look: async () => ({
          asked: (await stage.get<OpportunitiesView>(of.expert, url)).body.offered,
          said: await stage.status(of.expert, 'PUT', url, { open_to: ['teaching'] }),
        }),
      };
    },
    on: { asked: true, said: 200 },
    off: { asked: false, said: 403 },
  },
  service_provider: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      return {
        of,
        look: async () => {
          const d = await (await stage.held(await stage.otherExperts(of))).to('signed');
          const { raw } = await stage.get(d.cast.expert, d.url('/report/pdf'));
          return pdfText(raw.rawPayload);
        },
      };
    },
    value: 'Saltmarsh Review Services, LLC',
    without: textIn('Issued through Peritus by Peritus'),
    with: textIn('Issued through Peritus by Saltmarsh Review Services, LLC'),
  },
};
