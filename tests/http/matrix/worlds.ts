import { type Cast, castFor, storeRecord, writeRecord, inApp } from '../../harness/review-driver.ts';
import { emptyForm } from '../../../src/features/reports/rules/design.ts';
import { json } from '../../../src/platform/db/json.ts';
import { CaseDriver } from '../../harness/case-driver.ts';
import type { TestApp } from '../../harness/app.ts';
import { setFlags } from '../../harness/flags.ts';
import { ImeDriver } from '../../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../../harness/password.ts';
import { PeerDriver, reviewPeers } from '../../harness/peer-driver.ts';
import type { Person } from '../../harness/world.ts';
import { EVERYBODY, kindOf, relationOf, somebody, type Who } from './people.ts';
import { REVIEWER_MARKS, unmistakable } from '../../harness/unmistakable.ts';
import type { Fresh, Subject } from './rules.ts';

export interface Worlds {
  /** The review everybody asks about. */
  home: Subject;
  people: Record<Who, Person>;
  /** A peer review of the same people, with the same expert as its reviewer. */
  peer: Subject;
  /** An exam of the same people that is set, its notice not served. */
  exam: Subject;
  /** What tells the reviewer or the assistant apart; no answer about the peer review to the side that ordered it holds one. */
  reviewer: readonly string[];
  /** Stands in every text of both reviews; no answer to another tenant holds it. */
  marker: string;
  /** The home review's addresses, with something made anew where the question uses it up. */
  subject(fresh: Fresh | undefined): Promise<Subject>;
}

const MARKER = 'Zyxmarker';

/** Two tenants with a review each that has an expert, records, a request, times on offer and a conversation. */
export async function buildWorlds(t: TestApp): Promise<Worlds> {
  const home = await tenant(t, MARKER);
  const foreign = await tenant(t, 'Othermark');
  await setFlags(t, home.cast.organization_id, {
    flags: {
      enable_expert_additional_opportunities: true,
      allow_case_review_scheduling_with_no_expert_times: true,
    },
  });
  const given: Partial<Record<Who, Person>> = {
    requester: home.cast.requester,
    expert: home.cast.expert,
    passed_over_expert: home.cast.others[0] as Person,
    assistant: await t.world.assistantOf(home.cast.expert.profile_id),
    foreign_requester: foreign.cast.requester,
    foreign_expert: foreign.cast.expert,
    foreign_assistant: await t.world.assistantOf(foreign.cast.expert.profile_id),
  };
  const people = {} as Record<Who, Person>;
  for (const who of EVERYBODY) {
    const organization = relationOf(who) === 'foreign' ? foreign.cast.organization_id : home.cast.organization_id;
    people[who] = given[who] ?? (await somebody(t.world, kindOf(who), organization));
  }
  // whoever has a part in a matter has its conversations once they have opened them
  await t.request(people.assistant, 'POST', `/api/v1/cases/${home.subject.review_id}/chat/channels`);
  await unmistakable(t.world, home.cast.expert, people.assistant);
  await t.world.db
    .insertInto('review_watchers')
    .values({ review_id: home.subject.review_id, user_id: people.watcher.user_id })
    .execute();
  await joinsCall(t, home.subject.review_id, people.attendee);
  await joinsCall(t, foreign.subject.review_id, people.foreign_attendee);
  const subject = { ...home.subject, colleague_id: people.colleague.user_id };
  return {
    home: subject,
    peer: { ...subject, ...(await peerReview(t, home.cast, people.assistant)) },
    exam: { ...subject, ...(await setExam(t, home.cast)) },
    reviewer: REVIEWER_MARKS,
    people,
    marker: MARKER,
    subject: async (fresh) => {
      switch (fresh) {
        case 'file':
          return { ...subject, file_id: await writeRecord(t.world, subject.review_id, `${MARKER} copy.pdf`) };
        case 'attendee':
          return { ...subject, attendee_id: await joinsCall(t, subject.review_id, people.other_attendee) };
        case 'person':
          return { ...subject, colleague_id: (await t.world.consultant(home.cast.organization_id)).user_id };
        case undefined:
          return subject;
      }
    },
  };
}

