import { z } from 'zod';
import {
  actsForClinOps,
  type ActorKind,
  isExpertSide,
  isRequesterSide,
  isStaff,
  readsContents,
} from '../../core/actor.ts';
import { defineEndpoint, idParam, instant, nothing } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { NOTICE_RECIPIENTS } from '../exams/rules/notices.ts';
// by their own modules: the page takes no words along
import { LONGEST_ANSWER, REMINDERS } from './rules/answers.ts';
import { ARRANGEMENT_SORTS } from './rules/arrangements.ts';
import { LINK_ENDS } from './rules/link.ts';

const linkView = z.object({
  id: z.number(),
  language: z.string(),
  created_at: instant,
  created_by: z.string(),
  opened_at: instant.nullable(),
  last_opened_at: instant.nullable(),
  opens: z.number().int(),
});

const letterView = z.object({
  id: z.number(),
  recipient: z.enum(NOTICE_RECIPIENTS),
  /** Whose copy it is; empty for the examinee's own and the attorney's. */
  addressee: z.string(),
  version: z.number().int(),
  /** The languages it is in, with the version of each; whether somebody checked them. */
  texts: z.array(z.object({ language: z.string(), version: z.number().int(), checked: z.boolean() })),
  made_by: z.string(),
  made_at: instant,
});

const arrangementView = z.object({
  sort: z.enum(ARRANGEMENT_SORTS),
  /** What the order says of it: the language, the kind of ride. */
  what: z.string(),
  /** Of whom it was ordered; null while it was not. */
  order: z
    .object({
      provider: z.string(),
      phone: z.string(),
      ordered_by: z.string(),
      ordered_at: instant,
      /** Who said there that it is taken on; null while nobody did. */
      confirmed: z.object({ with: z.string(), at: instant, recorded_by: z.string() }).nullable(),
    })
    .nullable(),
});

/** What the examinee of the exam that is set was given, and what they answered. */
export const examineeView = z
  .object({
    review_id: z.number(),
    /** Whether an exam is set that lies ahead. */
    set: z.boolean(),
    /** The language they are written to in, and the one they speak where that is another. */
    language: z.string(),
    speaks: z.string().nullable(),
    /** Their attorney is written to instead of them, as the rule of the exam asks. */
    through_attorney: z.boolean(),
    /** Where nobody has checked the texts of the language: who reads them has the English beside. */
    unchecked: z.boolean(),
    /** Their language, and who checked its texts as staff entered it; null in English. */
    text_check: z
      .object({
        code: z.string(),
        reviewed_by: z.string().nullable(),
        recorded_by: z.string(),
        recorded_at: instant.nullable(),
      })
      .nullable(),
    /** The link that opens now; null without one, and to the examiner's side. */
    link: linkView.nullable(),
    answers: z.object({
      confirmed_at: instant.nullable(),
      other_date: z
        .object({
          reason: z.string(),
          asked_at: instant,
          answer: z.string(),
          settled_at: instant.nullable(),
          settled_by: z.string(),
        })
        .nullable(),
      needs: z.string(),
      needs_told_at: instant.nullable(),
      /** How they agreed to be reminded. Where to is for staff and who ordered. */
      reminders: z.enum(REMINDERS),
      remind_at: z.string(),
      agreed_at: instant.nullable(),
      /** Who noted it where the examinee did not say so themselves. */
      noted_by: z.string().nullable(),
    }),
    /** Letters of the exam that is set, newest first; only to who orders and staff. */
    letters: z.array(letterView),
    /** What the day needs of others: an interpreter, a ride. Each as far as the order asks for it, or it was ordered. */
    arrangements: z.array(arrangementView),
    /** What was ordered for an appointment that will not be held, and is not called off yet; not the examiner's to know. */
    to_call_off: z.array(
      z.object({
        appointment_id: z.number(),
        sort: z.enum(ARRANGEMENT_SORTS),
        provider: z.string(),
        phone: z.string(),
        /** When they would have come, and the zone of that place. */
        starts_at: instant,
        time_zone: z.string(),
        ordered_by: z.string(),
        /** Whether the reader ordered it. */
        yours: z.boolean(),
      }),
    ),
    /** Whether texts can be sent here. */
    texts_sent: z.boolean(),
    can: z.object({
      arrange: z.boolean(),
      call_off: z.boolean(),
      check_texts: z.boolean(),
      write_letters: z.boolean(),
      make_link: z.boolean(),
      revoke_link: z.boolean(),
      settle: z.boolean(),
      note_reminders: z.boolean(),
    }),
  })
  .meta({ id: 'Examinee' });
export type ExamineeView = z.output<typeof examineeView>;

