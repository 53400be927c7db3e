import PDFDocument from 'pdfkit';
import { isNpi } from '../src/core/npi.ts';
import { DAY } from '../src/core/time.ts';
import { seedPerson } from './people.ts';
import { DemoActs, type Headers } from './acts.ts';
import type { ApplicationDeskView } from '../src/features/experts/contract/application-desk.ts';

type Stage =
  | 'submitted'
  | 'screening'
  | 'documents_requested'
  | 'verification'
  | 'interview'
  | 'agreement_sent'
  | 'signed'
  | 'approved'
  | 'waitlisted'
  | 'rejected'
  | 'withdrawn';

interface Applicant {
  name: readonly [first: string, last: string];
  field: readonly [specialty: string, sub: string];
  place: readonly [city: string, state: string];
  board: readonly [board: string, field: string, since: string] | null;
  school: string;
  hospital: string;
  years: number;
  rate: number;
  /** So many days ago it was sent. */
  days: number;
  stage: Stage;
  assigned?: 'ruth' | 'clara';
  /** Each disclosure said yes to, with what happened. */
  disclosed?: readonly [key: 'malpractice' | 'privileges', what: string];
}

/** Who applied lately, from different corners of medicine. */
const APPLICANTS: readonly Applicant[] = [
  {
    name: ['Marguerite', 'Adeyemi'],
    field: ['OB/GYN', 'Maternal-fetal'],
    place: ['Houston', 'TX'],
    board: ['American Board of Obstetrics and Gynecology', 'Maternal-fetal medicine', '2013'],
    school: 'Baylor College of Medicine',
    hospital: 'Bayou Women’s Hospital',
    years: 13,
    rate: 55_000,
    days: 1,
    stage: 'submitted',
  },
  {
    name: ['Desmond', 'Okafor'],
    field: ['Emergency medicine', 'General'],
    place: ['Cleveland', 'OH'],
    board: ['American Board of Emergency Medicine', 'Emergency medicine', '2016'],
    school: 'Case Western Reserve',
    hospital: 'Lakefront Regional',
    years: 10,
    rate: 42_500,
    days: 4,
    stage: 'submitted',
  },
  {
    name: ['Ylva', 'Sandström'],
    field: ['Radiology', 'Neuro'],
    place: ['Minneapolis', 'MN'],
    board: ['American Board of Radiology', 'Neuroradiology', '2015'],
    school: 'University of Minnesota',
    hospital: 'Prairie State Regional',
    years: 12,
    rate: 48_000,
    days: 6,
    stage: 'screening',
    assigned: 'clara',
  },
  {
    name: ['Renato', 'Bellini'],
    field: ['Orthopedics', 'Spine'],
    place: ['Denver', 'CO'],
    board: ['American Board of Orthopaedic Surgery', 'Orthopaedic surgery', '2009'],
    school: 'University of Colorado',
    hospital: 'Summit Valley Health',
    years: 18,
    rate: 70_000,
    days: 9,
    stage: 'documents_requested',
    assigned: 'clara',
    disclosed: ['malpractice', 'A claim over a wound infection was settled in 2019 without a finding.'],
  },
  {
    name: ['Priscilla', 'Nakagawa'],
    field: ['Psychiatry', 'General'],
    place: ['Portland', 'OR'],
    board: ['American Board of Psychiatry and Neurology', 'Psychiatry', '2011'],
    school: 'Oregon Health and Science',
    hospital: 'Willamette Behavioral',
    years: 15,
    rate: 45_000,
    days: 11,
    stage: 'verification',
    assigned: 'clara',
  },
  {
    name: ['Theodore', 'Vance'],
    field: ['Cardiology', 'Interventional'],
    place: ['Nashville', 'TN'],
    board: ['American Board of Internal Medicine', 'Interventional cardiology', '2010'],
    school: 'Vanderbilt',
    hospital: 'Cumberland Heart Center',
    years: 17,
    rate: 65_000,
    days: 15,
    stage: 'interview',
    assigned: 'ruth',
  },
  {
    name: ['Amina', 'Farouk-Hale'],
    field: ['Pediatrics', 'Neurology'],
    place: ['Philadelphia', 'PA'],
    board: ['American Board of Psychiatry and Neurology', 'Child neurology', '2014'],
    school: 'Drexel',
    hospital: 'Schuylkill Children’s',
    years: 11,
    rate: 50_000,
    days: 18,
    stage: 'agreement_sent',
    assigned: 'ruth',
  },
  {
    name: ['Gideon', 'Strand'],
    field: ['Anesthesiology', 'Cardiac'],
    place: ['Seattle', 'WA'],
    board: ['American Board of Anesthesiology', 'Anesthesiology', '2008'],
    school: 'University of Washington',
    hospital: 'Harborside General',
    years: 19,
    rate: 58_000,
    days: 20,
    stage: 'signed',
    assigned: 'ruth',
  },
  {
    name: ['Lorraine', 'Etienne'],
    field: ['Nephrology', 'General'],
    place: ['New Orleans', 'LA'],
    board: ['American Board of Internal Medicine', 'Nephrology', '2012'],
    school: 'Tulane',
    hospital: 'Crescent City Medical',
    years: 14,
    rate: 46_000,
    days: 26,
    stage: 'approved',
    assigned: 'clara',
  },
  {
    name: ['Casimir', 'Holt'],
    field: ['Chiropractic', 'General'],
    place: ['Boise', 'ID'],
    board: null,
    school: 'Palmer College',
    hospital: 'Treasure Valley Spine',
    years: 9,
    rate: 22_000,
    days: 30,
    stage: 'waitlisted',
  },
  {
    name: ['Beatrix', 'Lund'],
    field: ['General surgery', 'Bariatric'],
    place: ['Phoenix', 'AZ'],
    board: null,
    school: 'University of Arizona',
    hospital: 'Desert Ridge Surgical',
    years: 6,
    rate: 52_000,
    days: 34,
    stage: 'rejected',
    disclosed: ['privileges', 'Bariatric privileges were suspended for two months in 2024.'],
  },
  {
    name: ['Julian', 'Prewitt'],
    field: ['Dermatology', 'Mohs'],
    place: ['Austin', 'TX'],
    board: ['American Board of Dermatology', 'Dermatology', '2017'],
    school: 'UT Southwestern',
    hospital: 'Hill Country Skin',
    years: 8,
    rate: 47_000,
    days: 40,
    stage: 'withdrawn',
  },
];

