import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementHtml, agreementSource } from './agreement.ts';

describe('an agreement as it is written', () => {
  it('has headings, paragraphs, lists and bold words', () => {
    expect(agreementHtml('# Terms\n\nYou **agree**\nto this.\n\n- one\n- two\n1. first\n\n## More')).toBe(
      '<h2>Terms</h2>\n<p>You <strong>agree</strong><br>to this.</p>\n<ul><li>one</li><li>two</li></ul>\n<ol><li>first</li></ol>\n<h3>More</h3>',
    );
  });

  it('never brings markup of its own, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const left = agreementHtml(text).replaceAll(/<\/?(?:h[234]|p|br|ul|ol|li|strong)>/g, '');
        expect(left).not.toMatch(/[<>]/);
      }),
    );
    expect(agreementHtml('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  });

  it('is found again in what was given as markup', () => {
    const source = '# Terms\n\nYou **agree** & sign.\n\n- one\n- two';
    expect(agreementSource(agreementHtml(source))).toBe(source);
    expect(agreementSource('<p>Read <script>x</script>this</p>')).toBe('Read xthis');
  });
});
