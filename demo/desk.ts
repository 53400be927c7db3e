import { DAY, HOUR } from '../src/core/time.ts';
import type { PersonView } from '../src/features/accounts/contract/people-desk.ts';
import type { ExpertRecordsView } from '../src/features/experts/contract/records.ts';
import type { CustomForm, KeptType } from '../src/features/reports/contract/design.ts';
import { DemoActs } from './acts.ts';
import { keptBy } from './kept.ts';

const PENNSYLVANIA = {
  citation: 'Pa. Stat. tit. 63 § 425.1 et seq.',
  statement:
    'Confidential peer review document of Northfield Health. Prepared for the {committee} and privileged under {statute}. Do not copy, file with the medical record, or forward.',
  cover:
    'For the Quality and Peer Review Committee of Northfield Health alone.\n\nReturn this report to the committee’s secretary after the meeting.',
};

/** What is kept in the console and on experts' account pages, by the people who keep it and the product's own commands. */
export class DemoDesk extends DemoActs {
  async live(): Promise<void> {
    await this.records();
    await this.#content();
    await this.#meetings();
    await this.#queues();
  }

  #days(days: number, hours = 0): void {
    this.setup.clock.at = new Date(this.setup.now.getTime() - days * DAY + hours * HOUR);
  }

  #organization(key: string): number {
    const found = this.setup.people.organizations.get(key);
    if (found === undefined) throw new Error(`There is no demo organization ${key}.`);
    return found;
  }

  /** Experts say what they have, staff look it up. */
  async records(): Promise<void> {
    const day = (days: number) => new Date(this.setup.now.getTime() + days * DAY).toISOString().slice(0, 10);
    const clara = await this.named('clara');
    for (const [key, all] of Object.entries(keptBy(day))) {
      const who = await this.named(key);
      const url = `/api/v1/experts/${this.setup.people.users.get(key)?.profile_id}/changes`;
      for (const { days, record, verified, returned } of all) {
        const [part, data] = record;
        this.#days(days);
        const said = await this.post<ExpertRecordsView>(who, url, {
          part,
          record_id: null,
          after: null,
          data,
          document_id: null,
        });
        const change = said.changes.at(-1);
        if (!change || (verified === undefined && returned === undefined)) continue;
        this.#days(days, 5);
        await this.post(clara, `${url}/${change.id}/decision`, {
          decision: returned === undefined ? 'verify' : 'return',
          reason: returned ?? '',
          source: verified ?? '',
          document_id: null,
          lock_version: change.lock_version,
        });
      }
    }
    await this.settle();
  }

  /** The hospital's own form, the type that is written on it, and its own words on the law of one state. */
  async #content(): Promise<void> {
    const organization_id = this.#organization('northfield');
    const priya = await this.named('priya');
    this.#days(20);
    const form = await this.post<CustomForm>(priya, '/api/v1/custom_forms', {
      organization_id,
      name: 'Airway events',
      from: 'peer_focused',
    });
    await this.post(priya, `/api/v1/custom_forms/${form.id}/publish`, {
      lock_version: form.lock_version,
      note: 'As the airway working group asked for it.',
    });
    await this.post<KeptType>(priya, '/api/v1/peer_review_types', {
      organization_id,
      name: 'Airway event review',
      form_key: form.key,
      form_version: null,
      charts_min: 1,
      charts_max: 2,
    });
    this.#days(19);
    await this.put(priya, '/api/v1/statutes/PA', { organization_id, version: 0, text: PENNSYLVANIA });
  }

  /** An insurer's own call, by its admin, whom a super admin lets edit them. */
  async #meetings(): Promise<void> {
    const organization_id = this.#organization('harborline');
    this.#days(6);
    const person = `/api/v1/people/${this.setup.people.users.get('lucia')?.user_id}`;
    const alex = await this.named('alex');
    const { lock_version } = await this.get<PersonView>(alex, person);
    await this.patch(alex, `${person}/settings`, { lock_version, flags: { allow_admin_manage_meeting_types: true } });
    this.#days(5);
    await this.post(await this.named('lucia'), '/api/v1/meeting_types', {
      organization_id,
      kind: 'Case',
      name: 'First look, 20 minutes',
      gets: 'One question by phone, before the records are complete.',
      minutes: 20,
      buffer_before: 0,
      buffer_after: 10,
      price_cents: 31_000,
      report: false,
      retired: false,
    });
  }

  /** Those at the desks take what waits; the rest is nobody's. */
  async #queues(): Promise<void> {
    this.#days(0, -2);
    for (const [key, queue] of [
      ['clara', 'intake'],
      ['clara', 'quality'],
      ['ruth', 'matching'],
      ['ruth', 'failed_invitations'],
    ] as const)
      await this.post(await this.named(key), `/api/v1/queues/${queue}/next`, {});
    await this.settle();
  }
}
