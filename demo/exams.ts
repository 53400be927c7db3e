import { addDays } from '../src/core/durations.ts';
import { DAY, dateIn, HOUR, MINUTE } from '../src/core/time.ts';
import type { ExamView } from '../src/features/exams/contract.ts';
import type { ExamRuleEffect, ExamRuleView } from '../src/features/exams/contract/jurisdictions.ts';
import type { ReportView } from '../src/features/reports/contract.ts';
import type { DeliveriesView } from '../src/features/reports/contract/deliveries.ts';
import type { PurposeLetterView } from '../src/features/purpose-letters/contract.ts';
import { DemoActs, type Headers } from './acts.ts';
import type { ExamPlan } from './exam-plan.ts';
import { examAnswers } from './exam-report.ts';
import { demoMatter } from './matters/index.ts';
import { json } from '../src/platform/db/json.ts';
import { clinicNotes, type ExamRecord, letterPage, usDate } from './exam-records.ts';
import { fieldOf } from './order.ts';
import { SOON_DAYS, whileDeletingSoon } from './purging.ts';
import { DEMO_ORGANIZATIONS } from './people.ts';
import { wayMap } from './way-map.ts';

/** Days are meant in the zone of who orders. */
const ZONE = DEMO_ORGANIZATIONS.find(({ key }) => key === 'harborline')?.time_zone ?? 'UTC';

/** A matter of the examiner’s own field. */
const FIELD_OF = 'ferrante';

/** The purpose letter: neutral, and with what the examiner is to look at. */
const purposeLetter = ({ claim, examinee, born, injured, part, records_only }: ExamPlan) =>
  [
    `Purpose of the exam, claim ${claim}`,
    'Dear Doctor,',
    records_only
      ? `Please review the records of ${examinee.join(' ')}, born ${usDate(born)}, who was injured on ${usDate(injured)}, without an exam.`
      : `Please examine ${examinee.join(' ')}, born ${usDate(born)}, who was injured on ${usDate(injured)}.`,
    `The accepted condition is: ${part}.`,
    'The questions are on the order. Please answer each of them, and say where you cannot.',
    'You have the records as they reached us. Tell us if any are missing.',
    'Dana Whitlock, Harborline Mutual',
  ] as const;

/** Seconds of the dictation, and its samples a second. */
const SPOKEN = { seconds: 6, rate: 8000 };