/** A peer review under way, on which the reviewer and the assistant have both acted; only its own numbers. */
async function peerReview(t: TestApp, cast: Cast, assistant: Person): Promise<Partial<Subject>> {
  await reviewPeers(t.world, [cast.expert.profile_id]);
  const d = new PeerDriver(inApp(t, cast));
  await d.to('accepted', { provider_name: `Dr. ${MARKER}`, questions: [`Was ${MARKER} careful?`] });
  await d.must(assistant, 'POST', d.url('/report/start'), {});
  const request = await d.must<{ id: number }>(assistant, 'POST', d.url('/file_requests'), {
    items: [{ label: `${MARKER} imaging` }],
    due_on: '2026-12-01',
  });
  return { review_id: d.id, file_id: d.fileId, request_id: request.id };
}

/** An exam that is set; only its own numbers. */
async function setExam(t: TestApp, cast: Cast): Promise<Partial<Subject>> {
  const d = new ImeDriver(inApp(t, cast));
  await d.to('timeChosen', { examinee_last_name: MARKER, questions: [`Has ${MARKER} recovered?`] });
  return { review_id: d.id, file_id: d.fileId };
}

async function joinsCall(t: TestApp, review_id: number, who: Person): Promise<number> {
  const row = await t.world.db
    .insertInto('appointment_attendees')
    .values({ review_id, name: 'An attendee', email: who.email, role: 'other' })
    .onConflict((oc) => oc.columns(['review_id', 'email']).doUpdateSet({ role: 'other' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function tenant(t: TestApp, mark: string): Promise<{ cast: Cast; subject: Subject }> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  await t.world.db
    .updateTable('organizations')
    .set({ name: `${mark} Mutual` })
    .where('id', '=', cast.organization_id)
    .execute();
  const d = new CaseDriver(inApp(t, cast));
  await d.draft({
    claimant_last_name: mark,
    caption: `${mark} v. Hospital`,
    questions: [`Was ${mark} treated in time by the standard of care?`],
    conflict_parties: [{ name: `Ana ${mark}`, role: 'claimant', kind: 'person' }],
  });
  await storeRecord(t.app.services.storage, t.world, d.fileId, Buffer.from(`%PDF-1.7 ${mark}`.padEnd(1000)));
  await d.to('offered');
  const { channels } = await d.must<{ channels: { channel_id: string }[] }>(
    cast.requester,
    'POST',
    d.url('/chat/channels'),
  );
  const channel_id = channels[0]?.channel_id ?? '';
  const message = await d.must<{ id: number }>(cast.requester, 'POST', `/api/v1/chat/channels/${channel_id}/messages`, {
    client_id: `client-${mark}-0001`,
    body: `About ${mark}`,
  });
  const request = await d.must<{ id: number }>(cast.expert, 'POST', d.url('/file_requests'), {
    items: [{ label: `${mark} imaging` }],
    due_on: '2026-12-01',
  });
  const link = await d.must<{ id: number }>(cast.requester, 'POST', d.url('/outside_links/records'), {
    name: `Records desk of ${mark}`,
    email: 'records@hospital.example',
    file_request_id: request.id,
    items: [{ item: 1, label: `${mark} imaging` }],
    days: 14,
  });
  const invited = await t.world.db
    .insertInto('person_invitations')
    .values({
      token_hash: Buffer.from(mark.padEnd(32)),
      organization_id: cast.organization_id,
      email: `${mark.toLowerCase()}@example.test`,
      role: 'user',
      profile_type: 'ClaimConsultant',
      invited_by: cast.requester.user_id,
      created_at: t.clock.now(),
      expires_at: new Date(t.clock.now().getTime() + 7 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const one = async (table: 'candidates' | 'invitations') =>
    (
      await t.world.db
        .selectFrom(table)
        .select('id')
        .where('review_id', '=', d.id)
        .where('expert_profile_id', '=', cast.expert.profile_id)
        .executeTakeFirstOrThrow()
    ).id;
  const notification = await t.world.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', cast.requester.user_id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const now = t.clock.now();
  const announcement = await t.world.db
    .insertInto('announcements')
    .values({
      text: `${mark} is announced to staff`,
      audience: 'staff',
      starts_at: now,
      ends_at: new Date(now.getTime() + 86_400_000),
      published_by: cast.requester.user_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rented = await t.world.db
    .insertInto('rented_sites')
    .values({
      name: `${mark} Suites`,
      address_line1: '1 Main Street',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
      time_zone: 'America/New_York',
      rooms: 1,
      price_cents: 20_000,
      added_by: cast.requester.user_id,
      added_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const holiday = await t.world.db
    .insertInto('extra_holidays')
    .values({
      day: `20${d.id % 2 === 0 ? 30 : 31}-04-0${1 + (d.id % 9)}`,
      reason: `${mark} is closed`,
      added_by: cast.requester.user_id,
      added_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sub = await t.world.db
    .selectFrom('sub_specialties')
    .select(['id', 'specialty_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const application = await sentApplication(t, mark);
  const written = await t.world.db
    .insertInto('contact_messages')
    .values({
      reference: mark,
      name: mark,
      email: `${mark.toLowerCase()}@example.test`,
      reason: 'other',
      message: `${mark} asks`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ended = await endedExport(t, cast.organization_id, cast.requester.user_id);
  const seat = await t.world.seat(cast.organization_id, cast.requester.user_id, mark);
  return {
    cast,
    subject: {
      ...seat,
      ...application,
      contact_message_id: written.id,
      ...ended,
      ...(await ownForm(t, cast.organization_id, mark)),
      review_id: d.id,
      file_id: d.fileId,
      attendee_id: 1,
      request_id: request.id,
      link_id: link.id,
      candidate_id: await one('candidates'),
      invitation_id: await one('invitations'),
      offer_id: (await d.offers())[0]?.id ?? 0,
      channel_id,
      message_id: message.id,
      notification_id: notification.id,
      announcement_id: announcement.id,
      holiday_id: holiday.id,
      rented_site_id: rented.id,
      specialty_id: sub.specialty_id,
      sub_specialty_id: sub.id,
      organization_id: cast.organization_id,
      person_invitation_id: invited.id,
      requester_id: cast.requester.user_id,
      colleague_id: 0,
      expert_profile_id: cast.expert.profile_id,
      verification_code: 'UNKNOWN-CODE-0001',
    },
  };
}

/** An export of the organization that is over. */
async function endedExport(t: TestApp, organization_id: number, requested_by: number) {
  const now = t.clock.now();
  const { id } = await t.world.db
    .insertInto('tenant_exports')
    .values({ organization_id, requested_by, requested_at: now, status: 'ended', ended_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { export_id: id };
}

/** A report form of the organization's own, and a type of peer review that names it. */
async function ownForm(t: TestApp, organization_id: number, mark: string) {
  const now = t.clock.now();
  const form = await t.world.db
    .insertInto('custom_forms')
    .values({
      kind: 'PeerReview',
      organization_id,
      name: `${mark} form`,
      draft: json(emptyForm('PeerReview', `${mark} form`)),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const type = await t.world.db
    .insertInto('peer_review_types')
    .values({
      organization_id,
      name: `${mark} type`,
      form_key: 'peer_oppe',
      charts_min: 1,
      charts_max: 2,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { custom_form_id: form.id, peer_review_type_id: type.id };
}

/** An expert's application that was sent, with a document. */
async function sentApplication(t: TestApp, mark: string) {
  const now = t.clock.now();
  const { user_id, profile_id } = await t.world.person({ profile: 'ApplicantMedicalExpert' });
  const storage_key = `applications/${mark}`;
  await t.app.services.storage.put(storage_key, Buffer.from('%PDF-'));
  const { id } = await t.world.db
    .insertInto('applications')
    .values({
      user_id,
      profile_id: profile_id ?? 0,
      status: 'submitted',
      created_at: now,
      submitted_at: now,
      status_since: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const document = await t.world.db
    .insertInto('application_documents')
    .values({
      application_id: id,
      of_staff: true,
      storage_key,
      name: `${mark}.pdf`,
      size_bytes: 5,
      sha256: '',
      uploaded_by: user_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { application_id: id, application_document_id: document.id };
}
