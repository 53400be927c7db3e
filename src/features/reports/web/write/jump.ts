/** Brings a question into view and puts the focus into its control. `number` counts the requester's questions from 1. */
export function jumpTo(key: string, number?: number): void {
  const hosts = document.querySelectorAll<HTMLElement>(`[data-question="${CSS.escape(key)}"]`);
  const host = hosts[0];
  const inner = number === undefined ? null : host?.querySelectorAll<HTMLElement>('li[data-question]')[number - 1];
  const at = inner ?? host;
  // of a question whose choice is made it is the explanation that is missing
  const explains = at?.querySelector('input:checked')
    ? at.querySelector<HTMLElement>('[role="textbox"][aria-required="true"]')
    : null;
  const control =
    explains ??
    at?.querySelector<HTMLElement>('input:checked, [role="textbox"]') ??
    at?.querySelector<HTMLElement>('input, select, textarea, button');
  at?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
