import { DAY, dateIn } from '../../src/core/time.ts';
import type { EngagementView } from '../../src/features/engagements/contract.ts';
import { DemoActs, type Headers, type Setup } from '../acts.ts';
import { DemoHistory } from '../history.ts';
import { DemoLegalCases } from '../legal-cases.ts';
import type { LegalPlan } from '../legal-plan.ts';
import { demoMatter } from '../matters/index.ts';
import { PeerHistory } from '../peer-history.ts';
import type { PeerPlan } from '../peer-plan.ts';
import type { DemoPlan } from '../plan.ts';
import { SOON_DAYS, whileDeletingSoon } from '../purging.ts';
import { FURTHER, type Further, type FurtherAct } from './further-plan.ts';

/** A review in somebody's hands. */
interface At {
  id: number;
  url: (rest?: string) => string;
  requester: Headers;
}

const ZONE = 'America/Denver';
const RESOURCE = { Case: 'cases', PeerReview: 'peer_reviews', Generic: 'generics' } as const;

/** Lives the reviews that none of the first page shows: each as far as its plan says, then through further acts. */
export class FurtherLives extends DemoActs {
  readonly #cases: DemoHistory;
  readonly #peers: PeerHistory;
  readonly #legal: DemoLegalCases;

  constructor(setup: Setup) {
    super(setup);
    this.#cases = new DemoHistory(setup);
    this.#peers = new PeerHistory(setup);
    this.#legal = new DemoLegalCases(setup);
  }

  /** All of them; `after` is called after each. */
  async live(after: () => Promise<void>): Promise<void> {
    for (const one of FURTHER) {
      const slug = one.kind === 'Generic' ? 'calder' : 'harborline';
      const live = () => this.#one(one);
      await (one.acts.includes('purged') ? whileDeletingSoon(this.setup.db, slug, live) : live());
      await after();
    }
  }

  async #one(one: Further): Promise<void> {
    await this.#begin(one);
    const id = { Case: this.#cases, PeerReview: this.#peers, Generic: this.#legal }[one.kind].last;
    const requester = await this.named(one.kind === 'Generic' ? 'marcus' : one.plan.requester);
    const at: At = { id, url: (rest = '') => `/api/v1/${RESOURCE[one.kind]}/${id}${rest}`, requester };
    for (const act of one.acts) {
      await this.later(act === 'purged' ? 0 : 5);
      await this.#act(at, act);
      await this.settle();
    }
  }

  async #begin(one: Further): Promise<void> {
    const matter = demoMatter(one.plan.matter);
    if (one.kind === 'Case') return this.#cases.live(matter, one.plan satisfies DemoPlan, 0);
    if (one.kind === 'PeerReview') return this.#peers.live(matter, one.plan satisfies PeerPlan, 0);
    return this.#legal.live(matter, one.plan satisfies LegalPlan);
  }

  async #act(at: At, act: FurtherAct): Promise<void> {
    const { clock, now } = this.setup;
    const { url, requester } = at;
    // whoever waits for times, or has them, does not for long
    if (act === 'call_asked' || act === 'conference_asked')
      clock.at = new Date(Math.max(clock.at.getTime(), now.getTime() - 2 * DAY));
    switch (act) {
      case 'released':
        return this.post(await this.named('clara'), url('/actions/release_to_matching'), {});
      case 'files_asked':
        return this.post(await this.named('clara'), url('/file_requests'), {
          items: [{ label: 'Nursing notes of the second day' }, { label: 'Images of the first study' }],
          due_on: dateIn(new Date(this.setup.now.getTime() + 6 * DAY), ZONE),
          note: 'The chart names both, but they are not among the files.',
        });
      case 'on_hold':
        return this.post(await this.named('nadia'), url('/actions/hold'), { reason: 'Waits for the mediation.' });
      case 'cancelled':
        return this.post(requester, url('/actions/cancel'), {
          reason: 'The parties settled.',
          confirmed_fee_cents: 0,
        });
      case 'purged':
        return this.later((SOON_DAYS + 10) * 24);
      case 'closeout_stopped':
        return this.post(requester, url('/actions/cancel_closeout'), {});
      case 'transferred':
        await this.post(requester, url('/actions/request_transfer'), {
          reason: 'The claim was moved to another carrier.',
        });
        await this.settle();
        await this.later(20);
        return this.post(await this.named('nadia'), url('/actions/grant_transfer'), {});
      case 'accepted':
        return this.acceptInvitation(await this.#doctor(at), at.id);
      case 'acknowledged':
        return this.post(requester, url('/actions/acknowledge'), {});
      case 'call_asked':
        return this.post(requester, url('/actions/request_call'), {
          reason: 'The committee would like to hear how you weigh the second visit.',
        });
      case 'conference_asked':
        return this.post(requester, url('/actions/request_conference'), {
          reason: 'Your first view of the records, before anything is in writing.',
        });
      case 'times_offered':
        return this.offerTimes(await this.#doctor(at), url(), this.#daysAhead());
      case 'time_chosen': {
        const { offers } = await this.get<{ offers: { id: number }[] }>(requester, url('/schedule'));
        return this.post(requester, url('/call'), { offer_id: offers[0]?.id, zone: ZONE });
      }
      case 'proposed': {
        await this.proveAgain();
        const { start, own_name, lock_version } = await this.get<EngagementView>(requester, url('/agreement'));
        return this.post(requester, url('/agreement/propose'), {
          terms: start,
          note: '',
          name: own_name,
          consents: true,
          lock_version,
        });
      }
      case 'conflict_reported':
        return this.post(await this.#doctor(at), url('/actions/report_conflict'), {
          reason: 'A partner of my practice has just been named as a treating physician.',
        });
      case 'withdrawn':
        return this.post(await this.#doctor(at), url('/agreement/withdraw'), {
          reason: 'I am moving abroad in the fall, and could not be there for the trial.',
        });
      case 'report_asked': {
        const { quote } = await this.get<{ quote: { report_later_cents: number | null } | null }>(requester, url());
        return this.post(requester, url('/actions/request_report'), {
          approved_total_cents: quote?.report_later_cents,
        });
      }
    }
  }

  /** Early afternoons of three workdays to come. */
  #daysAhead(): Date[] {
    return Array.from({ length: 9 }, (_, n) => new Date(this.setup.now.getTime() + (n + 2) * DAY))
      .filter((day) => day.getUTCDay() % 6 !== 0)
      .slice(0, 3)
      .map((day) => new Date(day.setUTCHours(18, 0, 0, 0)));
  }

  /** Whoever is invited, or has it. */
  async #doctor({ id }: At): Promise<Headers> {
    const { db } = this.setup;
    const { expert_profile_id: own } = await db
      .selectFrom('reviews')
      .select('expert_profile_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (own !== null) return this.expert(own);
    const { expert_profile_id } = await db
      .selectFrom('invitations')
      .select('expert_profile_id')
      .where('review_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return this.expert(expert_profile_id);
  }
}
