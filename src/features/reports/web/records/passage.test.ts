import { describe, expect, it } from 'vitest';
import { CASE_REPORT_FORM } from '../../rules.ts';
import { batesOfPage, citationOf, citationsIn, citedIn, citesWords, marksOf, pdfsOf } from './passage.ts';

const records = [
  { id: 7, name: 'Brightwater admission.pdf', pages: 300, content_type: 'application/pdf', bates_from: '000101' },
  { id: 8, name: 'Photo.png', pages: 1, content_type: 'image/png', bates_from: null },
];
const passage = { file_id: '7', page: 214, quote: '  Second page to resident.  ' };

describe('passages of the records', () => {
  it.each([
    ['000101', 1, '000101'],
    ['HM000998', 3, 'HM001000'],
    ['NH0009', 2, 'NH0010'],
    ['', 2, null],
    [null, 2, null],
    ['12-34', 2, null],
  ])('numbers page %s, %i', (first, page, expected) => {
    expect(batesOfPage(first, page)).toBe(expected);
  });

  it('become citations with what a report prints', () => {
    const citation = citationOf(passage, records);
    expect(citation).toEqual({
      file_id: 7,
      file_name: 'Brightwater admission.pdf',
      page: 214,
      quote: 'Second page to resident.',
      bates: '000314',
    });
    expect(citation && citesWords(citation)).toBe('cites page 214 of Brightwater admission');
    expect(citationOf({ file_id: '8', page: 1, quote: '' }, records)).toEqual({
      file_id: 8,
      file_name: 'Photo.png',
      page: 1,
    });
    expect(citationOf({ file_id: '9', page: 1, quote: '' }, records)).toBeNull();
  });

  it('are marked once, at the place the reader marked', () => {
    const citation = citationOf(passage, records);
    if (!citation) throw new Error('no citation');
    const own = {
      id: '7:214:Second page to resident.',
      file_id: '7',
      page: 214,
      quote: 'Second page to resident.',
      rects: [],
    };
    expect(marksOf([own], [citation, citation])).toEqual([own]);
    expect(marksOf([], [citation, { ...citation, page: 3 }]).map((mark) => mark.page)).toEqual([214, 3]);
  });

  it('are found in the answers, and only where a text still cites them', () => {
    const cited = { file_id: 7, file_name: 'A.pdf', page: 2 };
    const answers = {
      case_summary: { value: 'x [[cite:a]]', citations: { a: cited, gone: { ...cited, page: 9 } } },
      records_reviewed: { value: 'none' },
    };
    expect(citationsIn(CASE_REPORT_FORM, answers)).toEqual([cited]);
    expect(citedIn(['[[cite:a]] and [[cite:b]] [[cite:none]]'], { a: cited, b: { ...cited, quote: 'other' } })).toEqual(
      [cited],
    );
  });

  it('stand only in PDFs', () => {
    expect(pdfsOf(records, (id) => `/f/${id}`).map((file) => [file.id, file.url])).toEqual([['7', '/f/7']]);
  });
});
