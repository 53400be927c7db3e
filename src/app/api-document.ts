import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { sessionCookie } from '../features/accounts/server/index.ts';
import { API_SCOPES } from '../features/api-keys/rules.ts';
import type { Services } from '../platform/services.ts';
import { type ApiDocument, shapedDocument } from './api-shape.ts';

/** What each group of operations is about; a group is the first part of its endpoints' ids. */
const GROUPS: Record<string, string> = {
  accounts: 'Signing in, who one is, the account, its security, registering, and inviting people',
  organizations: 'Organizations as their people see them: names, prices, flags',
  exports: 'Everything an organization owns, as an archive it takes along',
  specialties: 'Specialties and sub-specialties',
  license_types: 'Kinds of licenses',
  credentials: 'A specialty with the licenses that go with it',
  experts: 'Experts’ CVs and what they are open to',
  applications: 'An applicant’s way to becoming an expert',
  approvals: 'Who approves prices above which amount, and what waits for it',
  reviews: 'Ordering reviews, their lists, their pages, and every step of their lifecycle',
  subscriptions: 'Subscriptions of peer reviews, their seats and quotas',
  files: 'Records of a review. They are uploaded at /api/v1/uploads by the tus protocol, version 1.0.0',
  file_requests: 'Records somebody asked for, and the answers',
  matching: 'Ranking, presenting and inviting experts; conflicts of interest',
  examinees: 'What the examinee of an exam was given, and the page they have by a link',
  rooms: 'Places with rooms that are rented for exams',
  exam_rules: 'What each state asks of exams, by version, as staff keep it',
  engagements: 'The agreement with a matter’s expert, who signed it, and the retainer',
  exams: 'Exams in person: appointments with their place, notices, and what came of the day',
  matter_dates: 'The dates of a matter before a court: entered, computed by rules, as a calendar file',
  matter_rules: 'The rules of courts those dates are computed by, as staff keep them',
  purpose_letters: 'The letter that tells an examiner what to answer: written, proposed, sent',
  disclosure: 'The expert’s disclosure of a legal case: its six elements, and the packets made of them',
  record_returns: 'What became of the records an expert of a legal case received, as they certify it',
  merit: 'Certificates of merit and affidavits of legal cases, as they are signed',
  merit_templates: 'The templates of certificates and affidavits, as staff keep them',
  billing_orders: 'Billing orders: what is charged is approved before it is invoiced, on purchase orders',
  price_books: 'Price books: what reviews cost from a day on',
  invoices: 'Invoices: issued, credited, paid, and read by their organization or by their link',
  earnings: 'What experts earned, for themselves alone',
  api_keys: 'API keys: what an organization’s programs ask with',
  meetings: 'What providers of calls tell of their meetings',
  box_imports: 'Records imported from Box: browsed, chosen, and how they come along',
  box_reports: 'Delivered reports put into a folder in Box, where asked',
  connected_accounts: 'Accounts of people at providers of calls and calendars, and how they are connected',
  calendars: 'Calendars: when people are busy by those they keep elsewhere, and a feed of what they have here',
  hl7: 'Record systems: where an organization’s results go by HL7, and how each was answered',
  webhooks: 'Webhooks: where an organization’s programs are told of what happens, and what they were told',
  payouts: 'Payouts to experts: proposed, released, paid, and what is reported to the tax authority',
  budgets: 'Budgets: what an organization, a requester, a matter or a cost center may come to',
  spend: 'What was spent, by month and by kind, specialty, requester and organization',
  ledger: 'The book of account: what was charged, paid in and drawn, with what each amount comes from',
  former_experts: 'Experts who left a legal case: what they hand over, and what they had delivered',
  matters: 'Several experts on one matter: the legal cases that belong together',
  continuations: 'Reviews that continue as a legal case with their expert: asked, agreed to, granted',
  interviews: 'Interviews of a legal case’s candidates before one is retained: times, what came of it, notes',
  testimony: 'Depositions and days at trial of legal cases: times, what calling off costs, transcripts and errata',
  hours: 'Work by the hour on legal cases: tasks, time, and budgets',
  scheduling: 'Offering times for a call, choosing one, moving it, saying that it was held or missed',
  reports: 'Writing, signing, returning and reading reports',
  public_reports: 'Links by which a delivered report is read without an account, and the page of who has one',
  report_forms: 'Forms that reports are written on, as organizations write and publish them',
  peer_review_types: 'Types of peer review an organization orders by',
  meeting_types: 'How long calls are, what they cost, and how much time stays free around them',
  statutes: 'What protects peer review in each state, and what reports say of it',
  outside: 'Links for people without an account: to send records, and to answer as the provider under review',
  opinions: 'Second opinions and how differing ones are settled',
  trends: 'Agreement and trends over peer reviews, and who may read them',
  conversations: 'The conversations beside a review',
  ratings: 'Ratings after a review',
  notifications: 'What the bell says, and which of it comes by e-mail',
  wordings: 'What mails say',
  taxonomy: 'Specialties and sub-specialties as staff keep them',
  holidays: 'Days on which business days do not count',
  announcements: 'Notes shown above every page',
  support: 'Writing to support and answering there, and errors that pages report',
  console: 'The console under /admin: what waits where',
  queues: 'What waits for staff, who has it, and the next one',
  audit: 'Everything that was done, its export, and whether it is unchanged',
  work: 'Jobs, what failed and is tried again, and deadlines',
  health: 'Whether all that the product stands on is in order',
  outbox: 'Mails and text messages as they were sent, for staff',
  deadlines: 'Deadlines that wait because the clock may be wrong',
};

const ABOUT = `Ordering and handling of expert medical reviews.

A program asks with an API key, made under *API keys* on the organization's page: \`Authorization: Bearer per_…\`. It asks as the
person who made it, for what the key was made for; each operation names the scope that opens it, and one that names none no key
opens. \`RateLimit\` says how many requests are left in which time, and 429 with \`Retry-After\` when to come back.

People sign in with \`POST /api/v1/user/login\`: the answer sets the session cookie operations without a key ask for. Whoever has
several profiles names the one they act with in the headers \`x-profile-type\` and \`x-profile-id\`. What one may not know of
answers 404, and every refusal is a problem document (RFC 9457). Money is in cents; instants are UTC. Operations that create
something or carry out a step take an \`Idempotency-Key\`: the same request under the same key is carried out once.`;

/** Has the server describe its routes as OpenAPI 3.1; to be called before there are any. `app.swagger()` answers the document. */
export async function documentApi(app: FastifyInstance, services: Services): Promise<void> {
  const pkg = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    description: string;
    license: string;
  };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Peritus',
        version: '1',
        summary: pkg.description,
        description: ABOUT,
        license: { name: pkg.license, identifier: pkg.license },
      },
      servers: [
        {
          url: '{installation}',
          variables: {
            installation: {
              default: new URL(services.env.public_url).origin,
              description: 'Where Peritus runs: everybody runs their own.',
            },
          },
        },
      ],
      security: [{ session: [] }],
      tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie(services),
            description: 'The session, as signing in sets it.',
          },
          api_key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'per_<number>_<43 digits and letters><6 more as checksum>',
            description: `An API key. Scopes: ${Object.entries(API_SCOPES)
              .map(([scope, words]) => `\`${scope}\` (${words.toLowerCase()})`)
              .join(', ')}.`,
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    // why: Swagger types every version of the document; ours is always OpenAPI 3.1
    transformObject: (one) => shapedDocument(jsonSchemaTransformObject(one) as unknown as ApiDocument) as never,
  });
}
