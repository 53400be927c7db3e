import { z } from 'zod';
import { type ActorKind, isExpert, isExpertSide, isRequesterSide, isStaff, readsContents } from '../../core/actor.ts';
import { calendarDate, defineEndpoint, idParam, instant, kindName, nothing } from '../../core/endpoint.ts';
import { reviewCommand } from '../../core/review-command.ts';
import { typedSignature } from '../../core/typed-signature.ts';
import { ELEMENT_NAMES, MENDS, PREFIX_MOST } from './rules.ts';

const element = z.enum(ELEMENT_NAMES);
const cents = z.number().int();
export const OTHERS_MOST = 60;
export const OTHER_TEXT_MOST = 400;
const FILES_MOST = 5_000;

const missing = z.object({
  says: z.string(),
  whose: z.enum(['requester', 'expert', 'peritus']),
  mend: z.enum(MENDS),
  /** The page where the reader mends it; null: here, or it is not the reader’s move. */
  path: z.string().nullable(),
});
const file = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  pages: z.number().nullable(),
  bates: z.string().nullable(),
  /** Taken out of the records after it had been released. */
  removed: z.boolean(),
  considered: z.boolean(),
  /** Released since the list was confirmed. */
  is_new: z.boolean(),
  /** Cited by the report. */
  cited: z.boolean(),
});

export const disclosureView = z
  .object({
    review_id: z.number(),
    kind: kindName,
    /** Why this matter has no packet; null: it has one, or can have one. */
    no_packet: z.string().nullable(),
    /** Whether one is prepared now: an expert is engaged. */
    open: z.boolean(),
    today: calendarDate,
    lock_version: z.number(),
    asked_at: instant.nullable(),
    prefix: z.string(),
    /** What stands on the cover, and whose CV is taken in. */
    cover: z.object({
      caption: z.string(),
      court: z.string(),
      docket: z.string(),
      side: z.string(),
      firm: z.string(),
      expert: z.string(),
      credentials: z.array(z.string()),
      cv: z.object({ name: z.string(), pages: z.number().nullable(), sha256: z.string() }).nullable(),
    }),
    /** What the cover lacks, which keeps nobody. */
    cover_note: z.string().nullable(),
    elements: z.array(
      z.object({
        name: element,
        ready: z.boolean(),
        missing: z.array(missing),
        notes: z.array(z.string()),
      }),
    ),
    /** Every file that was released to the expert. */
    files: z.array(file),
    others: z.array(z.string()),
    facts_confirmed_at: instant.nullable(),
    /** Files that are exhibits, in their order. */
    exhibits: z.array(
      z.object({
        file_id: z.number(),
        label: z.string(),
        name: z.string(),
        pages: z.number().nullable(),
        apart: z.string().nullable(),
      }),
    ),
    exhibits_confirmed_at: instant.nullable(),
    publications: z.array(z.string()),
    no_publications: z.boolean(),
    testimony: z.array(z.string()),
    no_testimony: z.boolean(),
    /** Null: nothing is agreed, or the reader sees no amounts. */
    compensation: z
      .object({
        rates: z.array(z.object({ what: z.string(), says: z.string() })),
        rows: z.array(z.object({ what: z.string(), hours: z.string(), cents })),
        total: z.object({ hours: z.string(), cents }),
      })
      .nullable(),
    /** What a packet made now would say otherwise than the newest one; null: there is none yet. */
    changes: z.array(z.string()).nullable(),
    /** What who signs repeats: the fingerprint of all it says. Null while something is missing. */
    content_sha256: z.string().nullable(),
    /** The sentence that is signed. */
    statement: z.string(),
    /** The reader’s name, as a signature is typed. */
    own_name: z.string(),
    packets: z.array(
      z.object({
        version: z.number(),
        /** There is one before it, which it supplements. */
        supplements: z.boolean(),
        signed_by: z.string().nullable(),
        signed_at: instant,
        /** Since when who signed it is off the matter; null: they are on it. */
        left_at: instant.nullable(),
        /** Null while the file is being made, and where it could not be. */
        made_at: instant.nullable(),
        /** When its making was given up, as what it was signed from is gone; null: it was not. */
        failed_at: instant.nullable(),
        /** False while it is being made, and once the matter is purged. */
        has_file: z.boolean(),
        pages: z.number().nullable(),
        sha256: z.string().nullable(),
        /** Whose certificate the file’s own signature is by; null where it carries none. */
        certificate: z.object({ name: z.string(), fingerprint: z.string() }).nullable(),
        /** "DOE000001–000048". */
        numbers: z.string().nullable(),
        parts: z.array(z.object({ title: z.string(), numbers: z.string() })),
      }),
    ),
    can: z.object({
      ask: z.boolean(),
      prepare: z.boolean(),
      confirm: z.boolean(),
      set_prefix: z.boolean(),
      sign: z.boolean(),
      download: z.boolean(),
    }),
  })
  .meta({ id: 'Disclosure' });
