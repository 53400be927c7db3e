/**
 * Lifecycles as data. A table is a list of transitions; everything else (who may, what is possible now, the printed
 * documentation, the tests) is read from it.
 */
export interface Transition<
  State extends string = string,
  Action extends string = string,
  Who extends string = string,
  Guard extends string = string,
> {
  from: readonly State[];
  action: Action;
  /** `return` goes back to the state remembered when a side state was entered. */
  to: State | 'return';
  who: readonly Who[];
  guards?: readonly Guard[];
  /** Whether the actor must say why. */
  reason?: 'required' | 'optional';
  /** Verb phrase for the timeline, after the actor's name: "chose the expert". */
  says: string;
}

export interface Lifecycle<
  State extends string = string,
  Action extends string = string,
  Who extends string = string,
  Guard extends string = string,
> {
  states: readonly State[];
  initial: State;
  /** States in which nothing more may happen. */
  final: readonly State[];
  transitions: readonly Transition<State, Action, Who, Guard>[];
}

/** States to go back to, the nearest first, joined by "/". */
export type StatePath<State extends string> = State | `${State}/${string}`;

/** The transition for an action in a state, or undefined: refused by default. */
export function transitionFor<S extends string, A extends string, W extends string, G extends string>(
  lifecycle: Lifecycle<S, A, W, G>,
  state: S,
  action: A,
): Transition<S, A, W, G> | undefined {
  return lifecycle.transitions.find((t) => t.action === action && t.from.includes(state));
}

/** Every action the table names, once, in table order. */
export function actionsOf<S extends string, A extends string, W extends string, G extends string>(
  lifecycle: Lifecycle<S, A, W, G>,
): A[] {
  return [...new Set(lifecycle.transitions.map((t) => t.action))];
}

/** Faults of a table: states nobody enters or leaves, unknown states, two answers to one question. Empty when sound. */
export function lifecycleFaults<S extends string, A extends string, W extends string, G extends string>(
  lifecycle: Lifecycle<S, A, W, G>,
): string[] {
  const faults: string[] = [];
  const known = new Set<string>(lifecycle.states);
  const entered = new Set<string>([lifecycle.initial]);
  const left = new Set<string>();
  const seen = new Set<string>();
  for (const t of lifecycle.transitions) {
    if (t.to !== 'return') entered.add(t.to);
    if (t.to !== 'return' && !known.has(t.to)) faults.push(`${t.action} leads to unknown state ${t.to}`);
    for (const from of t.from) {
      left.add(from);
      if (!known.has(from)) faults.push(`${t.action} starts in unknown state ${from}`);
      const key = `${from}/${t.action}`;
      if (seen.has(key)) faults.push(`two transitions for ${key}`);
      seen.add(key);
    }
    if (t.who.length === 0) faults.push(`${t.action} is nobody's`);
  }
  for (const state of lifecycle.states) {
    if (!entered.has(state)) faults.push(`nothing leads to ${state}`);
    const isFinal = lifecycle.final.includes(state);
    if (!left.has(state) && !isFinal) faults.push(`nothing leads out of ${state}`);
    if (left.has(state) && isFinal) faults.push(`${state} is called final but can be left`);
  }
  return faults;
}
