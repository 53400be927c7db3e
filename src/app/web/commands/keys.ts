const SINGLE_KEYS = 'singleKeyShortcuts';

/** Whether single letters are shortcuts; they can be switched off, for those whose speech or hands press keys by chance. */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, 'off');
  } catch {
    // holds until the page is left
  }
}

/** Whether keys typed there are text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], [role="slider"]') !== null)
  );
}

export const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
