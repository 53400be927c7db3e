/**
 * Says on the document what the first picture of a page behind sign-in notes in its line, before anything is painted: the
 * first announcement that was not closed on this machine, else where the privacy policy is, else nothing. `notes.tsx`
 * decides the same for the page itself. It names nothing outside itself, as its text stands in the head of the document,
 * after the settings.
 */
export function chooseFirstNote(closedKey: string, dismissedKey: string): void {
  let open: { id: number; text: string }[] = [];
  let dismissed = false;
  try {
    const { answers } = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as {
      answers?: { announcements?: { data: typeof open } };
    };
    dismissed = localStorage.getItem(dismissedKey) !== null;
    const closed: unknown = JSON.parse(localStorage.getItem(closedKey) ?? '[]');
    open = (answers?.announcements?.data ?? []).filter(({ id }) => !(Array.isArray(closed) && closed.includes(id)));
  } catch {
    // storage is switched off, or not as we wrote it: what stands by default is shown
  }
  const [first] = open;
  const { dataset } = document.documentElement;
  dataset.firstNote = first === undefined ? (dismissed ? 'none' : 'privacy') : 'told';
  dataset.firstNoteText = first?.text ?? '';
  dataset.firstNoteCount = String(open.length + (dismissed ? 0 : 1));
}

/**
 * Puts into the picture what was chosen in the head, and takes out the lines that are not seen. It names nothing outside
 * itself, as its text stands in the document, after the picture.
 */
export function fillFirstNote(): void {
  const { firstNote, firstNoteText = '', firstNoteCount = '1' } = document.documentElement.dataset;
  const [told, privacy] = document.querySelectorAll('#root section[aria-label="Notes"]');
  if (!told || !privacy) return;
  if (firstNote !== 'privacy') privacy.remove();
  if (firstNote !== 'told') return told.remove();
  const text = told.querySelector('p > span');
  const turn = told.querySelector(':scope > span');
  if (text) text.textContent = firstNoteText;
  if (firstNoteCount === '1') turn?.remove();
  else if (turn?.firstElementChild) turn.firstElementChild.textContent = `1 of ${firstNoteCount}`;
}
