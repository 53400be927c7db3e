import { z } from 'zod';
import {
  actsForClinOps,
  runsMatching,
  actsForRequester,
  type ActorKind,
  isExpert,
  isExpertSide,
  isRequesterSide,
  isStaff,
} from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName } from '../../core/endpoint.ts';
import { US_ZONES } from '../../core/us-zones.ts';
import { reviewCommand } from '../../core/review-command.ts';
import type { ReviewStatus } from '../reviews/rules.ts';
import {
  ARRANGEMENTS,
  ATTENDANCES,
  HINDRANCES,
  LONGEST_MINUTES,
  NOTICE_METHODS,
  NOTICE_RECIPIENTS,
  NOTICES_MAX,
  OFFERS_MAX,
  SITES_OF,
  USUAL_MINUTES,
} from './rules.ts';

/** Where an exam is held, as the site was when it was offered. */
export const placeView = z
  .object({
    /** Whose it is; left out: an examiner’s, as all were before rooms were rented. */
    site_of: z.enum(SITES_OF).optional(),
    site_id: z.number(),
    /** By video: the address of the call, entered by hand. */
    link: z.string().optional(),
    postal_code: z.string().optional(),
    name: z.string(),
    lines: z.array(z.string()),
    state: z.string(),
    time_zone: z.string(),
    phone: z.string(),
    access: z.string(),
  })
  .meta({ id: 'ExamPlace' });
export type PlaceView = z.output<typeof placeView>;

const noticeView = z.object({
  id: z.number(),
  recipient: z.enum(NOTICE_RECIPIENTS),
  name: z.string(),
  address: z.string(),
  method: z.enum(NOTICE_METHODS),
  language: z.string(),
  tracking: z.string(),
  served_on: z.string(),
  /** Who posted or handed it over. */
  served_by: z.string(),
  /** The version of the letter that went out; null where it was not written here. */
  letter: z.object({ id: z.number(), version: z.number().int() }).nullable(),
  recorded_by: z.string(),
  /** It counts no more: who said so, and why; null by whom: an examiner left, whom it named. */
  superseded: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
});

/** Who examines, with the time that is theirs. */
const examinerView = z.object({
  panel_place: z.number(),
  expert_profile_id: z.number(),
  name: z.string(),
  specialty: z.string().nullable(),
  starts_at: instant,
  ends_at: instant,
});
export type ExaminerView = z.output<typeof examinerView>;

/** From the middle of the examinee’s ZIP code; null where one of the two is not known. */
const miles = z.number().int().nullable();

const appointmentView = z
  .object({
    id: z.number(),
    status: z.enum(['scheduled', 'tentative', 'held', 'missed', 'cancelled', 'moved']),
    starts_at: instant,
    ends_at: instant,
    place: placeView,
    /** Who examines, who leads first. */
    examiners: z.array(examinerView),
    /** The last day on which its notice can be served. */
    notice_by: z.string(),
    /** Days to that one while its notice is not served, by the organization's calendar; else null. */
    notice_days_left: z.number().int().nullable(),
    /** The last day on which what was agreed is confirmed in writing in time, and whether it was or will be too late; null: no rule asks for it. */
    confirm: z.object({ by: z.string(), late: z.boolean() }).nullable(),
    /** Up to when the examinee calls it off in time, as the rule counts it; null where it names no such time. */
    call_off_until: instant.nullable(),
    /** The day its notice was served; null while it was not. To whom and where is for who ordered and for staff. */
    served_on: z.string().nullable(),
    notices: z.array(noticeView),
    /** As the examiner's office checked the examinee in: when they came, when it began, who saw an identification. No picture is kept. */
    day: z
      .object({
        arrived_at: instant,
        started_at: instant.nullable(),
        identity_seen: z.boolean(),
        /** null: nobody said; none was asked for. */
        interpreter_present: z.boolean().nullable(),
        recorded_by: z.string(),
      })
      .nullable(),
    attendance: z.enum(ATTENDANCES).nullable(),
    hindrance: z.enum(HINDRANCES).nullable(),
    note: z.string(),
    /** What it was charged, cents; null to whom sees no prices. */
    fee_cents: z.number().int().nullable(),
    /** What giving it up costs from when on, in percent. */
    fee_steps: z.array(z.object({ from: instant, percent: z.number() })),
    tests_expected_on: z.string().nullable(),
  })
  .meta({ id: 'ExamAppointment' });