export type DisclosureView = z.output<typeof disclosureView>;

type Who = { kind: ActorKind };
const params = z.object({ id: idParam });
const either = ({ kind }: Who) => isExpertSide(kind) || isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const orderers = ({ kind }: Who) => isRequesterSide(kind) || (isStaff(kind) && readsContents(kind));
const experts = ({ kind }: Who) => isExpertSide(kind);
const REFUSALS = ['not_found', 'forbidden', 'wrong_state', 'lost_race', 'invalid', 'stale'] as const;
const post = (id: string, path: string) => reviewCommand(`disclosure.${id}`, `disclosure/${path}`);
const lock_version = z.number().int().nonnegative();
const fileIds = z.array(idParam).max(FILES_MOST);

export const disclosureEndpoints = {
  read: defineEndpoint({
    id: 'disclosure.read',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/disclosure',
    summary: 'The expert’s disclosure of a legal case: its six elements, what each lacks, and the packets made of them',
    allow: either,
    shape: { params, output: disclosureView },
    errors: ['not_found'],
  }),
  ask: defineEndpoint({
    ...post('ask', 'ask'),
    summary: 'Asks the expert for the packet',
    allow: orderers,
    shape: { params, body: z.object({}).default({}), output: disclosureView },
    errors: REFUSALS,
  }),
  facts: defineEndpoint({
    ...post('facts', 'facts'),
    summary:
      'Says which of the released files were considered, and what else; the expert confirms it, an assistant prepares it',
    allow: experts,
    shape: {
      params,
      body: z.object({
        /** Of the released files, those that were not considered. */
        left_out: fileIds,
        others: z.array(z.string().trim().min(1, 'Enter what was considered.').max(OTHER_TEXT_MOST)).max(OTHERS_MOST),
        confirm: z.boolean(),
        lock_version,
      }),
      output: disclosureView,
    },
    errors: REFUSALS,
  }),
  exhibits: defineEndpoint({
    ...post('exhibits', 'exhibits'),
    summary: 'Says which files are exhibits, in their order; the expert confirms it, an assistant prepares it',
    allow: experts,
    shape: {
      params,
      body: z.object({ exhibits: z.array(idParam).max(200), confirm: z.boolean(), lock_version }),
      output: disclosureView,
    },
    errors: REFUSALS,
  }),
  nothing: defineEndpoint({
    ...post('nothing', 'nothing'),
    summary: 'Confirms that there is nothing to list: no publication of ten years, no testimony of four',
    allow: experts,
    shape: {
      params,
      body: z.object({ no_publications: z.boolean(), no_testimony: z.boolean(), lock_version }),
      output: disclosureView,
    },
    errors: REFUSALS,
  }),
  prefix: defineEndpoint({
    ...post('prefix', 'prefix'),
    summary: 'Sets what stands before the page numbers of packets still to be made',
    allow: either,
    shape: {
      params,
      body: z.object({ prefix: z.string().trim().max(PREFIX_MOST), lock_version }),
      output: disclosureView,
    },
    errors: REFUSALS,
  }),
  sign: defineEndpoint({
    ...post('sign', 'sign'),
    summary: 'Signs the packet as it was read; its file is made within a minute, and never replaced',
    allow: ({ kind }) => isExpert(kind),
    in_person: true,
    shape: {
      params,
      body: z.object({
        content_sha256: z.string().length(64),
        ...typedSignature.shape,
      }),
      output: disclosureView,
    },
    errors: [...REFUSALS, 'reauthentication_required'],
  }),
  packet: defineEndpoint({
    id: 'disclosure.packet',
    method: 'GET',
    path: '/api/v1/{kind}/{id}/disclosure/{version}/packet',
    summary: 'A packet as PDF; the same bytes each time',
    allow: either,
    shape: { params: params.extend({ version: idParam }), output: nothing },
    errors: ['not_found', 'wrong_state', 'damaged'],
    raw: 'application/pdf',
  }),
};
