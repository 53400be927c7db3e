import { answersToForm } from './report-answers.ts';
import { type KindOfDriver, ReviewDriver, writeRecord } from './review-driver.ts';

/** Drives one screening as its people would. */
export class ScreeningDriver extends ReviewDriver {
  readonly kind: KindOfDriver = {
    resource: 'screenings',
    sections: (ids) => ({
      step_one: { matter_name: 'Aldous v. Harrow Clinic', matter_number: 'AH-7', service: 'written_answer' },
      step_two: { ...ids, conflict_parties: [{ name: 'Harrow Clinic', role: 'facility', kind: 'facility' }] },
      step_three: { questions: ['Was the delay of any consequence?'] },
      step_four: { needed_by: '2026-12-18' },
    }),
    next: {
      draft: ['submitted'],
      in_intake: ['released'],
      matching: ['invited'],
      invited: ['accepted'],
      screening: ['reportStarted', 'reportWritten', 'signed'],
      answer_check: ['delivered'],
    },
    answers: answersToForm,
  };

  /** An order filled in step by step. */
  override async draft(): Promise<this> {
    const { requester } = this.cast;
    const { review_id } = await this.must<{ review_id: number }>(requester, 'POST', '/api/v1/screenings', {});
    this.id = review_id;
    for (const [section, data] of Object.entries(this.kind.sections(await this.world.specialty(), {}))) {
      // where there is nothing to choose a step begins with what there is
      const { version } = await this.must<{ version: number }>(requester, 'GET', this.url(`/sections/${section}`));
      await this.must(requester, 'PUT', this.url(`/sections/${section}`), { data, version });
    }
    this.fileId = await writeRecord(this.world, review_id);
    return this;
  }
}
