/** A setting of this installation that the page carries in a meta tag; the fallback while it is served without one. */
function meta(name: string, fallback: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return /^https?:\/\//.test(content) ? content : fallback;
}

/** The operator's privacy page. */
export const privacyUrl = (): string => meta('peritus-privacy', 'https://peritus.example/privacy');

/** The operator's terms. */
export const termsUrl = (): string => meta('peritus-terms', 'https://peritus.example/terms');

/** The nonce this page's styles may carry; undefined where there is none. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
