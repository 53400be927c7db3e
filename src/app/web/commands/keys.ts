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

/** What the overview lists, and what the keys do. */
export const SHORTCUTS = [
  { keys: ['mod', 'K'], does: 'Search, or jump to a page' },
  { keys: ['/'], does: 'The same' },
  { keys: ['g', 'd'], does: 'Go to your dashboard' },
  { keys: ['g', 'c'], does: 'Go to your conversations' },
  { keys: ['n'], does: 'Start a new case review, where you may' },
  { keys: ['j'], does: 'Next row of a list' },
  { keys: ['k'], does: 'Previous row of a list' },
  { keys: ['x'], does: 'Choose the row, to act on several' },
  { keys: ['mod', 'F'], does: 'Search in the open record' },
  { keys: ['+'], does: 'Make the record larger' },
  { keys: ['-'], does: 'Make it smaller' },
  { keys: ['m'], does: 'Mark the passage selected in a record' },
  { keys: ['?'], does: 'This overview' },
] as const;
