/**
 * Character maps, fallback fonts and image decoders of pdf.js as files of our own origin. A file of its own, so that
 * the list of addresses loads only when a PDF asks for one of them.
 */
const addresses: Record<string, string> = {
  ...import.meta.glob<string>('../../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
};

const byName = new Map(Object.entries(addresses).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

/** Fetches one of the engine's files by its bare name. Throws when there is none or it cannot be loaded. */
export async function fetchAsset(filename: string): Promise<Uint8Array> {
  const url = byName.get(filename);
  if (!url) throw new Error(`The PDF engine has no file ${filename}`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${filename}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
