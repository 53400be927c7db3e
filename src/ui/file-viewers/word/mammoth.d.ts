/** What is used of it, built for browsers. */
declare module 'mammoth/mammoth.browser.js' {
  interface Picture {
    contentType: string;
    readAsArrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
  }
  const mammoth: {
    convertToHtml(
      input: { arrayBuffer: ArrayBuffer },
      options: {
        styleMap: readonly string[];
        includeEmbeddedStyleMap: boolean;
        externalFileAccess: boolean;
        idPrefix: string;
        convertImage: unknown;
      },
    ): Promise<{ value: string }>;
    images: { imgElement(of: (picture: Picture) => Promise<Record<string, string>>): unknown };
  };
  export default mammoth;
}
