import type { FormContext } from '../rules.ts';

/** What an order would bring along, so that every part of a form can be seen. */
export const EXAMPLE: FormContext = {
  facts: {},
  questions: [{ id: 'q1', text: 'Each question of the order appears here, with room for its answer.' }],
  charts: [
    { key: 'a', label: 'Chart A' },
    { key: 'b', label: 'Chart B' },
  ],
};