export type AppointmentView = z.output<typeof appointmentView>;

const offerView = z
  .object({
    id: z.number(),
    starts_at: instant,
    ends_at: instant,
    place: placeView,
    miles,
    /** Of a panel: who begins when, the lead first; empty where one examines. */
    examiners: z.array(z.object({ name: z.string(), starts_at: instant })),
    notice_by: z.string(),
  })
  .meta({ id: 'ExamOffer' });

export const examView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    number: z.string(),
    status: z.string<ReviewStatus>(),
    lock_version: z.number(),
    /** The rule it stands under, in words, and where it is from. */
    rule: z.object({
      title: z.string(),
      spans: z.string(),
      says: z.array(z.string()),
      source: z.string(),
      read_on: z.string(),
      entered: z.boolean(),
    }),
    /** Of the exam that is set: whether its records come in time, and were served where the rule asks for it. */
    records: z.array(z.object({ text: z.string(), late: z.boolean() })),
    /** Earliest day an exam can be held whose notice is served today. */
    earliest_on: z.string(),
    offers: z.array(offerView),
    /** Those the requester proposes, which wait for the examiner's side. */
    proposals: z.array(offerView),
    /** That which is set, else the last; null before there is one. */
    appointment: appointmentView.nullable(),
    /** Those before it, newest first. */
    earlier: z.array(appointmentView),
    /** Whom the notice goes to, as the order says; null to whom does not serve it. */
    to_serve: z
      .object({
        language: z.string(),
        /** Days to the last one on which it can be served, by the organization's calendar; negative: too late. */
        days_left: z.number().int(),
        recipients: z.array(
          z.object({
            recipient: z.enum(NOTICE_RECIPIENTS),
            name: z.string(),
            address: z.string(),
            /** The letters written to them of this exam, newest first. */
            letters: z.array(
              z.object({ id: z.number(), version: z.number().int(), made_at: instant, languages: z.array(z.string()) }),
            ),
          }),
        ),
      })
      .nullable(),
    /** Who is on a panel, the lead first, and how many places are open; null where one examiner was ordered. */
    panel: z
      .object({
        examiners: z.array(z.object({ panel_place: z.number(), expert_profile_id: z.number(), name: z.string() })),
        open: z.number(),
      })
      .nullable(),
    /** Whether the order asks for an interpreter, so that somebody says whether one was there. */
    interpreter: z.boolean(),
    /** Where the examiners can hold exams; only for who offers or proposes. */
    sites: z.array(placeView.extend({ miles })).nullable(),
    /** The examinee’s ZIP code where the data does not know it: no distance is told. */
    zip_unknown: z.string().nullable(),
    can: z.object({
      offer: z.boolean(),
      /** The requester proposes appointments before there are any on offer. */
      propose: z.boolean(),
      /** The examiner's side confirms one of what is proposed, or says that none fits. */
      confirm: z.boolean(),
      choose: z.boolean(),
      serve: z.boolean(),
      correct_proof: z.boolean(),
      move: z.boolean(),
      check_in: z.boolean(),
      change_link: z.boolean(),
      record: z.boolean(),
      record_late: z.boolean(),
      await_tests: z.boolean(),
      tests_received: z.boolean(),
      withdraw: z.boolean(),
      /** Taken off the panel, beside its lead. */
      leave: z.boolean(),
      /** The requester goes on without the open places. */
      give_up_places: z.boolean(),
    }),
  })
  .meta({ id: 'Exam' });
export type ExamView = z.output<typeof examView>;

type Who = { kind: ActorKind };
const reviewParams = z.object({ id: idParam });
const expertSide = ({ kind }: Who) => isExpertSide(kind);
const requesterSide = ({ kind }: Who) => actsForRequester(kind);
const serving = ({ kind }: Who) => actsForClinOps(kind);
const recording = ({ kind }: Who) => isExpertSide(kind) || actsForClinOps(kind);
const party = ({ kind }: Who) => isExpertSide(kind) || actsForRequester(kind) || actsForClinOps(kind);

