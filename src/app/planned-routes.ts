import { BUILT_KINDS, KIND_NAMES, KINDS, type Kind } from '../core/kinds.ts';

/** A route whose page is not there yet: what will stand there, what can be done today, and the way to it. */
export interface PlannedRoute {
  path: string;
  access: 'public' | 'entry' | 'actor';
  /** What the page is about, as its heading. */
  title: string;
  /** What will stand there. */
  later: string;
  /** What one can do today instead. */
  today: string;
  /** The way to it. Where there is none of its own, `home`: the reader's start page. */
  way: { label: string; href: string } | 'home';
}

const write = (label: string, reason: string, message = ''): { label: string; href: string } => ({
  label,
  href: `/contact?reason=${reason}${message ? `&message=${encodeURIComponent(message)}` : ''}`,
});

const PUBLIC = [
  {
    path: '/invoice',
    access: 'public',
    title: 'Invoices',
    later: 'An invoice will be shown here by its link, and your organization’s invoices when you are signed in.',
    today: 'What a review costs is on its page, line by line. To get an invoice, write to us with the review’s number.',
    way: write('Ask for an invoice', 'billing', 'I need the invoice for:  '),
  },
  {
    path: '/public-report/{id}',
    access: 'public',
    title: 'A shared report',
    later: 'A report somebody shared by a link will be read here.',
    today:
      'The person who ordered the review reads and downloads the report on the review’s page, and can send it to you.',
    way: write('Write to us', 'review'),
  },
] as const satisfies readonly PlannedRoute[];

const WORK = [
  {
    path: '/{reviewType}/{reviewId}/availability-calendar',
    access: 'actor',
    title: 'Availability calendar',
    later: 'Offers, calls and busy times will be seen here by week and month.',
    today: 'The times offered and the call are on the review’s page.',
    way: { label: 'Open the review', href: '/{reviewType}/{reviewId}' },
  },
  {
    path: '/zoom_auth',
    access: 'actor',
    title: 'Connecting Zoom',
    later: 'Zoom will bring you back here when you connect it.',
    today: 'Calls use the dial-in given with each call. Nothing was connected just now.',
    way: 'home',
  },
  {
    path: '/ms_auth',
    access: 'actor',
    title: 'Connecting Microsoft Teams',
    later: 'Microsoft will bring you back here when you connect Teams.',
    today: 'Calls use the dial-in given with each call. Nothing was connected just now.',
    way: 'home',
  },
  {
    path: '/box_auth',
    access: 'actor',
    title: 'Connecting Box',
    later: 'Box will bring you back here when you connect it.',
    today: 'Records are uploaded from your computer, whole folders too. Nothing was connected just now.',
    way: 'home',
  },
] as const satisfies readonly PlannedRoute[];

/** The pages of one kind of review whose lifecycle is not there yet. */
function ofKind(kind: Kind): PlannedRoute[] {
  const { label, singular, slug, list_path, completed_path, ahead_path, invite_path } = KINDS[kind];
  const today = 'Case reviews and peer reviews can be ordered and delivered whole.';
  const page = (path: string, title: string, later: string): PlannedRoute => ({
    path,
    access: 'actor',
    title,
    later,
    today,
    way: 'home',
  });
  const one = `/${slug}/{reviewId}`;
  const steps = ['one', 'two', 'three', 'four'];
  return [
    page(list_path, label, `${label} under way will be listed here, by whose move it is.`),
    page(completed_path, `Completed ${label}`, `${label} that ended will be kept here.`),
    ...(ahead_path
      ? [
          page(
            ahead_path,
            `${label} ordered ahead`,
            `${label} planned for a season will be listed here until they are due.`,
          ),
        ]
      : []),
    page(one, label, `One ${singular} will be followed here from order to report.`),
    page(`${one}/edit`, label, `The order of one ${singular} will be changed here.`),
    page(`${one}/file-request`, label, `Records asked for in one ${singular} will be sent here.`),
    ...steps.map((step) => page(`${one}/step-${step}`, label, `Step ${step} of ordering one will be here.`)),
    {
      path: `${invite_path}/{uniqueHash}`,
      access: 'public',
      title: 'Your invitation',
      later: `Invitations of experts to one ${singular} will be answered here.`,
      today:
        'No such invitation has been sent yet. Invitations to case reviews and peer reviews are answered through the link in the e-mail.',
      way: write('Write to us', 'expert'),
    },
  ];
}

/** The routes of the product that another piece of work still owns. None of them is in the navigation. */
export const LATER_ROUTES: readonly PlannedRoute[] = [
  ...PUBLIC,
  ...WORK,
  ...KIND_NAMES.filter((kind) => !BUILT_KINDS.includes(kind)).flatMap(ofKind),
];

/** The paths above that stand as text; one that gets its page leaves this file (a type in routes.ts sees to it). */
export type PlannedPath = (typeof PUBLIC | typeof WORK)[number]['path'];

/** The status page of a review page of a kind that is not there yet; null for a kind that is, or none at all. */
export function plannedOfKind(kind: Kind): PlannedRoute | null {
  if (BUILT_KINDS.includes(kind)) return null;
  return ofKind(kind).find(({ path }) => path === `/${KINDS[kind].slug}/{reviewId}`) ?? null;
}
