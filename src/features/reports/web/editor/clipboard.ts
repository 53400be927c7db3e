import { z } from 'zod';
import { type Citations, citationsSchema, citedIds, parseCited, plainCited } from '../../rules.ts';

/** Cited text between two editors of ours; other programs read the plain words beside it. */
const OWN = 'application/x-peritus-cited';
const schema = z.object({ text: z.string().max(50_000), citations: citationsSchema });

export interface Cited {
  text: string;
  citations: Citations;
}

/** Only the passages that `text` cites. */
export const citationsOf = (text: string, known: Citations): Citations =>
  Object.fromEntries(
    citedIds(text).flatMap((id) => {
      const citation = Object.hasOwn(known, id) ? known[id] : undefined;
      return citation ? [[id, citation]] : [];
    }),
  );

/** Puts cited text on the clipboard: as it is for our editors, in plain words for everything else. */
export function copyTo(data: DataTransfer, { text, citations }: Cited): void {
  data.setData('text/plain', plainCited(text, citations));
  data.setData(OWN, JSON.stringify({ text, citations }));
}

/** Cited text from the clipboard; null when it does not come from an editor of ours or cites what it does not bring. */
export function readFrom(data: DataTransfer): Cited | null {
  const written = data.getData(OWN);
  if (written === '') return null;
  try {
    const { text, citations } = schema.parse(JSON.parse(written));
    const whole = parseCited(text).every((one) => one.type === 'text' || Object.hasOwn(citations, one.id));
    return whole ? { text, citations } : null;
  } catch {
    return null;
  }
}