const reason = z.string().trim().min(1, 'Required').max(2000);
const post = (id: string, path: string) => reviewCommand(`exams.${id}`, path);
const changing = <B extends z.ZodType>(body: B) => ({ params: reviewParams, body, output: examView });
const REFUSALS = ['not_found', 'wrong_state', 'lost_race', 'slot_taken', 'invalid', 'stale'] as const;
const lock_version = z.number().int().optional();

/** Appointments with their places, as one side hands them to the other. */
const appointments = z
  .object({
    offers: z
      .array(
        z.object({
          site_of: z.enum(SITES_OF).default('examiner'),
          /** Nothing where it is held by video. */
          site_id: z.number().int().min(0),
          starts_at: instant,
        }),
      )
      .min(1, 'Name at least one appointment')
      .max(OFFERS_MAX),
    /** For those by video: the address of the call, and the zone of the examinee. */
    video: z
      .object({
        link: z.string().trim().max(500),
        time_zone: z.enum(US_ZONES.map(({ value }) => value) as [string, ...string[]], 'Choose the zone they are in.'),
      })
      .optional(),
    /** How long each examiner takes. */
    minutes: z.number().int().min(15).max(LONGEST_MINUTES).default(USUAL_MINUTES),
    /** How the examiners of a panel follow each other. */
    arrangement: z.enum(ARRANGEMENTS).default('one_after_another'),
    lock_version,
  })
  .meta({ id: 'ExamAppointments' });

const servedNotice = z
  .object({
    recipient: z.enum(NOTICE_RECIPIENTS),
    name: z.string().trim().min(1, 'Required').max(200),
    address: z.string().trim().min(1, 'Required').max(500),
    method: z.enum(NOTICE_METHODS),
    tracking: z.string().trim().max(100).default(''),
    // left out: the newest written to them by that day; null: none that was written here
    letter_id: z.number().int().positive().nullish(),
  })
  .meta({ id: 'ExamServedNotice' });

/** That the notice was served: to whom, where, how and when. */
const proof = z
  .object({
    served_on: calendarDate,
    notices: z.array(servedNotice).min(1).max(NOTICES_MAX),
    served_by: z.string().trim().min(1, 'Say who served it.').max(200),
    language: z.string().trim().min(1).max(40),
  })
  .meta({ id: 'ExamProof' });

