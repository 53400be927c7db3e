import type { DisclosureView } from '../src/features/disclosure/contract.ts';
import type { ExpertRecordsView } from '../src/features/experts/contract/records.ts';
import { DAY } from '../src/core/time.ts';
import { DemoActs } from './acts.ts';

/** What the expert of the signed disclosure published. */
const PUBLISHED = [
  {
    title: 'Delay and outcome in acute spinal compression',
    venue: 'Western Journal of Neurosurgery 29(1), 14–22',
    ago: 6,
  },
  {
    title: 'Reading the emergency chart backwards',
    venue: 'Proceedings of the Rocky Mountain Neurology Meeting',
    ago: 2,
  },
] as const;

/** Disclosures of legal cases: one that is signed, one that is asked for and still lacks most of its parts. They need the CVs to be there. */
export class DemoDisclosures extends DemoActs {
  async live(of: ReadonlyMap<string, { id: number; profile_id: number }>): Promise<void> {
    const { clock, now } = this.setup;
    const [marcus, clara] = await Promise.all(['marcus', 'clara'].map((key) => this.named(key)));
    const signed = of.get('moreau');
    const asked = of.get('boyd');
    if (!marcus || !clara || !signed || !asked)
      throw new Error('Demo data: there is no matter to disclose an expert in.');

    clock.at = new Date(now.getTime() - 2 * DAY);
    await this.post(marcus, `/api/v1/generics/${asked.id}/disclosure/ask`, {});

    const url = (rest = '') => `/api/v1/generics/${signed.id}/disclosure${rest}`;
    await this.post(marcus, url('/ask'), {});
    const doctor = await this.expert(signed.profile_id);
    const records = `/api/v1/experts/${signed.profile_id}/changes`;
    const year = now.getUTCFullYear();
    for (const { title, venue, ago } of PUBLISHED) {
      const said = await this.post<ExpertRecordsView>(doctor, records, {
        part: 'publication',
        record_id: null,
        after: null,
        data: { title, venue, year: year - ago },
        document_id: null,
      });
      const change = said.changes.at(-1);
      await this.post(clara, `${records}/${change?.id}/decision`, {
        decision: 'verify',
        reason: '',
        source: '',
        document_id: null,
        lock_version: change?.lock_version,
      });
    }
    await this.later(20);
    const read = () => this.get<DisclosureView>(doctor, url());
    const { lock_version } = await read();
    await this.post(doctor, url('/facts'), {
      left_out: [],
      others: ['Telephone conference with counsel for the firm'],
      confirm: true,
      lock_version,
    });
    const { exhibits, testimony, lock_version: next } = await read();
    await this.post(doctor, url('/exhibits'), {
      exhibits: exhibits.map(({ file_id }) => file_id),
      confirm: true,
      lock_version: next,
    });
    if (testimony.length === 0)
      await this.post(doctor, url('/nothing'), { no_publications: false, no_testimony: true, lock_version: next + 1 });
    await this.proveAgain();
    const { content_sha256, own_name, elements } = await read();
    if (content_sha256 === null)
      throw new Error(
        `Demo data: the disclosure lacks something. ${JSON.stringify(elements.flatMap(({ missing }) => missing))}`,
      );
    // its file is made once the product runs
    await this.post(doctor, url('/sign'), { content_sha256, name: own_name, consents: true });
    clock.at = now;
  }
}
