import { type KindPrices, INCLUDED_PAGES, type ServicePrice } from '../../billing/rules.ts';
import type { OrganizationFlags } from '../../organizations/rules.ts';
import { type KindForm, offeredServices, type Service } from '../kinds/form.ts';

/** What a call of an organization takes and costs; a row of its price book. */
export interface MeetingFields {
  name: string;
  /** What one gets, in a line. */
  gets: string;
  minutes: number;
  /** Minutes kept free of other engagements before it and after it. */
  buffer_before: number;
  buffer_after: number;
  price_cents: number;
  /** A written report is part of it. */
  report: boolean;
  /** No longer offered; reviews ordered with it stay as they are. */
  retired: boolean;
}

export interface MeetingType extends MeetingFields {
  /** What an order names it by, for good. */
  key: string;
}

/** What somebody wrote about a type: the platform (null), or an organization for itself and those below it. */
export interface MeetingRow extends MeetingType {
  organization_id: number | null;
}

/** What a type was when a review was ordered with it. */
export type OrderedMeeting = Pick<
  MeetingType,
  'key' | 'name' | 'minutes' | 'buffer_before' | 'buffer_after' | 'report'
>;

/** How long an engagement is, and how much of the expert's time it takes on both sides. */
export interface MeetingLength {
  minutes: number;
  buffer_before: number;
  buffer_after: number;
}

/** Between two engagements of which nothing else is said stays this much air. */
export const USUAL_BUFFER = { buffer_before: 0, buffer_after: 10 } as const;
/** A call of which nothing is said takes so many minutes. */
const CALL_MINUTES = 30;

/** The calls that come with a kind: those that are ordered, and the one that is asked for later. */
export function shippedMeetings(form: KindForm): MeetingType[] {
  const calls = form.services.filter(({ minutes }) => minutes !== null);
  return [...calls, ...(form.later_call ? [form.later_call] : [])].map(({ value, label, gets, minutes, report }) => ({
    key: value,
    name: label,
    gets,
    minutes: minutes ?? CALL_MINUTES,
    ...USUAL_BUFFER,
    price_cents: form.prices.services[value]?.base_cents ?? 0,
    report,
    retired: false,
  }));
}

/** A type with the level that said so last: `shipped`, the platform (null), or an organization. */
export interface MeetingNow extends MeetingType {
  of: 'shipped' | number | null;
}

/**
 * The types that hold for an organization: what comes with the kind, as whoever is nearest to it says. `rows` are those of
 * the platform and of the organization and its parents, nearest first.
 */
export function meetingsOf(form: KindForm, rows: readonly MeetingRow[]): MeetingNow[] {
  const said = new Map<string, MeetingNow>(shippedMeetings(form).map((one) => [one.key, { ...one, of: 'shipped' }]));
  for (const { organization_id, ...row } of rows.toReversed()) said.set(row.key, { ...row, of: organization_id });
  return [...said.values()];
}

/** Something an order can be of, or could be when it was begun, with what it costs. */
export interface OfferedService extends Service {
  /** Its row of the price book, where that is not the kind's own. */
  priced_as: ServicePrice | null;
  /** Who says its price: as the product comes, the platform (null), or an organization. */
  of: MeetingNow['of'];
  retired: boolean;
}

/** Everything an order of a kind can be of for an organization, retired types included, in the order of the form. */
export function servicesFor(form: KindForm, rows: readonly MeetingRow[]): OfferedService[] {
  const meetings = new Map(meetingsOf(form, rows).map((one) => [one.key, one]));
  if (form.later_call) meetings.delete(form.later_call.value);
  const kept = form.services.map((service) => {
    const meeting = meetings.get(service.value);
    meetings.delete(service.value);
    return meeting && meeting.of !== 'shipped'
      ? asService(form.prices, meeting)
      : { ...service, priced_as: null, of: 'shipped' as const, retired: false };
  });
  const added = [...meetings.values()].map((meeting) => asService(form.prices, meeting));
  // what is added stands with the calls, before what has none
  const calls = kept.filter(({ minutes }) => minutes !== null);
  return [...calls, ...added, ...kept.filter(({ minutes }) => minutes === null)];
}

/** What of it is offered now. */
export const servicesOffered = (
  form: KindForm,
  services: readonly OfferedService[],
  flags: Readonly<Partial<OrganizationFlags>>,
): OfferedService[] => offeredServices(form, flags, services).filter(({ retired }) => !retired);

function asService(prices: KindPrices, meeting: MeetingNow): OfferedService {
  const { key, name, gets, minutes, report, retired, price_cents, of } = meeting;
  const own = prices.services[key] ?? { factor_of: 'call', factor: 'price_modifier', included_pages: INCLUDED_PAGES };
  return {
    value: key,
    label: name,
    gets,
    minutes,
    report,
    retired,
    of,
    priced_as: { ...own, label: name, base_cents: price_cents, report: report ? 'priced' : 'later' },
  };
}

