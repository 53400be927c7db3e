const forgetting = new Set<() => void>();

/** Registers what must end or be forgotten in this page when its person leaves. */
export function onLeaving(forget: () => void): void {
  forgetting.add(forget);
}

/** Ends and forgets all that was registered: nothing of one person goes on under another. */
export function forgetPerson(): void {
  for (const forget of forgetting) forget();
}