type Who = { kind: ActorKind };
const reviewParams = z.object({ id: idParam });
const arranging = ({ kind }: Who) => actsForClinOps(kind);
const post = (id: string, path: string) => reviewCommand(`examinees.${id}`, path);
const REFUSALS = ['not_found', 'wrong_state', 'invalid'] as const;
const reminders = {
  reminders: z.enum(REMINDERS),
  remind_at: z.string().trim().max(254).default(''),
};

export const examineeEndpoints = {
  read: defineEndpoint({
    id: 'examinees.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/examinee',
    summary: 'What the examinee was given and answered: the link to their page, and what they said there',
    allow: ({ kind }) => isRequesterSide(kind) || isExpertSide(kind) || isStaff(kind),
    shape: { params: reviewParams, output: examineeView },
    errors: ['not_found'],
  }),
  makeLink: defineEndpoint({
    ...post('make_link', 'examinee/link'),
    summary: 'Make the link of the examinee’s page; one that stands ends. It is mailed where an address is known',
    allow: arranging,
    shape: {
      params: reviewParams,
      body: z.object({}).default({}),
      // the address is shown once, to who made it: it can be read out or printed
      output: z.object({ examinee: examineeView, address: z.string(), mailed: z.boolean() }),
    },
    errors: ['not_found', 'wrong_state', 'throttled'],
  }),
  writeLetters: defineEndpoint({
    ...post('write_letters', 'examinee/letters'),
    summary: 'Write the notice of the exam to the examinee, and to their attorney: as PDF, kept with its version',
    allow: arranging,
    shape: { params: reviewParams, body: z.object({}).default({}), output: examineeView },
    errors: ['not_found', 'wrong_state', 'damaged'],
  }),
  letter: defineEndpoint({
    id: 'examinees.letter',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/examinee/letters/{letterId}',
    summary: 'A notice of the exam as it was written, as PDF',
    allow: ({ kind }) => (isRequesterSide(kind) || isStaff(kind)) && readsContents(kind),
    shape: { params: z.object({ id: idParam, letterId: idParam }), output: nothing },
    errors: ['not_found', 'damaged'],
    raw: 'application/pdf',
  }),
  arrange: defineEndpoint({
    ...post('arrange', 'examinee/arrangements'),
    summary: 'Record of whom the interpreter or the ride was ordered, and who confirmed it there',
    allow: arranging,
    shape: {
      params: reviewParams,
      body: z.object({
        sort: z.enum(ARRANGEMENT_SORTS),
        provider: z.string().trim().min(1, 'Required').max(200),
        phone: z.string().trim().min(1, 'Required').max(40),
        /** Empty: ordered, and not confirmed yet. */
        confirmed_with: z.string().trim().max(200).default(''),
      }),
      output: examineeView,
    },
    errors: REFUSALS,
  }),
  callOff: defineEndpoint({
    ...post('call_off', 'examinee/arrangements/call_off'),
    summary: 'Record that the interpreter or the ride was called off',
    allow: arranging,
    shape: {
      params: reviewParams,
      body: z.object({
        sort: z.enum(ARRANGEMENT_SORTS),
        /** For which appointment; left out: the one that is set. */
        appointment_id: idParam.optional(),
      }),
      output: examineeView,
    },
    errors: REFUSALS,
  }),
  checkTexts: defineEndpoint({
    id: 'examinees.check_texts',
    method: 'POST',
    path: '/api/v1/examinee_texts/check',
    summary: 'Record who checked the texts of a language as they are now: a notice then goes out in it alone',
    allow: arranging,
    shape: {
      body: z.object({
        language: z.string().trim().min(2).max(40),
        /** Empty: nobody did, after all. */
        reviewed_by: z.string().trim().max(200),
      }),
      output: nothing,
    },
    errors: ['not_found', 'reauthentication_required'],
    success: 204,
  }),
  revokeLink: defineEndpoint({
    ...post('revoke_link', 'examinee/link/revoke'),
    summary: 'Withdraw the link of the examinee’s page: it opens nothing from now on',
    allow: arranging,
    shape: { params: reviewParams, body: z.object({}).default({}), output: examineeView },
    errors: ['not_found', 'wrong_state'],
  }),
  settle: defineEndpoint({
    ...post('settle', 'examinee/other_date'),
    summary: 'Answer the examinee who asked for another date, where the exam stays; they read it on their page',
    allow: arranging,
    shape: {
      params: reviewParams,
      body: z.object({ answer: z.string().trim().min(1, 'Required').max(LONGEST_ANSWER) }),
      output: examineeView,
    },
    errors: REFUSALS,
  }),
  noteReminders: defineEndpoint({
    ...post('note_reminders', 'examinee/reminders'),
    summary: 'Note how the examinee agreed to be reminded, as they said on the phone or in writing',
    allow: arranging,
    shape: { params: reviewParams, body: z.object(reminders), output: examineeView },
    errors: REFUSALS,
  }),
};

