/**
 * Puts into the first picture of a page behind sign-in what the line of notes will say: the first announcement that was
 * not closed on this machine, else where the privacy policy is, else nothing. `notes.tsx` decides the same for the page
 * itself. It names nothing outside itself, as its text stands in the document, after the picture and the settings.
 */
export function fillNotes(closedKey: string, dismissedKey: string): void {
  const [told, privacy] = document.querySelectorAll('#root section[aria-label="Notes"]');
  if (!told || !privacy) return;
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
  const count = open.length + (dismissed ? 0 : 1);
  const text = told.querySelector('p');
  const turn = told.querySelector('span');
  if (first === undefined) told.remove();
  else {
    privacy.remove();
    if (text) text.textContent = first.text;
    if (count === 1) turn?.remove();
    else if (turn?.firstElementChild) turn.firstElementChild.textContent = `1 of ${count}`;
  }
  if (dismissed) privacy.remove();
}