/** A kind's prices with the row a service is priced by. */
export const pricesWith = (prices: KindPrices, service: OfferedService | null): KindPrices =>
  service?.priced_as ? { ...prices, services: { ...prices.services, [service.value]: service.priced_as } } : prices;

/** What a review is of, as it was ordered; a kind's own word where nothing was kept with it. */
export function orderedService(
  form: Pick<KindForm, 'services'>,
  service: string | null,
  ordered: OrderedMeeting | null,
): Pick<Service, 'value' | 'label' | 'minutes' | 'report'> | null {
  if (service === null) return null;
  if (ordered?.key === service)
    return { value: service, label: ordered.name, minutes: ordered.minutes, report: ordered.report };
  return form.services.find(({ value }) => value === service) ?? null;
}

interface WithMeeting {
  service: string | null;
  meeting: OrderedMeeting | null;
}

const lengthIn = ({ minutes, buffer_before, buffer_after }: MeetingLength): MeetingLength => ({
  minutes,
  buffer_before,
  buffer_after,
});

/** How long the call of a review is as it was ordered; null where it keeps none, and the types of now say it. */
export const orderedLength = ({ service, meeting }: WithMeeting): MeetingLength | null =>
  meeting !== null && meeting.key === service ? lengthIn(meeting) : null;

/** How long the call of a review is, as it was ordered, or as the types of its organization say now. */
export function meetingLength(form: KindForm, review: WithMeeting, rows: readonly MeetingRow[]): MeetingLength {
  const ordered = orderedLength(review);
  if (ordered) return ordered;
  const now = meetingsOf(form, rows);
  const found = now.find(({ key }) => key === review.service) ?? now.find(({ key }) => key === form.later_call?.value);
  return found ? lengthIn(found) : { minutes: CALL_MINUTES, ...USUAL_BUFFER };
}

/** What is kept of a type with a review ordered by it; null for a service without a call. */
export function keptMeeting(
  form: KindForm,
  service: string | null,
  rows: readonly MeetingRow[],
): OrderedMeeting | null {
  const found = meetingsOf(form, rows).find(({ key }) => key === service);
  if (!found || found.key === form.later_call?.value) return null;
  const { key, name, minutes, buffer_before, buffer_after, report } = found;
  return { key, name, minutes, buffer_before, buffer_after, report };
}

const MEETING_LIMITS = {
  name: 80,
  gets: 200,
  minutes: { min: 10, max: 240 },
  buffer: { max: 120 },
  price_cents: { max: 10_000_000 },
} as const;

/** People choose from them in an order: beyond so many of a kind at one level it is no choice any more. */
export const MEETINGS_MOST = 100;

/** Why a level that has so many types of a kind takes no further one; null: it does. */
export const whyNoFurtherMeeting = (own: number): string | null =>
  own < MEETINGS_MOST
    ? null
    : `There are ${MEETINGS_MOST} types here, as many as can be. Change one that is retired instead.`;

/** What is wrong with a type, each at its field. `others` are the names in use beside it. */
export function meetingFaults(
  fields: MeetingFields,
  { others, is_later_call }: { others: readonly string[]; is_later_call: boolean },
): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const say = (path: string, message: string) => faults.push({ path, message });
  const name = fields.name.trim();
  if (name === '') say('name', 'Give it a name.');
  else if (name.length > MEETING_LIMITS.name) say('name', `Use ${MEETING_LIMITS.name} characters at most.`);
  else if (others.some((other) => other.toLowerCase() === name.toLowerCase()))
    say('name', 'Another type has this name already.');
  if (fields.gets.trim() === '') say('gets', 'Say in a line what one gets.');
  else if (fields.gets.trim().length > MEETING_LIMITS.gets)
    say('gets', `Use ${MEETING_LIMITS.gets} characters at most.`);
  const { min, max } = MEETING_LIMITS.minutes;
  if (fields.minutes < min || fields.minutes > max || fields.minutes % 5 !== 0)
    say('minutes', `Enter ${min} to ${max} minutes, in steps of five.`);
  for (const path of ['buffer_before', 'buffer_after'] as const)
    if (fields[path] < 0 || fields[path] > MEETING_LIMITS.buffer.max || fields[path] % 5 !== 0)
      say(path, `Enter 0 to ${MEETING_LIMITS.buffer.max} minutes, in steps of five.`);
  if (fields.price_cents < 0 || fields.price_cents > MEETING_LIMITS.price_cents.max)
    say('price_cents', 'Enter a price from $0 to $100,000.');
  if (is_later_call && fields.price_cents !== 0)
    say('price_cents', 'This call is part of the review and is not priced.');
  if (is_later_call && fields.report) say('report', 'This call follows the report.');
  if (is_later_call && fields.retired)
    say('retired', 'A reviewer’s call always has a length. Change it instead of retiring it.');
  return faults;
}
