import type { ReportView } from '../../src/features/reports/contract.ts';
import type { FormAnswers } from '../../src/features/reports/rules.ts';
import { PeerDriver } from './peer-driver.ts';
import { answersToForm } from './report-answers.ts';
import type { Person } from './world.ts';

/** A focused review of one chart: the form with an overall judgment. */
export const FOCUSED = {
  review_type: 'focused',
  report_form: 'peer_focused',
  charts: [{ key: 'c_a', label: 'Chart A', mrn: '55-101', encounters: [{ from: '2026-08-03' }] }],
} as const;

type Reviewer = Person & { profile_id: number };

/** Drives the opinions on one case: each review by its own reviewer, to the level a test wants. */
export class OpinionDriver extends PeerDriver {
  /** The same case's other review, with a reviewer of its own. */
  of(id: number, expert: Reviewer): OpinionDriver {
    const other = new OpinionDriver({
      send: this.send,
      world: this.world,
      settle: this.settle,
      cast: { ...this.cast, expert },
    });
    other.id = id;
    return other;
  }

  /** From wherever it is to the reviewer's acceptance. */
  async taken(): Promise<this> {
    await this.to('accepted');
    const file = await this.world.db
      .selectFrom('files')
      .select('id')
      .where('review_id', '=', this.id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    this.fileId = file.id;
    return this;
  }

  /** Writes the report: `said` are choices by question, `words` stand in every text. */
  async written(said: Record<string, string | string[]>, words = ''): Promise<this> {
    const view = await this.must<ReportView>(this.cast.expert, 'GET', this.url('/report'));
    for (const [section, answers] of answersToForm(view, this.fileId)) {
      const stored = view.report?.sections.find((one) => one.section === section);
      // an own judgment that was closed stays as it is
      if (stored?.closed_at) continue;
      const own: FormAnswers = Object.fromEntries(
        Object.entries(answers).map(([key, answer]) => {
          const value = said[key] ?? answer.value;
          const text = said[key] === undefined && typeof value === 'string' && value.length > 60;
          return [
            key,
            {
              ...answer,
              value: text ? `${words} ${value}` : value,
              ...(answer.comment === undefined ? {} : { comment: `${words} ${answer.comment}` }),
            },
          ];
        }),
      );
      await this.must(this.cast.expert, 'PUT', this.url(`/report/sections/${section}`), {
        version: stored?.version ?? 0,
        answers: own,
      });
    }
    return this;
  }

  /** Of a third review: the own judgment, closed with `said`, and both opinions opened. */
  async opened(said: Record<string, string | string[]>): Promise<this> {
    await this.reportStarted();
    await this.written(said);
    await this.must(this.cast.expert, 'POST', this.url('/opinions/open'), {});
    return this;
  }

  /** From the acceptance to the report in the requester's hands. */
  async judged(said: Record<string, string | string[]>, words = ''): Promise<this> {
    if (!(await this.world.db.selectFrom('reports').select('id').where('review_id', '=', this.id).executeTakeFirst()))
      await this.reportStarted();
    await this.written(said, words);
    await this.signed();
    return this.to('delivered');
  }
}