/** What the holder of the link sends with every request, in the body and never in an address. */
export const held = z.object({ token: z.string().max(100) });

/** A language of the page: its code, its tag for dates, its own name, and its texts. */
const language = z.object({
  code: z.string(),
  tag: z.string(),
  name: z.string(),
  texts: z.record(z.string(), z.string()),
});

/** One sentence in each language of the page. */
const said = z.record(z.string(), z.string());

/** What the examinee's page shows: nothing that the letter does not say. */
export const visitView = z.object({
  /** Theirs first; English beside it where theirs is another. */
  languages: z.array(language),
  organization: z.string(),
  starts_at: instant,
  ends_at: instant,
  arrive_at: instant,
  minutes: z.number().int(),
  place: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    time_zone: z.string(),
    phone: z.string(),
    access: z.string(),
    /** The address of the call; null where the exam is held at a place. */
    link: z.string().nullable(),
    /** Pixels of the site's map of the way there, which is asked for by itself; null where there is none. */
    map: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  }),
  /** Who examines; several in one visit each with their own time. */
  examiners: z.array(z.object({ name: z.string(), specialty: z.string(), starts_at: instant })),
  /** Sentences the server makes of the order, by the code of their language. */
  interpreter: z.array(said),
  transport: z.array(said),
  /** Who receives the report. */
  report: z.array(said),
  /** What the rule of the state says to them, in English. */
  law: z
    .object({
      state: z.string(),
      says: z.array(z.string()),
      source: z.string(),
      /** Up to when the examinee calls it off in time by it; null where it names no such time. */
      call_off_until: instant.nullable(),
    })
    .nullable(),
  /** Until when giving it up costs nobody anything. */
  change_by: instant.nullable(),
  /** The appointment as a calendar takes it, in their language. */
  calendar: z.string(),
  contact: z.string(),
  answers: z.object({
    confirmed_at: instant.nullable(),
    other_date_asked_at: instant.nullable(),
    other_date_answer: z.string(),
    needs: z.string(),
    needs_told_at: instant.nullable(),
    reminders: z.enum(REMINDERS),
    remind_at: z.string(),
  }),
  texts_sent: z.boolean(),
});
export type VisitView = z.output<typeof visitView>;

/** `current` of a `gone`: how the link ended, said in the examinee's language, and in English. */
export const visitEnded = z.object({
  ended: z.enum(LINK_ENDS),
  languages: z.array(z.object({ code: z.string(), tag: z.string(), title: z.string(), text: z.string() })),
});
export type VisitEnded = z.output<typeof visitEnded>;

const visit = (id: string, summary: string) =>
  ({ id: `examinees.${id}`, method: 'POST', path: `/api/v1/exam_visit/${id}`, summary, allow: 'public' }) as const;

export const visitEndpoints = {
  open: defineEndpoint({
    ...visit('open', 'When, where and how the exam is, to who holds the link'),
    shape: { body: held, output: visitView },
    errors: ['gone', 'throttled'],
  }),
  map: defineEndpoint({
    ...visit('map', 'The map of the way to the exam, to who holds the link'),
    shape: { body: held, output: nothing },
    errors: ['gone', 'not_found', 'throttled', 'damaged'],
    raw: 'image/jpeg',
  }),
  confirm: defineEndpoint({
    ...visit('confirm', 'The examinee will come'),
    shape: { body: held, output: nothing },
    errors: ['gone', 'throttled'],
    success: 204,
  }),
  askOtherDate: defineEndpoint({
    ...visit('ask_other_date', 'The examinee asks for another date, and says why'),
    shape: { body: held.extend({ reason: z.string().trim().max(LONGEST_ANSWER) }), output: nothing },
    errors: ['gone', 'throttled', 'invalid'],
    success: 204,
  }),
  tellNeeds: defineEndpoint({
    ...visit('tell_needs', 'What the examinee needs to get in and be examined'),
    shape: { body: held.extend({ needs: z.string().trim().max(LONGEST_ANSWER) }), output: nothing },
    errors: ['gone', 'throttled', 'invalid'],
    success: 204,
  }),
  agreeReminders: defineEndpoint({
    ...visit('agree_reminders', 'How the examinee agrees to be reminded'),
    shape: { body: held.extend(reminders), output: nothing },
    errors: ['gone', 'throttled', 'invalid'],
    success: 204,
  }),
};
