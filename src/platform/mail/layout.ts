/** What a mail says, before it becomes HTML and plain text. It has no place for names of patients or parties. */
export interface RenderedMail {
  subject: string;
  /** Whose move it is: the first thing a mail answers. */
  move: Move;
  /** The reader's own seat, for the ball; without it the first. */
  reader?: 'requester' | 'expert' | 'staff' | 'none';
  /** Paragraphs, plain text. */
  lines: string[];
  /** A code the reader types somewhere: six digits, shown large. */
  code?: string;
  facts?: [label: string, value: string][];
  action?: { label: string; url: string };
  second?: { label: string; url: string };
  /** Why the reader gets it, where that is not a review they take part in. */
  why?: string;
}

interface Move {
  whose: 'you' | 'requester' | 'peritus' | 'expert' | 'nobody';
  /** What that seat does next, without the seat: "choose a call time by Thu, Nov 19". */
  what: string;
}

export interface Footer {
  public_url: string;
  privacy_url: string;
}

const SIDES = {
  you: 'Your move',
  requester: 'The requester’s move',
  peritus: 'Our move',
  expert: 'The expert’s move',
  nobody: 'Nobody’s move',
} as const;

/** The line that says whose move it is and what it is. */
const moveLine = ({ whose, what }: Move): string => `${SIDES[whose]}: ${what}`;

const WHY =
  'You’re receiving this e-mail because you take part in a review on Peritus. It names no patient and no party; sign in for the details.';

/** The first and the last line of a letter: whose move it is, and why it comes. */
export const footnotesOf = (letter: RenderedMail) => ({ move: moveLine(letter.move), why: letter.why ?? WHY });

/** The plain-text twin; every link stands on a line of its own. */
export function toText(letter: RenderedMail, footer: Footer): string {
  const facts = (letter.facts ?? []).map(([label, value]) => `${label}: ${value}`);
  const links = [letter.action, letter.second].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : []));
  return [
    moveLine(letter.move),
    ...(letter.code ? [`Your code: ${halves(letter.code).join(' ')}`] : []),
    ...letter.lines,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...links,
    `--\n${letter.why ?? WHY}\n${footer.public_url}\nPrivacy: ${footer.privacy_url}`,
  ].join('\n\n');
}

