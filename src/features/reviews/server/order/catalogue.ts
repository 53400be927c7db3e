import { sql } from 'kysely';
import { isRequesterSide, isStaff, seesOwnOrders } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import { dateIn } from '../../../../core/time.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { Services } from '../../../../platform/services.ts';
import { resolveFlags, resolveSettings } from '../../../organizations/rules.ts';
import type { Kind } from '../../../../core/kinds.ts';
import {
  earliestNeededBy,
  fieldExists,
  formNamed,
  formOf,
  hasAttention,
  isShippedForm,
  servicesOffered,
  servicesFor,
  statuteFor,
  type KindForm,
  type OwnReviewType,
  rulesOf,
  stateRow,
  statusView,
  US_STATES,
} from '../../rules.ts';
import { offeredLicenses } from '../../../../platform/db/license-rows.ts';
import { extraHolidays } from '../../../../platform/db/extra-holidays.ts';
import { meetingRows } from '../../../../platform/db/meeting-rows.ts';
import { statuteRows } from '../../../../platform/db/statute-rows.ts';
import { holidaysIn } from '../../rules/holidays.ts';
import { lengthsOf } from '../../rules/lengths.ts';
import { ordersForAnother } from './orderable.ts';
import { reviewTypesOf } from './types.ts';

const DEFAULT_PROMPT = 'One issue in each question. Put the one you most need answered first.';

/** Fields, options and statuses of a kind of review as they hold for the ordering organization. */
export async function readFields(services: Services, db: ActorDb, kind: Kind, wanted: number | undefined) {
  const form = formOf(kind);
  const { actor } = db;
  const now = services.clock.now();
  const id = wanted ?? actor.organization_id;
  const allowed = isStaff(actor.kind) || (id !== null && actor.organization_ids.includes(id));
  if (wanted !== undefined && !allowed) throw new Refusal('not_found');
  const own =
    id !== null && allowed && (isRequesterSide(actor.kind) || isStaff(actor.kind)) ? await organization(db, id) : null;
  if (wanted !== undefined && !own) throw new Refusal('not_found');
  const flags = own?.flags ?? resolveFlags([]);
  const settings = own?.settings ?? resolveSettings([]);
  const types = (await reviewTypesOf(db.executor, kind, own?.id ?? null)).filter(({ offered }) => offered);
  const meetings = await meetingRows(db.executor, own?.id ?? null, kind);
  const zone = own?.time_zone ?? 'America/Chicago';
  const today = dateIn(now, zone);
  const isHoliday = holidaysIn(null, await extraHolidays(db.executor));
  const manages = isStaff(actor.kind) || (isRequesterSide(actor.kind) && !seesOwnOrders(actor.kind));
  return {
    organization: own
      ? {
          id: own.id,
          name: own.name,
          questions_prompt: flags.questions_for_expert_prompt_enabled
            ? settings.questions_for_expert_prompt || DEFAULT_PROMPT
            : DEFAULT_PROMPT,
          attention: hasAttention({ kind, organization: { flags } }),
          claimant_field: flags.enable_claimant_field_for_peer_review_submission,
        }
      : null,
    for_others: await ordersForAnother(db, kind, own?.id ?? null),
    sections: form.sections.map(({ key, title, lead, fields }) => ({
      key,
      title,
      lead,
      fields: fields
        .filter((f) => fieldExists(f, flags) && (!f.managers_only || manages))
        .map((f) => {
          const { own, rows } = lengthsOf(form, f);
          return {
            key: f.key,
            label: f.label,
            type: f.type,
            required: f.required,
            help: f.help ?? null,
            options: f.options ?? null,
            min_length: f.min_length ?? null,
            max_length: own,
            row_lengths: rows,
            max_items: f.max_items ?? null,
            layout: f.layout ?? {},
            lines: f.lines ? { noun: f.lines.noun, columns: [...f.lines.columns] } : null,
          };
        }),
    })),
    options: {
      states: US_STATES,
      case_types: flags.case_type_enabled
        ? settings.case_type_options.map(({ value, label }) => ({ value, label }))
        : [],
      ime_types: flags.ime_type_enabled ? settings.ime_type_options.map(({ value, label }) => ({ value, label })) : [],
      ...form.options,
      ...(form.options['license_types']
        ? { license_types: (await offeredLicenses(db.executor)).map(({ key }) => ({ value: key, label: key })) }
        : {}),
      ...(types.length > 0
        ? {
            peer_review_types: types.map(({ value, label }) => ({ value, label })),
            report_forms: [...(form.options['report_forms'] ?? []), ...(await ownForms(db, types))],
          }
        : {}),
      ...(await statutesOffered(db, form, own?.id ?? null)),
      services: servicesOffered(form, servicesFor(form, meetings), flags).map(({ value, label, gets }) => ({
        value,
        label,
        hint: gets,
      })),
    },
    charts: Object.fromEntries(types.map(({ value, charts }) => [value, charts])),
    example: [...form.example],
    question_bank: [...form.question_bank],
    question_groups: form.question_groups,
    statuses: rulesOf(kind).lifecycle.states.map((key) => {
      const { bucket, ball } = stateRow(kind, key);
      return { status: statusView(kind, key), bucket, ball };
    }),
    earliest_needed_by: {
      standard: earliestNeededBy(form.needed_by_days, today, false, isHoliday),
      expedited: earliestNeededBy(form.needed_by_days, today, true, isHoliday),
    },
  };
}

/** The statute each state's orders begin with, and the statement that goes with it; nothing for a form that asks for none. */
async function statutesOffered(db: ActorDb, form: KindForm, organizationId: number | null) {
  if (!form.sections.some(({ fields }) => fields.some(({ layout }) => layout?.statute_of))) return {};
  const rows = await statuteRows(db.executor, organizationId);
  return {
    statutes: US_STATES.flatMap(({ value }) => {
      const text = statuteFor(rows, value);
      return text ? [{ value, label: text.citation, hint: text.statement }] : [];
    }),
  };
}

/** The forms, beside the shipped ones, that an organization's types are reported on. */
async function ownForms(db: ActorDb, types: readonly OwnReviewType[]) {
  const named = [...new Set(types.map(({ form }) => form))].filter((form) => !isShippedForm(form));
  if (named.length === 0) return [];
  const rows = await db
    .selectFrom('report_forms')
    .select(['report_forms.key', 'report_forms.version', 'report_forms.name'])
    .where('report_forms.key', 'in', [...new Set(named.map((form) => formNamed(form).key))])
    .orderBy('report_forms.version', 'desc')
    .execute();
  return named.flatMap((value) => {
    const { key, version } = formNamed(value);
    const form = rows.find((row) => row.key === key && (version === null || row.version === version));
    return form ? [{ value, label: form.name }] : [];
  });
}

async function organization(db: ActorDb, id: number) {
  const { rows: path } = await sql<{ id: number; name: string; time_zone: string; flags: unknown; settings: unknown }>`
    select o.id, o.name, o.time_zone, o.flags, o.settings from organization_path(${id}) p
    join organizations o on o.id = p.id order by p.depth`.execute(db.executor);
  const own = path[0];
  return own
    ? {
        id: own.id,
        name: own.name,
        time_zone: own.time_zone,
        flags: resolveFlags(path),
        settings: resolveSettings(path),
      }
    : null;
}
