/**
 * What pages give up before anything else of theirs runs, so that the document's policy can forbid it. Text becomes markup
 * nowhere but through the sanitizer, which has a policy of its own; a worker is started from our own files alone.
 */

/** zod asks whether it may compile checks by trying; where nothing may be evaluated, each try is a report of the browser. */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string | null; createScriptURL: (url: string) => string | null },
  ): unknown;
}

// not every browser has it yet; https://www.w3.org/TR/trusted-types/
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  // style sheets that parts of the kit write; without this sign nothing can be an element
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => (isOwnFile(new URL(url, location.href)) ? url : null),
});

function isOwnFile(url: URL): boolean {
  return url.origin === location.origin && url.pathname.startsWith('/assets/');
}
