import { sampleZip } from '../../src/platform/inspect/samples.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, type: string, target: string, external = false): string =>
  `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
const relations = (...all: string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
const run = (text: string, how = ''): string =>
  `<w:r>${how === '' ? '' : `<w:rPr>${how}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inner: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner}</w:p>`;
const cell = (text: string): string => `<w:tc>${paragraph(run(text))}</w:tc>`;
const link = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;
const picture = (attribute: string, alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${attribute}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/**
 * A letter as Word saves it: a heading, bold, a table, a note, a change that was tracked, a picture; and what nobody's
 * letter should have: a link that runs a script, a picture from elsewhere and one of a drawing that could act, words that
 * look like markup, and a table of styles that would make markup of text. `picture` is a PNG.
 */
export function sampleLetter(
  png: Buffer,
  { paragraphs = 0, elsewhere = 'https://elsewhere.example/p.png' } = {},
): Buffer {
  const names =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
  const body = [
    paragraph(run('Letter of the surgeon'), 'Heading1'),
    paragraph(
      `${run('The shoulder is ')}${run('stable', '<w:b/>')}${run('.')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
    ),
    `<w:tbl><w:tr>${cell('Day')}${cell('Flexion')}</w:tr><w:tr>${cell('March 4')}${cell('120 degrees')}</w:tr></w:tbl>`,
    paragraph(
      `<w:del w:id="8" w:author="A"><w:r><w:delText>struck out</w:delText></w:r></w:del><w:ins w:id="9" w:author="A">${run('put in')}</w:ins>`,
    ),
    paragraph(link('rIdBad', 'press me')),
    paragraph(link('rIdGood', 'the guideline')),
    paragraph(run('&lt;img src=x onerror="document.title=1"&gt;'), 'Trap'),
    paragraph(picture('r:embed="rIdPng"', 'A shoulder')),
    paragraph(picture('r:embed="rIdSvg"', 'A drawing')),
    ...(elsewhere === '' ? [] : [paragraph(picture('r:link="rIdFar"', 'From elsewhere'))]),
    ...Array.from({ length: paragraphs }, (_, n) => paragraph(run(`Paragraph ${n + 1} of the letter.`))),
  ].join('');
  return sampleZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/document.xml')),
    'docProps/app.xml': '<Properties xmlns="urn:x"><Pages>3</Pages></Properties>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${names}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${names}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Trap"><w:name w:val="Trap"/></w:style></w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${names}><w:footnote w:id="2">${paragraph(run('Seen on March 4.'))}</w:footnote></w:footnotes>`,
    'word/_rels/document.xml.rels': relations(
      relation('rIdNotes', 'footnotes', 'footnotes.xml'),
      relation('rIdStyles', 'styles', 'styles.xml'),
      relation('rIdBad', 'hyperlink', 'javascript:document.title=1', true),
      relation('rIdGood', 'hyperlink', 'https://guideline.example/a', true),
      relation('rIdPng', 'image', 'media/a.png'),
      relation('rIdSvg', 'image', 'media/b.svg'),
      ...(elsewhere === '' ? [] : [relation('rIdFar', 'image', elsewhere, true)]),
    ),
    'word/media/a.png': png,
    'word/media/b.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>',
    'mammoth/style-map': "p[style-name='Trap'] => iframe:fresh",
  });
}