export const examEndpoints = {
  read: defineEndpoint({
    id: 'exams.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/exam',
    summary: 'The exam: appointments on offer, the one that is set, its notices and what came of it',
    allow: ({ kind }) => isRequesterSide(kind) || isExpertSide(kind) || isStaff(kind),
    shape: { params: reviewParams, output: examView },
    errors: ['not_found'],
  }),
  offer: defineEndpoint({
    ...post('offer', 'exam/offers'),
    summary: 'Offer appointments at the examiners’ sites, far enough ahead for the notice',
    allow: recording,
    shape: changing(appointments),
    errors: REFUSALS,
  }),
  propose: defineEndpoint({
    ...post('propose', 'exam/proposals'),
    summary: 'Propose appointments where the examiner has offered none; the examiner confirms one',
    allow: requesterSide,
    shape: changing(appointments),
    errors: REFUSALS,
  }),
  confirm: defineEndpoint({
    ...post('confirm', 'exam/proposals/confirm'),
    summary: 'Set the exam for an appointment the requester proposed',
    allow: recording,
    shape: changing(z.object({ offer_id: z.number().int().positive(), lock_version })),
    errors: REFUSALS,
  }),
  refuseProposals: defineEndpoint({
    ...post('refuse_proposals', 'exam/proposals/refuse'),
    summary: 'None of the proposed appointments can be held; says why',
    allow: recording,
    shape: changing(z.object({ reason })),
    errors: REFUSALS,
  }),
  choose: defineEndpoint({
    ...post('choose', 'exam'),
    summary: 'Set the exam for an appointment on offer',
    allow: requesterSide,
    shape: changing(z.object({ offer_id: z.number().int().positive(), lock_version })),
    errors: REFUSALS,
  }),
  noneFits: defineEndpoint({
    ...post('none_fits', 'exam/none_fits'),
    summary: 'None of the appointments can be used; says what could',
    allow: requesterSide,
    shape: changing(z.object({ reason })),
    errors: REFUSALS,
  }),
  serve: defineEndpoint({
    ...post('serve', 'exam/notices'),
    summary: 'Record that the notice was served: to whom, where, how and when',
    allow: serving,
    shape: changing(proof.extend({ lock_version })),
    errors: REFUSALS,
  }),
  correct: defineEndpoint({
    ...post('correct_proof', 'exam/notices/correct'),
    summary:
      'Correct a wrong proof of service by another, or take it back: it was not served. The former one stays readable',
    allow: serving,
    shape: changing(
      z.object({
        reason,
        /** Null: it was not served after all. */
        proof: proof.nullable(),
        /** The notices that stand and are to count no more, as they were seen. */
        supersedes: z.array(z.number().int()).max(100),
      }),
    ),
    errors: REFUSALS,
  }),
  move: defineEndpoint({
    ...post('move', 'exam/move'),
    summary: 'Ask for another appointment, at the fee that was shown; a new notice is served then',
    allow: party,
    // another fee is 409 with the one of now; nobody but the requester's side pays one
    shape: changing(z.object({ reason, confirmed_fee_cents: z.number().int().min(0).optional() })),
    errors: REFUSALS,
  }),
  changeLink: defineEndpoint({
    ...post('change_link', 'exam/link'),
    summary: 'Change the address of the call of an exam by video; the examinee’s page has the new one at once',
    allow: recording,
    shape: changing(z.object({ link: z.string().trim().max(500) })),
    errors: REFUSALS,
  }),
  giveUpPlaces: defineEndpoint({
    ...post('give_up_places', 'exam/places/give_up'),
    summary: 'Continue with the examiners who are there: the open places of the panel are looked for no more',
    allow: requesterSide,
    shape: changing(z.object({ reason })),
    errors: REFUSALS,
  }),
  checkIn: defineEndpoint({
    ...post('check_in', 'exam/day'),
    summary: 'Record that the examinee came: when, that an identification was seen, and when the exam began',
    allow: recording,
    shape: changing(
      z.object({
        arrived_at: instant,
        started_at: instant.nullish(),
        identity_seen: z.boolean(),
        interpreter_present: z.boolean().nullish(),
      }),
    ),
    errors: REFUSALS,
  }),
  record: defineEndpoint({
    ...post('record', 'exam/attendance'),
    summary: 'Record what came of the day of the exam',
    allow: recording,
    shape: changing(
      z.object({
        attendance: z.enum(ATTENDANCES, 'Say what happened'),
        hindrance: z.enum(HINDRANCES).nullish(),
        note: z.string().trim().max(2000).default(''),
        identity_seen: z.boolean().nullish(),
        interpreter_present: z.boolean().nullish(),
      }),
    ),
    errors: REFUSALS,
  }),
  awaitTests: defineEndpoint({
    ...post('await_tests', 'exam/tests'),
    summary: 'Say which tests are pending, and when their results are expected',
    allow: expertSide,
    shape: changing(z.object({ reason, expected_on: calendarDate })),
    errors: REFUSALS,
  }),
  testsReceived: defineEndpoint({
    ...post('tests_received', 'exam/tests/received'),
    summary: 'The results are there; the report is due from now on',
    allow: recording,
    shape: changing(z.object({}).default({})),
    errors: REFUSALS,
  }),
  withdraw: defineEndpoint({
    ...post('withdraw', 'exam/withdraw'),
    summary: 'Take the examiner off before the exam, or one of its panel; another is looked for',
    allow: ({ kind }) => isExpert(kind) || runsMatching(kind),
    shape: {
      params: reviewParams,
      body: z.object({
        reason,
        /** Whom of a panel; left out: who leads, or oneself. */
        expert_profile_id: z.number().int().positive().optional(),
      }),
      // whoever withdraws may not see the review any more
      output: z.object({ review_id: z.number(), status: z.string<ReviewStatus>() }),
    },
    errors: REFUSALS,
  }),
};
