import { BUILT_KINDS, KIND_NAMES, KINDS, type Kind } from '../core/kinds.ts';

/** A route whose page is not there yet. What it says instead comes with its page (planned-routes.ts). */
export interface PlannedRow {
  path: string;
  access: 'public' | 'entry' | 'actor';
}

const SINGLE = [
  { path: '/invoice', access: 'public' },
  { path: '/public-report/{id}', access: 'public' },
  { path: '/{reviewType}/{reviewId}/availability-calendar', access: 'actor' },
  { path: '/zoom_auth', access: 'actor' },
  { path: '/ms_auth', access: 'actor' },
  { path: '/box_auth', access: 'actor' },
] as const satisfies readonly PlannedRow[];

/** The paths above; one that gets its page leaves that list (a type in routes.ts sees to it). */
export type PlannedPath = (typeof SINGLE)[number]['path'];

/** The pages of a kind of review whose lifecycle is not there yet, by what they are for. */
function ofKind(kind: Kind): readonly (PlannedRow & { part: PlannedPart })[] {
  const { slug, list_path, completed_path, ahead_path, invite_path } = KINDS[kind];
  const one = `/${slug}/{reviewId}`;
  const row = (part: PlannedPart, path: string, access: PlannedRow['access'] = 'actor') => ({ part, path, access });
  return [
    row('list', list_path),
    row('completed', completed_path),
    ...(ahead_path ? [row('ahead', ahead_path)] : []),
    row('one', one),
    row('edit', `${one}/edit`),
    row('file-request', `${one}/file-request`),
    row('step-one', `${one}/step-one`),
    row('step-two', `${one}/step-two`),
    row('step-three', `${one}/step-three`),
    row('step-four', `${one}/step-four`),
    row('invitation', `${invite_path}/{uniqueHash}`, 'public'),
  ];
}

/** What a page of a kind is for. */
export type PlannedPart =
  | 'list'
  | 'completed'
  | 'ahead'
  | 'one'
  | 'edit'
  | 'file-request'
  | `step-${'one' | 'two' | 'three' | 'four'}`
  | 'invitation';

/** The pages of kinds that are not there yet, with the kind and what they are for. */
export const PLANNED_OF_KINDS = KIND_NAMES.filter((kind) => !BUILT_KINDS.includes(kind)).flatMap((kind) =>
  ofKind(kind).map((row) => ({ ...row, kind })),
);

/** The routes of the product that another piece of work still owns. None of them is in the navigation. */
export const PLANNED_ROWS: readonly PlannedRow[] = [...SINGLE, ...PLANNED_OF_KINDS];

/** The row of a review page of a kind that is not there yet; null for a kind that is. */
export function plannedOfKind(kind: Kind): PlannedRow | null {
  if (BUILT_KINDS.includes(kind)) return null;
  return ofKind(kind).find(({ part }) => part === 'one') ?? null;
}
