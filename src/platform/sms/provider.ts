/** What became of handing a text to the provider. */
type Handed =
  | { ok: true; provider_id: string }
  /** `reason` names codes only: what the provider answers may repeat the number. */
  | { ok: false; reason: string; permanent: boolean };

export interface TextProvider {
  send(text: { to: string; body: string }): Promise<Handed>;
}

export interface ProviderSettings {
  SMS_BASE_URL: string;
  SMS_ACCOUNT_SID?: string | undefined;
  SMS_AUTH_TOKEN?: string | undefined;
  SMS_FROM?: string | undefined;
}

const TIMEOUT_MS = 15_000;
const ANSWER_LIMIT = 64 * 1024;

/**
 * Text messages by Twilio's Messages API, which several providers speak: a form posted to
 * `{base}/2010-04-01/Accounts/{sid}/Messages.json` with basic authentication; 201 with `sid` means taken, else `code`
 * says why not. Null while the settings do not name an account, its token and a sender.
 */
export function openTextProvider(settings: ProviderSettings): TextProvider | null {
  const { SMS_ACCOUNT_SID: sid, SMS_AUTH_TOKEN: token, SMS_FROM: from } = settings;
  if (!sid || !token || !from) return null;
  const url = `${settings.SMS_BASE_URL.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  // a messaging service stands in for a sender's number
  const sender: [string, string] = from.startsWith('MG') ? ['MessagingServiceSid', from] : ['From', from];
  return {
    async send({ to, body }) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams([['To', to], sender, ['Body', body]]),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        text = (await response.text()).slice(0, ANSWER_LIMIT);
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        return { ok: false, reason: timedOut ? 'timeout' : 'unreachable', permanent: false };
      }
      const answer = parse(text);
      if (response.ok && typeof answer.sid === 'string') return { ok: true, provider_id: answer.sid.slice(0, 64) };
      const code = typeof answer.code === 'number' ? ` ${answer.code}` : '';
      return {
        ok: false,
        reason: `${response.status}${code}`,
        // a number that cannot be reached stays so; a wrong token or a full queue can be mended
        permanent: response.status === 400 || response.status === 404,
      };
    },
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
