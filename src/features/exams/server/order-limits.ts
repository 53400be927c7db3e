import { dateText } from '../../../core/dates.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { ImeFields } from '../../reviews/kinds/ime/fields.ts';
import type { OrderLimits } from '../../reviews/ports.ts';
import { stateName } from '../../reviews/rules.ts';
import { earliestExam, videoFrom } from '../rules.ts';
import { lawOf } from './load.ts';
import { ruleBook } from './rule-book.ts';

const NONE = { faults: [], warnings: [] };

/**
 * An order for an exam by video: it cannot be placed where no rule allows one on any day, and where the rule that does begins later it says from when
 * on (decision 140).
 */
export const orderLimits: OrderLimits = async (db, { kind, fields }, today) => {
  const order = fields as Partial<ImeFields>;
  const { jurisdiction_state: state, coverage = null } = order;
  // what an order lacks is asked for where it is
  if (!KINDS[kind].has_exam || order.place_type !== 'telehealth' || order.service === 'records_review' || !state)
    return NONE;
  const law = await lawOf(db, order, today);
  const first = earliestExam(law.ruleOn, today, law.isHoliday);
  const from = videoFrom({ state, coverage, on: first }, await ruleBook(db));
  const path = 'place_type';
  if (from === null)
    return {
      ...NONE,
      faults: [
        {
          section: 'step_two',
          path,
          rule: 'video_allowed',
          message: `No rule that allows an exam by video is entered for ${stateName(state)}. Choose another place.`,
        },
      ],
    };
  if (from <= first) return NONE;
  const message = `In ${stateName(state)} an exam can be held by video from ${dateText(from, 'medium')} on. Before that day it is held at a place.`;
  return { ...NONE, warnings: [{ path: `step_two.${path}`, message }] };
};
