/** A sum over a text that tells two apart: of 2^32 by one start, so that two starts make one of 2^64. */
function sumOf(text: string, start: number): string {
  let sum = start;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01_00_01_93);
  return (sum >>> 0).toString(36);
}

/**
 * A form's key as a header takes it: whatever was typed into it, it stays short and plain, and another text is another key. What
 * tells forms apart stands first.
 */
export const headerKey = (key: string): string =>
  /^[\x20-\x7e]{1,150}$/.test(key)
    ? key
    : `${key.slice(0, 36).replaceAll(/[^\x20-\x7e]/g, '_')} ${key.length} ${sumOf(key, 0x81_1c_9d_c5)}${sumOf(key, 0x9e_37_79_b9)}`;