const SOURCES: Readonly<Record<string, string>> = {
  identity: 'Passport, seen on a video call',
  npi: 'NPPES registry',
  exclusion: 'OIG LEIE and SAM.gov',
  npdb: 'NPDB self-query sent by the applicant',
  malpractice: 'Certificate of The Physicians Mutual',
  training: 'ECFMG and the school’s registrar',
  reference_1: 'Department chair, by telephone',
  reference_2: 'Former section head, in writing',
  sample_report: 'Read by clinical operations',
  tax_form: 'Form W-9, signed',
};

/** A valid invented National Provider Identifier. */
function npi(n: number): string {
  const nine = String(150_000_000 + n * 104_729).slice(0, 9);
  return [...'0123456789'].map((digit) => nine + digit).find(isNpi) ?? '';
}

/** Applications of experts in every state, lived through by the product's own commands. */
export class DemoApplications extends DemoActs {
  async live(): Promise<void> {
    for (const [n, applicant] of APPLICANTS.entries()) await this.one(applicant, n);
    await this.settle();
  }

  private async one(applicant: Applicant, n: number): Promise<void> {
    const { clock, now, db } = this.setup;
    const sent = new Date(now.getTime() - applicant.days * DAY);
    // in the morning of Chicago
    sent.setUTCHours(15, (n * 17) % 60, 0, 0);
    clock.at = sent;
    const [first_name, last_name] = applicant.name;
    const { user_id } = await seedPerson(db, {
      first_name,
      last_name,
      email: `${first_name}.${last_name}@applicants.example`.toLowerCase().replaceAll(/[^a-z@.-]/g, 'o'),
      role: 'user',
      profile: 'ApplicantMedicalExpert',
      organization_id: null,
      time_zone: 'America/Chicago',
      note: null,
      password_hash: await this.passwordHash(),
      since: clock.at,
    });
    const who = await this.session(user_id);
    for (const [part, data] of Object.entries(await this.answers(applicant, n)))
      await this.put(who, `/api/v1/application/parts/${part}`, { version: 0, data });
    await this.pdf(
      who,
      '/api/v1/cvs/full?name=Curriculum%20vitae.pdf',
      `${first_name} ${last_name}, ${applicant.field[0]}`,
    );
    await this.post(who, '/api/v1/application/submit', {});
    const { id } = await db
      .selectFrom('applications')
      .select('id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    await this.desk(applicant, who, `/api/v1/applications/${id}`);
  }

  /** That of everybody here. */
  private async passwordHash(): Promise<string> {
    const { db, people } = this.setup;
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people.users.get('sofia')?.user_id ?? 0)
      .executeTakeFirstOrThrow();
    return password_hash ?? '';
  }