/** The sound beside a report, as a wave file: a quiet hum, for nobody's voice is shipped. */
function dictation(): Buffer {
  const samples = SPOKEN.seconds * SPOKEN.rate;
  const wave = Buffer.alloc(44 + samples);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(36 + samples, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  // mono, eight bits a sample
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(SPOKEN.rate, 24);
  wave.writeUInt32LE(SPOKEN.rate, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1)
    wave[44 + at] = 128 + Math.round(10 * Math.sin((2 * Math.PI * 180 * at) / SPOKEN.rate));
  return wave;
}

/** On Tuesdays and Thursdays the site is open. */
const isOpenDay = (day: Date): boolean => [2, 4].includes(day.getUTCDay());

/** Lives exams through the product's own HTTP commands, each at its instant of the past. */
export class DemoExams extends DemoActs {
  /** Who takes exams, and where they are held. */
  async prepare(): Promise<void> {
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
    await this.#licenseThere();
    await this.#rentRooms();
  }

  /** Rooms that are rented for exams, with a map of the way there. */
  async #rentRooms(): Promise<void> {
    const clara = await this.named('clara');
    if (!clara) throw new Error('Seed people before exams.');
    const { id } = await this.post<{ id: number }>(clara, '/api/v1/rented_rooms', {
      name: 'Canal Street Rooms',
      address_line1: '210 Canal Street, Suite 3',
      city: 'Boston',
      state: 'MA',
      postal_code: '02114',
      time_zone: 'America/New_York',
      phone: '617 555 0127',
      access_note: 'Six minutes on foot from North Station. Garage across the street; elevator to the third floor.',
      rooms: 2,
      price_cents: 12_000,
    });
    const sent = await this.setup.app.http.inject({
      method: 'POST',
      url: `/api/v1/rented_rooms/${id}/map`,
      headers: { ...clara, 'content-type': 'image/png' },
      payload: wayMap(),
    });
    if (sent.statusCode !== 201) throw new Error(`Demo data: the map was not taken: ${sent.body}`);
  }

  /** Spine surgeons of other states are licensed where the exams are held, so that there is somebody to choose from. */
  async #licenseThere(): Promise<void> {
    const { db } = this.setup;
    const { specialty_id, sub_specialty_id } = await fieldOf(db, demoMatter(FIELD_OF));
    const theirs = await db
      .selectFrom('credentials')
      .select(['expert_profile_id', 'license_key', 'license_number', 'expires_on', 'verified_at'])
      .where('specialty_id', '=', specialty_id)
      .where('sub_specialty_id', '=', sub_specialty_id)
      .where('license_state', '<>', 'MA')
      .orderBy('id')
      .execute();
    await db
      .insertInto('credentials')
      .values(
        theirs.map(({ license_number, ...one }) => ({
          ...one,
          specialty_id,
          sub_specialty_id,
          license_state: 'MA',
          license_number: `MA${license_number?.slice(2) ?? ''}`,
          verified_source: 'MA medical board',
        })),
      )
      .execute();
    await db
      .updateTable('expert_profiles')
      .set({ accepts_kinds: ['Case', 'PeerReview', 'IME', 'Generic'] })
      .where(
        'profile_id',
        'in',
        theirs.map(({ expert_profile_id }) => expert_profile_id),
      )
      .execute();
  }

  /** Orders an exam and brings it as far as its plan says. */
  async live(plan: ExamPlan): Promise<void> {
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
    if (plan.goal === 'needs_information') return this.#askForRecords(clara, url);
    if (plan.goal === 'purpose_letter_pending') {
      await this.post(clara, url('/actions/await_purpose_letter'), {});
      await this.settle();
      if (plan.letter === 'proposed') await this.#write(dana, clara, url);
      return;
    }
    await this.post(clara, url('/actions/release_to_matching'), {});
    await this.settle();
    if (plan.goal === 'matching') return;
    await this.later(5);
    if (plan.goal === 'on_hold') {
      await this.post(await this.named('nadia'), url('/actions/hold'), { reason: 'Waits for the coverage decision.' });
      return this.settle();
    }
    if (plan.goal === 'purged') return this.#giveUp(dana, url);
    if (plan.goal === 'expert_selection') {
      await this.presentBest(ruth, url());
      return;
    }
    await this.post(ruth, url('/invitations'), { expert_profile_ids: [people.users.get('ines')?.profile_id] });
    await this.settle();
    if (plan.goal === 'invited') return;
    await this.later(9);
    await this.acceptInvitation(ines, id);
    if (plan.goal === 'report_requested' || plan.goal === 'panel_filling') return;
    if (plan.panel) {
      await this.post(ruth, url('/invitations'), {
        panel_place: 2,
        expert_profile_ids: [people.users.get('leah')?.profile_id],
      });
      await this.settle();
      await this.later(7);
      await this.acceptInvitation(await this.named('leah'), id);
    }
    if (plan.goal === 'scheduling') return;
    await this.later(6);
    if (plan.goal === 'proposed') return this.#propose(dana, url);
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
    if (plan.dictated) await this.#dictate(id);
    if (plan.goal !== 'report_in_progress') await this.#report(ines, clara, dana, url, plan, starts);
  }

  /** The chart names what is not there. */
  async #askForRecords(clara: Headers, url: (rest: string) => string): Promise<void> {
    await this.post(clara, url('/file_requests'), {
      items: [{ label: 'The images of the first study' }, { label: 'Therapy notes of the last three visits' }],
      due_on: dateIn(new Date(this.setup.now.getTime() + 5 * DAY), ZONE),
      note: 'The clinic notes name both, but they are not among the files.',
    });
    await this.settle();
  }

  /** Given up before anybody was invited; the records were deleted when their time had come. */
  async #giveUp(dana: Headers, url: (rest: string) => string): Promise<void> {
    await whileDeletingSoon(this.setup.db, 'harborline', async () => {
      await this.post(dana, url('/actions/cancel'), { reason: 'The claim was withdrawn.', confirmed_fee_cents: 0 });
      await this.settle();
      await this.later((SOON_DAYS + 1) * 24);
      await this.settle();
    });
  }

  /** Those who order propose some appointments, before the examiner has offered any. */
  async #propose(dana: Headers, url: (rest: string) => string): Promise<void> {
    const { sites, earliest_on } = await this.get<ExamView>(dana, url('/exam'));
    const place = { site_of: 'examiner', site_id: sites?.find(({ site_of }) => site_of === 'examiner')?.site_id };
    await this.#appoint(dana, url('/exam/proposals'), addDays(earliest_on, 12), place);
    await this.settle();
  }

  /** A recording beside the report, as its upload leaves it. */
  async #dictate(review_id: number): Promise<void> {
    const { app, db, clock, people } = this.setup;
    const storage_key = `files/${review_id}/demo-dictation.wav`;
    const { size, sha256 } = await app.services.storage.put(storage_key, dictation());
    await db
      .insertInto('dictations')
      .values({
        review_id,
        uploaded_by: people.users.get('ines')?.user_id ?? 0,
        name: 'Findings of the exam.wav',
        size_bytes: size,
        content_type: 'audio/wav',
        sha256,
        storage_key,
        status: 'ready',
        created_at: clock.at,
      })
      .execute();
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
    const ago = { report_in_qa: 5, closeout_pending: 40, report_returned: 9, report_delivered: 30, transferred: 60 }[
      plan.goal as string
    ];
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
    if (plan.goal === 'report_returned') {
      await this.post(clara, url('/report/return'), {
        reason: 'The limits on lifting need the visit they rest on.',
        sections: [{ section: 'work', note: 'Name the visit, and its page in the clinic notes.' }],
      });
      return this.settle();
    }
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
    if (plan.goal === 'report_delivered') {
      // not to close by itself: it is talked over first
      await this.later(3);
      await this.post(dana, url('/actions/cancel_closeout'), {});
      return this.settle();
    }
    if (plan.goal === 'transferred') return this.#transfer(dana, url);
    if (plan.goal !== 'closed') return;
    await this.later(80);
    await this.settle();
  }

  /** Whoever ordered it hands the claim on to somebody elsewhere. */
  async #transfer(dana: Headers, url: (rest: string) => string): Promise<void> {
    await this.later(6);
    await this.post(dana, url('/actions/request_transfer'), { reason: 'The claim was moved to another carrier.' });
    await this.settle();
    await this.later(20);
    await this.post(await this.named('nadia'), url('/actions/grant_transfer'), {});
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
          treaters: [{ name: 'Paula Reston, MD', specialty: 'Occupational medicine' }],
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
                attorney_email: `${plan.attorney.split(' ')[1]?.toLowerCase()}@law.example`,
              }
            : {}),
          occupation: 'Warehouse worker',
        },
        step_two: {
          ...(await fieldOf(db, matter)),
          ...(plan.panel ? { panel: true, second_specialty_id: await this.#specialty(plan.panel) } : {}),
          ...(plan.records_only
            ? {}
            : {
                exam_state: 'MA',
                place_type: plan.video ? 'telehealth' : 'office',
                radius_miles: 60,
                tests_allowed: ['x_ray'],
              }),
        },
        step_three: {
          background: 'Lifted a crate at work and felt a sharp pain. Has been treated since then.',
          questions: [
            'What are the diagnoses, and which of them belong to the accepted conditions?',
            'Has the examinee reached maximum medical improvement, and if so, when?',
            'What can the examinee do at work now, in pounds and hours, and which limits are permanent?',
          ],
          ...(plan.goal === 'draft' ? {} : { records_complete: true }),
          // its rule asks for it twenty days before the exam
          ...(plan.jurisdiction === 'CA'
            ? {
                records_served: true,
                records_served_on: new Date(clock.at.getTime() - 3 * DAY).toISOString().slice(0, 10),
                records_served_pages: 5,
              }
            : {}),
        },
        ...(plan.goal === 'draft'
          ? {}
          : {
              step_four: {
                service: plan.records_only ? 'records_review' : 'exam',
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
                ...(plan.records_only ? {} : { missed_terms_accepted: true }),
                terms_accepted: true,
              },
            }),
      },
    });
    if (plan.goal === 'draft') return id;
    await this.#file(id, 0, 'Clinic notes.pdf', 'outpatient', await clinicNotes(plan));
    if (plan.letter === 'written') await this.#letter(dana, id);
    else if (plan.goal !== 'purpose_letter_pending')
      await this.#file(
        id,
        1,
        'Purpose letter.pdf',
        'purpose_letter',
        await letterPage(dateIn(clock.at, ZONE), purposeLetter(plan)),
      );
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
  async #write(dana: Headers, clara: Headers, url: (rest: string) => string): Promise<void> {
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
    { bytes, pages }: ExamRecord,
  ): Promise<void> {
    const { app, db, clock } = this.setup;
    const storage_key = `files/${review_id}/demo-${position}.pdf`;
    const { size, sha256 } = await app.services.storage.put(storage_key, bytes);
    await db
      .insertInto('files')
      .values({
        review_id,
        name,
        size_bytes: size,
        sha256,
        content_type: 'application/pdf',
        storage_key,
        pages,
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

  /** Three mornings at the examiner's own site, or in rented rooms, as soon as the notice allows, on days it is open. */
  async #offer(ines: Headers, url: (rest: string) => string, { video, rented, claim }: ExamPlan): Promise<ExamView> {
    const exam = await this.get<ExamView>(ines, url('/exam'));
    const site_of = video ? 'video' : rented ? 'rented' : 'examiner';
    const place = { site_of, site_id: exam.sites?.find((site) => site.site_of === site_of)?.site_id };
    const link = `https://video.example/${claim.toLowerCase()}`;
    const more = video ? { video: { link, time_zone: 'America/New_York' } } : {};
    return this.#appoint(ines, url('/exam/offers'), addDays(exam.earliest_on, 3), place, more);
  }

  /** Some appointments from a day on, Tuesdays and Thursdays in the morning or about noon where it is: the first that are free. */
  async #appoint(
    who: Headers,
    url: string,
    from: string,
    place: { site_of?: string; site_id: number | undefined },
    more: object = {},
  ): Promise<ExamView> {
    for (let n = 0; n < 180; n += 1) {
      const first = new Date(Date.parse(`${from}T${n % 2 === 0 ? 15 : 17}:00:00Z`) + Math.floor(n / 2) * DAY);
      if (!isOpenDay(first)) continue;
      const offers = [0, 2, 7]
        .map((days) => new Date(first.getTime() + days * DAY))
        .filter(isOpenDay)
        .map((starts_at) => ({ ...place, starts_at: starts_at.toISOString() }));
      const answer = await this.setup.app.http.inject({
        method: 'POST',
        url,
        headers: who,
        payload: { offers, ...more },
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
    if (isHeld || missed === 'interpreter_missing' || missed === 'left_early')
      await this.post(ines, url('/exam/day'), {
        arrived_at: new Date(starts - 9 * MINUTE).toISOString(),
        started_at: isHeld || missed === 'left_early' ? new Date(starts + 4 * MINUTE).toISOString() : null,
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
          : missed === 'left_early'
            ? { attendance: missed, note: 'Left after ten minutes, unwell.' }
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
