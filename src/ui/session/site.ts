import type { AnswerAhead } from '../../core/answers-ahead.ts';

interface Settings {
  privacy_url: string;
  terms_url: string;
  error_reports: boolean;
  session_idle_minutes: number;
  max_upload_bytes: number;
  demo: boolean;
  /** Whether the browser came with a session's cookie. */
  session: 'maybe' | 'none';
  /** Whether it came with the cookie of a registration that waits for its code. */
  registration: 'maybe' | 'none';
  /** What the API answers this session, by endpoint: asked by the server with the document, so that the page need not. */
  answers: Readonly<Partial<Record<AnswerAhead, unknown>>>;
  /** The instant it answered, as the server counts. */
  now: string;
}

const FALLBACK: Settings = {
  privacy_url: 'https://peritus.example/privacy',
  terms_url: 'https://peritus.example/terms',
  error_reports: false,
  session_idle_minutes: 30,
  max_upload_bytes: 10 * 1024 ** 3,
  demo: true,
  session: 'maybe',
  registration: 'maybe',
  answers: {},
  now: '',
};

let settings: Settings | undefined;

/** What the server wrote into the page about this installation; the defaults where it wrote nothing. */
function read(): Settings {
  if (settings) return settings;
  let written: Partial<Settings> = {};
  try {
    written = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as Partial<Settings>;
  } catch {
    // served without settings, as the development server does
  }
  settings = { ...FALLBACK, ...written };
  return settings;
}

/** What stands in for the settings where pages are drawn without a document. */
export function settle(written: Partial<Settings>): void {
  settings = { ...FALLBACK, ...written };
}

/** The operator's privacy page. */
export const privacyUrl = (): string => read().privacy_url;

/** The operator's terms. */
export const termsUrl = (): string => read().terms_url;

/** Whether this installation takes error reports. */
export const reportsErrors = (): boolean => read().error_reports;

/** Whether the demo world is installed here, as far as is known before it was asked for. */
export const expectsDemo = (): boolean => read().demo;

/** Whether somebody may have been signed in when the document was asked for; if not, the server need not be asked who. */
export const mayBeSignedIn = (): boolean => read().session !== 'none';

/** Whether a registration may wait for its code in this browser; if not, the server need not be asked. */
export const mayBeRegistering = (): boolean => read().registration !== 'none';

/** A cookie came after the document: what was not there when it was asked for may be by now. */
export function began(what: 'session' | 'registration'): void {
  settings = { ...read(), [what]: 'maybe' };
}

/** When the document was answered, by the server's clock; empty where it is not said. */
export const answeredAt = (): string => read().now;

/** What the API answered when the document was asked for; undefined where it did not come along. Once: it grows old. */
export function takeAnswer(name: AnswerAhead): unknown {
  const { [name]: answer, ...others } = read().answers;
  settings = { ...read(), answers: others };
  return answer;
}

/** How many minutes a session may be idle. */
export const sessionIdleMinutes = (): number => read().session_idle_minutes;

/** How large a file may be that is uploaded. */
export const maxUploadBytes = (): number => read().max_upload_bytes;

/** The nonce this page's styles may carry; undefined where there is none. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
