import PDFDocument from 'pdfkit';
import type { ApplicationDeskView } from '../../src/features/experts/contract/application-desk.ts';
import type { TestApp } from '../harness/app.ts';
import type { Person, World } from '../harness/world.ts';

/** A PDF of so many pages. */
export async function pdf(pages = 2): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Curriculum vitae, page ${page}`);
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends the bytes of a PDF as a body. */
export const sendPdf = (t: TestApp, who: Person, url: string, bytes: Buffer, type = 'application/pdf') =>
  t.app.http.inject({ method: 'PUT', url, headers: { ...who.headers, 'content-type': type }, payload: bytes });

/** Answers to every part. */
export async function applicationAnswers(t: { world: World }): Promise<Record<string, Record<string, unknown>>> {
  const { specialty_id, sub_specialty_id } = await t.world.specialty();
  return {
    you: {
      legal_name: 'Ines Falkenrath',
      license_key: 'MD',
      phone_number: '+1 312 555 0142',
      city: 'Chicago',
      state: 'IL',
      languages: ['English'],
    },
    credentials: {
      npi: '1234567893',
      licenses: [{ state: 'IL', number: '036-123456', expires_on: '2027-07-31' }],
      training: [{ what: 'MD', where: 'Northwestern', year: '2004' }],
    },
    practice: {
      specialties: [{ specialty_id, sub_specialty_id }],
      setting: 'Academic center',
      years_in_practice: 14,
      clinical_percent: 80,
      last_clinical_on: '2026-11-17',
      accepts: ['calls'],
      max_open_reviews: 4,
      hourly_rate_cents: 60_000,
    },
    cv: { malpractice: false, discipline: false, privileges: false, excluded: false, criminal: false },
    attestations: {
      is_true: true,
      may_verify: true,
      keeps_confidential: true,
      tells_conflicts: true,
      tells_changes: true,
      signature: 'Ines Falkenrath',
    },
  };
}

/** Somebody who applied, and the number of the application. */
export async function applied(
  t: TestApp,
  change: (answers: Record<string, Record<string, unknown>>) => void = () => undefined,
): Promise<{ who: Person; id: number }> {
  const who = await t.world.person({ profile: 'ApplicantMedicalExpert' });
  const answers = await applicationAnswers(t);
  change(answers);
  for (const [part, data] of Object.entries(answers))
    await must(t, who, 'PUT', `/api/v1/application/parts/${part}`, { version: 0, data });
  await sendPdf(t, who, '/api/v1/cvs/full?name=CV.pdf', await pdf());
  await must(t, who, 'POST', '/api/v1/application/submit');
  const { id } = await t.world.db
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', who.user_id)
    .executeTakeFirstOrThrow();
  return { who, id };
}

/** A request that has to work. */
export async function must<T = unknown>(
  t: TestApp,
  who: Person,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: unknown,
): Promise<T> {
  const answer = await t.request<T>(who, method, url, body);
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.raw.body}`);
  return answer.body;
}

/** Staff's hands on one application. */
export class ApplicationDesk {
  readonly t: TestApp;
  readonly staff: Person;
  readonly url: string;

  constructor(t: TestApp, staff: Person, id: number) {
    this.t = t;
    this.staff = staff;
    this.url = `/api/v1/applications/${id}`;
  }

  read = () => must<ApplicationDeskView>(this.t, this.staff, 'GET', this.url);

  /** Asks for a move with the version as it is now. */
  async move(action: string, more: Record<string, unknown> = {}) {
    const { lock_version } = await this.read();
    return this.t.request<ApplicationDeskView>(this.staff, 'POST', `${this.url}/moves`, {
      action,
      lock_version,
      ...more,
    });
  }

  /** Records a check as passed, for as long as it ends; the day it was checked is today by the clock. */
  async check(key: string, more: Record<string, unknown> = {}) {
    const check = (await this.read()).checks_list.find((one) => one.key === key);
    return this.t.request<ApplicationDeskView>(this.staff, 'PUT', `${this.url}/checks/${key}`, {
      result: 'passed',
      source: 'The source itself',
      note: '',
      checked_on: this.t.clock.now().toISOString().slice(0, 10),
      expires_on: check?.ends === 'must' ? '2027-07-31' : null,
      document_id: null,
      after: check?.id ?? null,
      ...more,
    });
  }

  async passAll() {
    for (const { key, result } of (await this.read()).checks_list) if (result !== 'passed') await this.check(key);
  }

  /** To where only the decision is left: read, checked, redacted CV, agreement sent and signed. */
  async toDecision(applicant: Person, name = 'Ines Falkenrath') {
    for (const action of ['read', 'verify']) await this.move(action);
    await this.passAll();
    await this.move('send_agreement');
    await sendPdf(this.t, this.staff, `${this.url}/redacted_cv?name=redacted.pdf`, await pdf(1));
    await must(this.t, applicant, 'POST', '/api/v1/application/agreement', { version: '2026-11', name });
  }
}
