/** What an expert of a legal case does by the hour. */
export const TASK_TYPES = {
  record_review: 'Record review',
  research: 'Research',
  conference: 'Conference',
  report: 'Report',
  rebuttal: 'Rebuttal',
  affidavit: 'Affidavit',
  deposition_prep: 'Deposition preparation',
  deposition: 'Deposition',
  trial_prep: 'Trial preparation',
  trial: 'Trial',
  travel: 'Travel',
} as const;
export type TaskType = keyof typeof TASK_TYPES;
export const TASK_TYPE_NAMES = Object.keys(TASK_TYPES) as [TaskType, ...TaskType[]];

export const TASK_STATES = ['requested', 'approved', 'in_progress', 'done', 'cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];
export const TASK_STATE_WORDS: Readonly<Record<TaskState, string>> = {
  requested: 'To be approved',
  approved: 'Approved',
  in_progress: 'In progress',
  done: 'Done',
  cancelled: 'Canceled',
};

export type TaskAct = 'approve' | 'record' | 'finish' | 'reopen' | 'cancel' | 'ask_budget';
/** Who orders the work, and who does it; an assistant acts for the expert. */
export type WorkSide = 'requester' | 'expert';

interface Row {
  from: readonly TaskState[];
  act: TaskAct;
  to: TaskState | 'same';
  by: readonly WorkSide[];
}

/** From, act, to, who. */
export const TASK_TABLE: readonly Row[] = [
  { from: ['requested'], act: 'approve', to: 'approved', by: ['requester'] },
  { from: ['approved', 'in_progress'], act: 'record', to: 'in_progress', by: ['expert'] },
  { from: ['approved', 'in_progress'], act: 'ask_budget', to: 'same', by: ['expert'] },
  { from: ['approved', 'in_progress'], act: 'finish', to: 'done', by: ['expert'] },
  { from: ['done'], act: 'reopen', to: 'in_progress', by: ['requester'] },
  { from: ['requested'], act: 'cancel', to: 'cancelled', by: ['requester', 'expert'] },
  { from: ['approved', 'in_progress'], act: 'cancel', to: 'cancelled', by: ['requester'] },
];

/** The state of a task after an act of one of these sides, or null where it cannot be taken now. */
export function taskAfter(state: TaskState, act: TaskAct, sides: readonly WorkSide[]): TaskState | null {
  const row = TASK_TABLE.find(
    (one) => one.act === act && one.from.includes(state) && one.by.some((side) => sides.includes(side)),
  );
  return row ? (row.to === 'same' ? state : row.to) : null;
}

/** Whether one of these sides ever takes this act. */
export const mayTake = (act: TaskAct, sides: readonly WorkSide[]): boolean =>
  TASK_TABLE.some((one) => one.act === act && one.by.some((side) => sides.includes(side)));
