import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What stands in a PDF: its metadata and the words of all pages, with single spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  let text = JSON.stringify(await document.getMetadata());
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    text += ` ${items.map((item) => ('str' in item ? item.str : '')).join(' ')}`;
  }
  await task.destroy();
  return text.replaceAll(/\s+/g, ' ');
}

interface Tagged {
  role?: string;
  alt?: string;
  children?: readonly Tagged[];
}
const figuresIn = (node: Tagged): string[] => [
  ...(node.role === 'Figure' ? [node.alt ?? ''] : []),
  ...(node.children ?? []).flatMap(figuresIn),
];

const rolesIn = (node: Tagged): string[] => [
  ...(node.role ? [node.role] : []),
  ...(node.children ?? []).flatMap(rolesIn),
];

/** What is found in the structure of a PDF, page by page. */
async function inStructure(bytes: Uint8Array, find: (tree: Tagged) => string[]): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const found: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const tree = (await (await document.getPage(page)).getStructTree()) as Tagged | null;
    found.push(...(tree ? find(tree) : []));
  }
  await task.destroy();
  return found;
}

/** What the parts of a PDF are tagged as, page by page. */
export const pdfRoles = (bytes: Uint8Array): Promise<string[]> => inStructure(bytes, rolesIn);

/** What the figures of a PDF's structure are said to show, in their order. */
export const pdfFigures = (bytes: Uint8Array): Promise<string[]> => inStructure(bytes, figuresIn);
