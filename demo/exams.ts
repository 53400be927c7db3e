import { DAY, dateIn, HOUR, MINUTE } from '../src/core/time.ts';
import type { ExamView } from '../src/features/exams/contract.ts';
import type { ExamRuleEffect, ExamRuleView } from '../src/features/exams/contract/jurisdictions.ts';
import type { ReportView } from '../src/features/reports/contract.ts';
import type { DeliveriesView } from '../src/features/reports/contract/deliveries.ts';
import type { PurposeLetterView } from '../src/features/purpose-letters/contract.ts';
import { ATTESTATION_LINES } from '../src/features/reviews/rules.ts';
import { DemoActs, type Headers } from './acts.ts';
import { EXAM_PLAN, type ExamPlan } from './exam-plan.ts';
import { examAnswers } from './exam-report.ts';
import { demoMatter } from './matters/index.ts';
import { json } from '../src/platform/db/json.ts';
import { fieldOf } from './order.ts';
import { DEMO_ORGANIZATIONS } from './people.ts';

/** Days are meant in the zone of who orders. */
const ZONE = DEMO_ORGANIZATIONS.find(({ key }) => key === 'harborline')?.time_zone ?? 'UTC';

/** A matter of the examiner’s own field. */
const FIELD_OF = 'ferrante';

/** The purpose letter: neutral, and with what the examiner is to look at. */
const purposeLetter = ({ claim, examinee, born, injured, part }: ExamPlan): string =>
  [
    `Claim ${claim}`,
    '',
    'Dear Doctor,',
    '',
    `Please examine ${examinee.join(' ')}, born ${born}, who was injured on ${injured}.`,
    `The accepted condition is: ${part}.`,
    '',
    'The questions are on the order. Please answer each of them, and say where you cannot.',
    'You have the records as they reached us. Tell us if any are missing.',
    '',
    'Dana Whitlock, Harborline Mutual',
  ].join('\n');

/** What the treating clinic noted. */
const clinicNotes = ({ examinee, born, injured, part }: ExamPlan): string =>
  [
    'Quincy Occupational Medicine',
    `${examinee.join(' ')}, born ${born}`,
    '',
    `First seen after the injury of ${injured}. ${part}: pain on motion, no numbness at first.`,
    'Six weeks of physical therapy. Motion better, pain at the end of a shift as before.',
    'Imaging: degenerative changes, no fracture. Work with lifting up to 20 pounds.',
  ].join('\n');

/** Lives exams through the product's own HTTP commands, each at its instant of the past. */
export class DemoExams extends DemoActs {
  async live(): Promise<void> {
    // exams come on top of the reviews the examiner has
    await this.setup.db
      .updateTable('expert_profiles')
      .set({ max_open_reviews: 40 })
      .where('profile_id', '=', this.setup.people.users.get('ines')?.profile_id ?? 0)
      .execute();
    // who joins a panel takes exams, too
    await this.setup.db
      .updateTable('expert_profiles')
      .set({ accepts_kinds: ['Case', 'PeerReview', 'IME'], max_open_reviews: 24 })
      .where('profile_id', '=', this.setup.people.users.get('leah')?.profile_id ?? 0)
      .execute();
    for (const plan of EXAM_PLAN) await this.#live(plan);
  }