/** A code in two halves, as it is read aloud and typed. */
function halves(code: string): [string, string] {
  const middle = Math.ceil(code.length / 2);
  return [code.slice(0, middle), code.slice(middle)];
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const FONT = "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK_1 = '#14222a';
const INK_2 = '#475861';
const INK_3 = '#5f6f78';
const LINE = '#e2e8eb';
const PETROL = '#0f4c5c';
const EMPTY = '#cbd4d9';

/** For mail programs that follow the reader's scheme; the others keep the inline light colors. */
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:#0d1417!important}.sheet{background:#141d21!important;border-color:#33444b!important}
.ink1{color:#e6edf0!important}.ink2{color:#a9b8c0!important}.ink3,.ink3 a{color:#8c9ea7!important}
.soft{background:#17353d!important;border-color:#2c5a66!important}.rest{background:#1a2529!important;border-color:#26343a!important}.move{color:#7cc6d6!important}
.button{background:#7cc6d6!important;color:#0b2a33!important}.link{color:#7cc6d6!important}
.rule{border-color:#26343a!important}.on{background:#7cc6d6!important}.off{border-color:#55656d!important}}
@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}}`.replaceAll('\n', '');

/** Tables and inline styles, because mail programs know little else; nothing is loaded from anywhere. */
export function toHtml(letter: RenderedMail, footer: Footer): string {
  const e = escapeHtml;
  const lines = letter.lines
    .map(
      (line) =>
        `<p class="ink1" style="margin:0 0 12px;${FONT};font-size:15px;line-height:23px;color:${INK_1}">${e(line)}</p>`,
    )
    .join('');
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${e(letter.subject)}</title><style>${DARK}</style></head>
<body class="canvas" style="margin:0;padding:0;background:#f5f7f8">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#f5f7f8">${e(moveLine(letter.move))}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f5f7f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="pad ink2" style="padding:0 24px 12px;${FONT};font-size:14px;line-height:20px;font-weight:600;color:${INK_2}">Peritus</td></tr>
<tr><td class="sheet" style="background:#ffffff;border:1px solid ${EMPTY};border-radius:10px;overflow:hidden">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="pad ${letter.move.whose === 'you' ? 'soft' : 'rest'}" style="padding:16px 24px;background:${letter.move.whose === 'you' ? '#e3f0f3' : '#f5f7f8'};border-bottom:1px solid ${letter.move.whose === 'you' ? '#a9cdd6' : LINE}">${ball(letter)}</td></tr>
<tr><td class="pad" style="padding:20px 24px 8px">${codeLine(letter.code)}${lines}${factTable(letter.facts ?? [])}${buttons(letter)}</td></tr>
</table></td></tr>
<tr><td class="pad ink3" style="padding:16px 24px 0;${FONT};font-size:12px;line-height:18px;color:${INK_3}">${e(letter.why ?? WHY)}<br><a href="${e(footer.public_url)}" style="color:${INK_3}">${e(footer.public_url.replace(/^https?:\/\//, ''))}</a> · <a href="${e(footer.privacy_url)}" style="color:${INK_3}">Privacy</a></td></tr>
</table></td></tr></table></body></html>`;
}

/** Three seats, the holder's filled; the words beside it say the same. */
function ball({ move, reader }: RenderedMail): string {
  const holder = move.whose;
  const own = reader === 'expert' ? 2 : reader === 'staff' ? 1 : 0;
  const seats = (['requester', 'peritus', 'expert'] as const).map((seat, place) =>
    holder === 'you' && place === own ? 'you' : seat,
  );
  const dots = seats
    .map((seat) =>
      seat === holder
        ? `<td style="padding:0 4px 0 0"><div class="on" style="width:10px;height:10px;border-radius:5px;background:${PETROL}"></div></td>`
        : `<td style="padding:0 4px 0 0"><div class="off" style="width:8px;height:8px;border-radius:5px;border:1px solid ${INK_3}"></div></td>`,
    )
    .join('');
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td aria-hidden="true" valign="top" style="padding:6px 10px 0 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${dots}</tr></table></td><td><h1 class="${holder === 'you' ? 'move' : 'ink1'}" style="margin:0;${FONT};font-size:16px;line-height:23px;font-weight:600;color:${holder === 'you' ? PETROL : INK_1}">${escapeHtml(moveLine(move))}</h1></td></tr></table>`;
}

/** The code large, under what it is; the gap between its halves is none when it is copied. */
function codeLine(code: string | undefined): string {
  if (code === undefined) return '';
  const [first, second] = halves(code);
  const half = (part: string, gap: string) => `<span style="padding-right:${gap}">${escapeHtml(part)}</span>`;
  return `<p class="ink3" style="margin:0;${FONT};font-size:12px;line-height:18px;color:${INK_3}">Your code</p><p class="ink1" style="margin:0 0 14px;${FONT};font-size:32px;line-height:40px;font-weight:600;letter-spacing:3px;font-variant-numeric:tabular-nums;color:${INK_1}">${half(first, '10px')}${half(second, '0')}</p>`;
}

function factTable(facts: [string, string][]): string {
  if (facts.length === 0) return '';
  const cell = `padding:7px 0;border-top:1px solid ${LINE};${FONT};font-size:14px;line-height:21px;vertical-align:top`;
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><th scope="row" class="ink3 rule" align="left" style="${cell};width:34%;padding-right:12px;font-weight:400;color:${INK_3}">${escapeHtml(label)}</th><td class="ink1 rule" style="${cell};color:${INK_1}">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px">${rows}</table>`;
}

function buttons({ action, second }: RenderedMail): string {
  const parts: string[] = [];
  if (action)
    parts.push(
      `<p style="margin:8px 0 12px"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:11px 20px;border-radius:6px;background:${PETROL};color:#ffffff;${FONT};font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    );
  if (second)
    parts.push(
      `<p style="margin:0 0 12px;${FONT};font-size:14px;line-height:21px"><a class="link" href="${escapeHtml(second.url)}" style="color:${PETROL}">${escapeHtml(second.label)}</a></p>`,
    );
  return parts.join('');
}