  private async answers(a: Applicant, n: number): Promise<Record<string, Record<string, unknown>>> {
    const { db, now } = this.setup;
    const { specialty_id, id } = await db
      .selectFrom('sub_specialties')
      .innerJoin('specialties', 'specialties.id', 'sub_specialties.specialty_id')
      .select(['sub_specialties.specialty_id', 'sub_specialties.id'])
      .where('specialties.name', '=', a.field[0])
      .where('sub_specialties.name', '=', a.field[1])
      .executeTakeFirstOrThrow();
    const legal_name = a.name.join(' ');
    const year = (ago: number) => String(now.getUTCFullYear() - ago);
    const day = (days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
    const disclosures: Record<string, unknown> = {};
    for (const key of ['malpractice', 'discipline', 'privileges', 'excluded', 'criminal'])
      disclosures[key] = a.disclosed?.[0] === key;
    if (a.disclosed) disclosures[`${a.disclosed[0]}_explained`] = a.disclosed[1];
    return {
      you: {
        legal_name,
        license_key: a.field[0] === 'Chiropractic' ? 'DC' : 'MD',
        phone_number: `+1 612 555 ${String(110 + n).padStart(4, '0')}`,
        city: a.place[0],
        state: a.place[1],
        languages: ['English'],
      },
      credentials: {
        npi: npi(n),
        licenses: [{ state: a.place[1], number: `${a.place[1]}-${20_417 + n * 731}`, expires_on: day(300 + n * 23) }],
        ...(a.board ? { board_certifications: [{ board: a.board[0], field: a.board[1], since: a.board[2] }] } : {}),
        training: [{ what: a.field[0] === 'Chiropractic' ? 'DC' : 'MD', where: a.school, year: year(a.years + 5) }],
      },
      practice: {
        specialties: [{ specialty_id, sub_specialty_id: id }],
        setting: n % 3 === 0 ? 'Academic center' : 'Community hospital',
        years_in_practice: a.years,
        clinical_percent: 60 + ((n * 7) % 35),
        last_clinical_on: day(-a.days - 2),
        affiliations: [{ name: a.hospital, from: year(a.years) }],
        accepts: n % 2 === 0 ? ['calls', 'reports'] : ['calls', 'reports', 'expedited', 'testimony'],
        max_open_reviews: 3 + (n % 4),
        hourly_rate_cents: a.rate,
      },
      cv: disclosures,
      attestations: {
        is_true: true,
        may_verify: true,
        keeps_confidential: true,
        tells_conflicts: true,
        tells_changes: true,
        signature: legal_name,
      },
    };
  }

  /** What staff did with it since. */
  private async desk(a: Applicant, who: Headers, url: string): Promise<void> {
    if (a.stage === 'submitted') return;
    const staff = await this.named(a.assigned ?? 'clara');
    const read = () => this.get<ApplicationDeskView>(staff, url);
    const move = async (action: string, more: Record<string, unknown> = {}) => {
      await this.later(24);
      const { lock_version } = await read();
      await this.post(staff, `${url}/moves`, { action, lock_version, ...more });
    };
    const checks = async (few: boolean) => {
      for (const { key, ends } of (await read()).checks_list.slice(0, few ? 5 : undefined))
        await this.check(staff, url, key, ends);
    };
    await this.later(4);
    if (a.assigned) {
      const user_id = this.setup.people.users.get(a.assigned)?.user_id ?? null;
      await this.put(staff, `${url}/assignee`, { user_id });
    }
    if (a.stage === 'withdrawn')
      return void (await this.post(who, '/api/v1/application/withdraw', { reason: 'Taking a new post next year.' }));
    if (a.stage === 'waitlisted') return move('waitlist', { reason: 'Two reviewers of this field wait for work.' });
    await move('read');
    if (a.stage === 'screening') return;
    if (a.stage === 'documents_requested')
      return move('request_documents', {
        requests: [
          { what: 'NPDB self-query', why: 'Not older than three months; the data bank sends it as a PDF.' },
          { what: 'The settlement of 2019', why: 'What it was about, in a few sentences, without the patient’s name.' },
        ],
      });
    if (a.stage === 'rejected')
      return move('reject', {
        reason: 'Privileges were suspended within three years.',
        message:
          'We cannot take reviewers whose privileges were suspended within the last three years. You are welcome to apply again.',
      });
    await move('verify');
    if (a.stage === 'verification') {
      await checks(true);
      return void (await this.post(staff, `${url}/notes`, {
        body: 'The board answers letters within a week; asked on the day it came.',
      }));
    }
    await checks(false);
    if (a.stage === 'interview')
      return move('interview', {
        message:
          'We would like half an hour with you, any day next week between 9 and 12 Central. Reply with two times to our office, 312 555 0100.',
      });
    await move('send_agreement');
    if (a.stage === 'agreement_sent') return;
    await this.later(26);
    await this.post(who, '/api/v1/application/agreement', { version: '2026-11', name: a.name.join(' ') });
    await this.pdf(
      staff,
      `${url}/redacted_cv?name=Curriculum%20vitae%2C%20redacted.pdf`,
      `${a.field[0]}, ${a.years} years in practice`,
    );
    if (a.stage === 'approved')
      await move('approve', {
        reason: 'Everything holds.',
        message: 'Welcome. Invitations reach you by e-mail and stand in Up next.',
      });
  }

  private async check(staff: Headers, url: string, key: string, ends: string): Promise<void> {
    const { clock } = this.setup;
    const day = (days: number) => new Date(clock.at.getTime() + days * DAY).toISOString().slice(0, 10);
    await this.put(staff, `${url}/checks/${key}`, {
      result: 'passed',
      source:
        SOURCES[key] ??
        (key.startsWith('license') ? 'State board, license lookup' : 'Certification lookup of the board'),
      note: '',
      checked_on: day(-1),
      expires_on: ends === 'must' ? day(320) : null,
      document_id: null,
      after: null,
    });
  }

  /** Sends a page of paper. */
  private async pdf(who: Headers, url: string, words: string): Promise<void> {
    const document = new PDFDocument({ size: 'LETTER', info: { Title: 'Curriculum vitae' } });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.fontSize(18).text('Curriculum vitae').moveDown().fontSize(11).text(words).end();
    await ended;
    const answer = await this.setup.app.http.inject({
      method: 'PUT',
      url,
      headers: { ...who, 'content-type': 'application/pdf' },
      payload: Buffer.concat(chunks),
    });
    if (answer.statusCode >= 400)
      throw new Error(`Demo data: PUT ${url} answered ${answer.statusCode}: ${answer.body}`);
  }
}