  async #live(plan: ExamPlan): Promise<void> {
    const { clock, now, people } = this.setup;
    clock.at = new Date(Math.floor((now.getTime() - plan.days_ago * DAY) / MINUTE) * MINUTE);
    const [dana, clara, ruth, ines] = await Promise.all(
      ['dana', 'clara', 'ruth', 'ines'].map((key) => this.named(key)),
    );
    if (!dana || !clara || !ruth || !ines) throw new Error('Seed people before exams.');
    // an exam by video can be ordered where a rule allows it
    if (plan.video) await this.#allowVideo(clara, plan);
    const id = await this.#order(plan, dana);
    const url = (rest = '') => `/api/v1/imes/${id}${rest}`;
    if (plan.goal === 'draft') return;
    await this.submit(dana, url());
    await this.settle();
    if (plan.goal === 'in_intake') return;
    await this.later(4);
    if (plan.goal === 'purpose_letter_pending') {
      await this.post(clara, url('/actions/await_purpose_letter'), {});
      await this.settle();
      if (plan.letter === 'proposed') await this.#propose(dana, clara, url);
      return;
    }
    await this.post(clara, url('/actions/release_to_matching'), {});
    await this.settle();
    if (plan.goal === 'matching') return;
    await this.later(5);
    await this.post(ruth, url('/invitations'), { expert_profile_ids: [people.users.get('ines')?.profile_id] });
    await this.settle();
    if (plan.goal === 'invited') return;
    await this.later(9);
    const answers = Object.fromEntries(ATTESTATION_LINES.map((l) => [l.key, l.good]));
    await this.post(ines, `/api/v1/invitations/review-${id}/accept`, { answers, disclosure: '' });
    await this.settle();
    if (plan.panel) {
      await this.post(ruth, url('/invitations'), {
        panel_place: 2,
        expert_profile_ids: [people.users.get('leah')?.profile_id],
      });
      await this.settle();
      await this.later(7);
      await this.post(await this.named('leah'), `/api/v1/invitations/review-${id}/accept`, { answers, disclosure: '' });
      await this.settle();
    }
    if (plan.goal === 'scheduling') return;
    await this.later(6);
    const offered = await this.#offer(ines, url, plan);
    await this.settle();
    if (plan.goal === 'appointment_offered') return;
    await this.later(8);
    await this.post(dana, url('/exam'), { offer_id: offered.offers[0]?.id });
    await this.settle();
    if (plan.goal === 'appointment_confirmed') return;
    await this.later(5);
    await this.#arrange(clara, url, plan);
    await this.#serve(clara, url, plan);
    if (plan.answers) await this.#visit(clara, url, plan.answers, plan.language);
    if (plan.goal === 'notices_sent') return;
    const set = await this.get<ExamView>(dana, url('/exam'));
    const starts = Date.parse(set.appointment?.starts_at ?? '');
    await this.#day(ines, url, plan, starts);
    if (plan.goal === 'cancelled') {
      await this.post(dana, url('/actions/cancel'), { reason: 'The claim was settled.', confirmed_fee_cents: 0 });
      await this.settle();
    }
    if (plan.goal === 'rescheduling' || plan.goal === 'cancelled' || plan.goal === 'exam_done') return;
    if (plan.goal === 'awaiting_tests') {
      await this.post(ines, url('/exam/tests'), {
        reason: 'EMG of both legs',
        expected_on: new Date(clock.at.getTime() + 12 * DAY).toISOString().slice(0, 10),
      });
      await this.settle();
      return;
    }
    await this.later(20);
    await this.post(ines, url('/report/start'), {});
    await this.settle();
    if (plan.goal !== 'report_in_progress') await this.#report(ines, clara, dana, url, plan, starts);
  }

  /** The report: written, signed, and delivered to all who get it as far as the plan says. */
  async #report(
    ines: Headers,
    clara: Headers,
    dana: Headers,
    url: (rest: string) => string,
    plan: ExamPlan,
    starts: number,
  ): Promise<void> {
    const { clock, now } = this.setup;
    // what is delivered closes by itself after three days
    const ago = { report_in_qa: 5, closeout_pending: 40 }[plan.goal as string];
    if (ago !== undefined) await this.later((now.getTime() - ago * HOUR - clock.at.getTime()) / HOUR);
    const { report } = await this.get<ReportView>(ines, url('/report'));
    const questions = (report?.context.questions ?? []).map(({ id }) => id);
    const held_on = new Date(starts).toISOString().slice(0, 10);
    for (const [section, answers] of examAnswers(plan, questions, held_on))
      await this.put(ines, url(`/report/sections/${section}`), { version: 0, answers });
    await this.post(ines, url('/report/sign'), { password: this.setup.password, time_zone: 'America/New_York' });
    await this.settle();
    if (plan.goal === 'report_in_qa') return;
    await this.later(5);
    await this.post(clara, url('/report/approve'), {});
    await this.settle();
    const { deliveries } = await this.get<DeliveriesView>(dana, url('/report/deliveries'));
    for (const one of deliveries.filter(({ manner }) => manner === 'post'))
      await this.post(clara, url('/report/deliveries/posted'), {
        delivery_id: one.id,
        posted_on: dateIn(clock.at, ZONE),
        method: 'certified_mail',
        tracking: `9407 1118 9956 ${plan.claim.slice(-4)}`,
        posted_by: 'Clara Ojukwu',
      });
    if (plan.goal !== 'closed') return;
    await this.later(80);
    await this.settle();
  }

  /** An order in four steps, with its records and, unless it is to be missing, the purpose letter. */
  async #order(plan: ExamPlan, dana: Headers): Promise<number> {
    const { db, clock } = this.setup;
    const matter = demoMatter(FIELD_OF);
    const [first, last] = plan.examinee;
    const name = `${first} ${last}`;
    const { review_id: id } = await this.post<{ review_id: number }>(dana, '/api/v1/imes', {
      sections: {
        step_one: {
          ime_type: plan.type ?? 'first',
          claim_number: plan.claim,
          coverage: plan.coverage,
          jurisdiction_state: plan.jurisdiction,
          date_of_injury: plan.injured,
          body_parts: [{ part: plan.part, standing: 'accepted' }],
          examinee_first_name: first,
          examinee_last_name: last,
          examinee_dob: plan.born,
          examinee_street: '48 Alder Lane',
          examinee_city: 'Quincy',
          examinee_state: 'MA',
          examinee_zip: '02169',
          language: plan.language,
          ...(plan.language === 'en' ? {} : { interpreter: true }),
          ...(plan.transport ? { transport: plan.transport } : {}),
          ...(plan.copy ? { notice_copies: [{ name: plan.copy, address: '9 Milk Street, Boston, MA 02109' }] } : {}),
          ...(plan.attorney
            ? {
                represented: true,
                attorney_name: plan.attorney,
                attorney_firm: `${plan.attorney.split(' ')[1]} Law Offices`,
                attorney_address: '1 Court Square, Boston, MA 02108',
              }
            : {}),
          occupation: 'Warehouse worker',
        },
        step_two: {
          ...(await fieldOf(db, matter)),
          ...(plan.panel ? { panel: true, second_specialty_id: await this.#specialty(plan.panel) } : {}),
          exam_state: 'MA',
          place_type: plan.video ? 'telehealth' : 'office',
          radius_miles: 60,
          tests_allowed: ['x_ray'],
        },
        step_three: {
          background: 'Lifted a crate at work and felt a sharp pain. Has been treated since then.',
          questions: [
            'What are the diagnoses, and which of them belong to the accepted conditions?',
            'Has the examinee reached maximum medical improvement, and if so, when?',
            'What can the examinee do at work now, in pounds and hours, and which limits are permanent?',
          ],
        },
        ...(plan.goal === 'draft'
          ? {}
          : {
              step_four: {
                service: 'exam',
                needed_by: new Date(clock.at.getTime() + 100 * DAY).toISOString().slice(0, 10),
                conflict_parties: [{ name, role: 'claimant', kind: 'person' }],
                outside_recipients: [
                  ...(plan.board
                    ? [
                        {
                          name: 'Department of Industrial Accidents',
                          role: 'board',
                          manner: 'email',
                          address: plan.board,
                        },
                      ]
                    : []),
                  ...(plan.attorney
                    ? [
                        {
                          name: plan.attorney,
                          role: 'examinee_attorney',
                          manner: 'post',
                          address: '1 Court Square, Boston, MA 02108',
                        },
                      ]
                    : []),
                ],
                missed_terms_accepted: true,
                terms_accepted: true,
              },
            }),
      },
    });
    if (plan.goal === 'draft') return id;
    await this.#file(id, 0, 'Clinic notes.txt', 'outpatient', clinicNotes(plan));
    if (plan.letter === 'written') await this.#letter(dana, id);
    else if (plan.goal !== 'purpose_letter_pending')
      await this.#file(id, 1, 'Purpose letter.txt', 'purpose_letter', purposeLetter(plan));
    await db
      .insertInto('outbox')
      .values({ topic: 'files.changed', payload: json({ review_id: id }), review_id: id, created_at: clock.at })
      .execute();
    await this.settle();
    return id;
  }

  /** The requester writes the letter and sends it. */
  async #letter(dana: Headers, id: number): Promise<void> {
    const url = `/api/v1/imes/${id}/purpose_letter`;
    const { body } = await this.get<PurposeLetterView>(dana, url);
    const { lock_version } = await this.post<PurposeLetterView>(dana, `${url}/write`, { body, lock_version: 0 });
    await this.post(dana, `${url}/send`, { lock_version });
    await this.settle();
  }

  /** Peritus writes it: the first proposal came back, the second waits for the requester. */
  async #propose(dana: Headers, clara: Headers, url: (rest: string) => string): Promise<void> {
    const letter = (rest = '') => url(`/purpose_letter${rest}`);
    const written = async (closing: string): Promise<void> => {
      const { body, lock_version } = await this.get<PurposeLetterView>(clara, letter());
      const kept = await this.post<PurposeLetterView>(clara, letter('/write'), {
        body: { ...body, closing },
        lock_version,
      });
      await this.post(clara, letter('/propose'), { lock_version: kept.lock_version });
    };
    const { body } = await this.post<PurposeLetterView>(dana, letter('/ask'), {});
    await this.later(2);
    await written(body.closing);
    await this.later(3);
    await this.post(dana, letter('/return'), { reason: 'Please ask for the imaging by date, too.' });
    await this.later(2);
    await written(`${body.closing} Please name each imaging study you saw by its date.`);
    await this.settle();
  }

  async #specialty(name: string): Promise<number> {
    const { id } = await this.setup.db
      .selectFrom('specialties')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return id;
  }

  /** A record as its upload leaves it. */
  async #file(
    review_id: number,
    position: number,
    name: string,
    category: 'outpatient' | 'purpose_letter',
    text: string,
  ): Promise<void> {
    const { app, db, clock } = this.setup;
    const storage_key = `files/${review_id}/demo-${position}.txt`;
    const { size, sha256 } = await app.services.storage.put(storage_key, Buffer.from(text));
    await db
      .insertInto('files')
      .values({
        review_id,
        name,
        size_bytes: size,
        sha256,
        content_type: 'text/plain',
        storage_key,
        pages: 1,
        has_text: true,
        category,
        visible_to_expert: true,
        position,
        status: 'ready',
        created_at: clock.at,
      })
      .execute();
  }

  /** A version of the state's rule that allows exams by video. It is no law, and its source says so. */
  async #allowVideo(clara: Headers, { jurisdiction, coverage }: ExamPlan): Promise<void> {
    const url = `/api/v1/exam_rules/${jurisdiction}`;
    const { holds, version, today } = await this.get<ExamRuleView>(clara, `${url}?coverage=${coverage}`);
    const source = 'Invented for this demo: no law says so';
    const next = { coverage, from_on: today, terms: { ...holds, telehealth: true, source } };
    const { seal } = await this.post<ExamRuleEffect>(clara, `${url}/effect`, next);
    await this.post(clara, url, { ...next, version, seal, reason: 'So that an exam by video can be tried' });
  }

  /** Three mornings at the examiner's own site, as soon as the notice allows, on days it is open. */
  async #offer(ines: Headers, url: (rest: string) => string, { video, claim }: ExamPlan): Promise<ExamView> {
    const exam = await this.get<ExamView>(ines, url('/exam'));
    const place = video ? { site_of: 'video', site_id: 0 } : { site_id: exam.sites?.[0]?.site_id };
    // Tuesdays and Thursdays, at 9 or 11 in the morning where it is
    for (let days = 3; days < 90; days += 1) {
      const day = new Date(Date.parse(`${exam.earliest_on}T15:00:00Z`) + days * DAY);
      if (![2, 4].includes(day.getUTCDay())) continue;
      const offers = [0, 2, 7].map((more) => ({
        ...place,
        starts_at: new Date(day.getTime() + more * DAY).toISOString(),
      }));
      const answer = await this.setup.app.http.inject({
        method: 'POST',
        url: url('/exam/offers'),
        headers: ines,
        payload: {
          offers: offers.filter(({ starts_at }) => [2, 4].includes(new Date(starts_at).getUTCDay())),
          ...(video
            ? { video: { link: `https://video.example/${claim.toLowerCase()}`, time_zone: 'America/New_York' } }
            : {}),
        },
      });
      if (answer.statusCode < 400) return JSON.parse(answer.body) as ExamView;
      if (answer.statusCode !== 422) throw new Error(`Demo data: no appointment was offered: ${answer.body}`);
    }
    throw new Error('Demo data: no day of the examiner is free.');
  }

  /** Interpreter and ride are ordered and confirmed; one of them nobody has confirmed yet. */
  async #arrange(clara: Headers, url: (rest: string) => string, plan: ExamPlan): Promise<void> {
    if (plan.language !== 'en')
      await this.post(clara, url('/examinee/arrangements'), {
        sort: 'interpreter',
        provider: 'Lingua Boston',
        phone: '617 555 0140',
        confirmed_with: plan.answers === 'asks_other_date' ? '' : 'Ada Brook',
      });
    if (plan.transport)
      await this.post(clara, url('/examinee/arrangements'), {
        sort: 'transport',
        provider: 'Bay Vans',
        phone: '617 555 0199',
        confirmed_with: 'Joe Tilden',
      });
  }

  /** The examinee opens their page by its link, and answers. */
  async #visit(
    clara: Headers,
    url: (rest: string) => string,
    answers: NonNullable<ExamPlan['answers']>,
    language: ExamPlan['language'],
  ): Promise<void> {
    const { address } = await this.post<{ address: string }>(clara, url('/examinee/link'), {});
    const token = address.split('/').at(-1);
    await this.later(20);
    await this.post({}, '/api/v1/exam_visit/open', { token });
    if (answers === 'comes') {
      await this.post({}, '/api/v1/exam_visit/confirm', { token });
      await this.post({}, '/api/v1/exam_visit/tell_needs', {
        token,
        needs:
          language === 'pt'
            ? 'Uma cadeira com braços. Não consigo subir escadas.'
            : 'A chair with arms. I cannot climb stairs.',
      });
    } else
      await this.post({}, '/api/v1/exam_visit/ask_other_date', {
        token,
        reason: 'Ese día trabajo y no me dan permiso. Puedo los lunes.',
      });
    await this.settle();
  }

  /** What came of the day, as the examiner's office records it. */
  async #day(ines: Headers, url: (rest: string) => string, plan: ExamPlan, starts: number): Promise<void> {
    const { clock } = this.setup;
    const isHeld = plan.goal !== 'rescheduling' && plan.goal !== 'cancelled';
    const missed = plan.missed ?? 'no_show';
    const before = !isHeld && missed === 'late_cancelled' ? -30 : 1;
    await this.later((starts - clock.at.getTime()) / HOUR + before);
    const interpreter_present = plan.language === 'en' ? null : isHeld;
    if (isHeld || missed === 'interpreter_missing')
      await this.post(ines, url('/exam/day'), {
        arrived_at: new Date(starts - 9 * MINUTE).toISOString(),
        started_at: isHeld ? new Date(starts + 4 * MINUTE).toISOString() : null,
        identity_seen: true,
        interpreter_present,
      });
    await this.post(
      ines,
      url('/exam/attendance'),
      isHeld
        ? { attendance: 'attended' }
        : missed === 'interpreter_missing'
          ? { attendance: 'not_examined', hindrance: missed }
          : missed === 'late_cancelled'
            ? { attendance: missed, note: 'Called the day before: the claim is being settled.' }
            : { attendance: missed, note: 'Called at 9:40; nobody answered.' },
    );
    await this.settle();
  }

  async #serve(clara: Headers, url: (rest: string) => string, plan: ExamPlan): Promise<void> {
    await this.post(clara, url('/examinee/letters'), {});
    const { to_serve } = await this.get<ExamView>(clara, url('/exam'));
    await this.post(clara, url('/exam/notices'), {
      served_on: dateIn(this.setup.clock.at, ZONE),
      served_by: 'Clara Ojukwu',
      language: to_serve?.language,
      notices: to_serve?.recipients.map(({ recipient, name, address }) => ({
        recipient,
        name,
        address,
        method: 'certified_mail',
        tracking: `9407 1118 9956 ${plan.claim.slice(-4)}`,
      })),
    });
    await this.settle();
  }
}
