import { ledBy } from '../../../tests/harness/experts.ts';
import { extensionOf, typeOfName } from '../../core/file-types.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, type ActorKind } from '../../core/actor.ts';
import {
  answerFaults,
  batesPrefix,
  batesRangeText,
  batesText,
  cleanName,
  FILE_CATEGORY_NAMES,
  type FileCategory,
  fileAbilities,
  fileTotals,
  guessCategory,
  isAnswered,
  keepsType,
  listAbilities,
  mayAskForFiles,
  mayHandleFiles,
  mayListFiles,
  mayReadContent,
  maySeeFile,
  type NumberedFile,
  numberPages,
  type RequestedItem,
  sizeText,
  recordRules,
  startsVisible,
  totalsText,
  visibilityAfter,
  whyNotSo,
  limitText,
  placeInRoom,
  roomIn,
  whyNoRoom,
  whyNotSendable,
  withAnswers,
  shownAs,
} from './rules.ts';

const REVIEW = { bucket: 'active', requester_id: 1, experts: ledBy(9).experts };
const SOUND = { failure: null, damaged_at: null };
const READY = {
  visible_to_expert: true,
  visible_to_attendees: true,
  status: 'ready',
  scan_status: 'not_scanned',
  ...SOUND,
};
const who = (kind: ActorKind, ...expert_profile_ids: number[]) => ({ kind, user_id: 1, expert_profile_ids });

const anyFile = fc.record({
  visible_to_expert: fc.boolean(),
  visible_to_attendees: fc.boolean(),
  status: fc.constantFrom('processing', 'ready', 'failed'),
  scan_status: fc.constantFrom('not_scanned', 'pending', 'clean', 'infected'),
  failure: fc.constant(null),
  damaged_at: fc.option(fc.constant(new Date('2026-11-20T12:00:00Z'))),
});

describe('who may do what with records', () => {
  const lists: ActorKind[] = [
    'claim_consultant',
    'review_manager',
    'org_admin',
    'customer_admin',
    'matching_admin',
    'clin_ops',
    'support_agent',
    'admin',
    'super_admin',
    'attendee',
  ];
  const handles: ActorKind[] = [
    'claim_consultant',
    'review_manager',
    'org_admin',
    'customer_admin',
    'clin_ops',
    'support_agent',
    'admin',
    'super_admin',
  ];
  test.each(ACTOR_KINDS)('%s', (kind) => {
    const nobodysExpert = who(kind);
    expect(mayListFiles(nobodysExpert, REVIEW)).toBe(lists.includes(kind));
    expect(mayHandleFiles(nobodysExpert, REVIEW)).toBe(handles.includes(kind));
    const follower = mayHandleFiles(nobodysExpert, { requester_id: 2 });
    expect(follower).toBe(handles.includes(kind) && kind !== 'claim_consultant');
    expect(mayReadContent(nobodysExpert, REVIEW, READY)).toBe(lists.includes(kind) && kind !== 'matching_admin');
  });

  test.each(['medical_expert', 'external_medical_expert', 'expert_assistant'] as const)(
    '%s sees shown, checked files of the review taken on, and nothing else',
    (kind) => {
      fc.assert(
        fc.property(
          anyFile,
          fc.option(fc.integer({ min: 1, max: 4 })),
          fc.integer({ min: 1, max: 4 }),
          (file, expert, own) => {
            const review = { bucket: 'active', requester_id: 1, experts: ledBy(expert).experts };
            const expected =
              expert === own &&
              file.visible_to_expert &&
              file.status === 'ready' &&
              (file.scan_status === 'clean' || file.scan_status === 'not_scanned');
            expect(maySeeFile(who(kind, own), review, file)).toBe(expected);
            const read = fileAbilities(who(kind, own), review, file).read.allowed;
            expect(read).toBe(expected && file.damaged_at === null);
            expect(fileAbilities(who(kind, own), review, file).edit.allowed).toBe(false);
            expect(mayHandleFiles(who(kind, own), review)).toBe(false);
          },
        ),
      );
    },
  );

  test('whoever joins the call sees what was marked for them, checked, and changes none of it', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const sees =
          file.visible_to_attendees &&
          file.status === 'ready' &&
          (file.scan_status === 'clean' || file.scan_status === 'not_scanned');
        expect(maySeeFile(who('attendee'), REVIEW, file)).toBe(sees);
        const { read, edit, remove } = fileAbilities(who('attendee'), REVIEW, file);
        expect([read.allowed, edit.allowed, remove.allowed]).toEqual([sees && file.damaged_at === null, false, false]);
      }),
    );
  });

  test('who cannot see a file cannot read, change or remove it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTOR_KINDS),
        fc.array(fc.integer({ min: 1, max: 3 })),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.constantFrom('draft', 'active', 'completed', 'cancelled'),
        anyFile,
        (kind, own, expert, bucket, file) => {
          const actor = who(kind, ...own);
          const review = { bucket, requester_id: 1, experts: ledBy(expert).experts };
          const abilities = fileAbilities(actor, review, file);
          const any = Object.values(abilities).some((a) => a.allowed);
          expect(any && !maySeeFile(actor, review, file)).toBe(false);
          for (const a of Object.values(abilities)) expect(a.allowed).toBe(a.reason === null);
          const unusable = shownAs(file).status !== 'ready' || file.scan_status === 'infected';
          expect(abilities.read.allowed && unusable).toBe(false);
          const ended = bucket === 'completed' || bucket === 'cancelled';
          const changes = abilities.edit.allowed || listAbilities(actor, review).upload.allowed;
          expect(ended && changes).toBe(false);
        },
      ),
    );
  });

  test('asking for documents is the records desk’s and the accepted expert’s side', () => {
    expect(ACTOR_KINDS.filter((k) => mayAskForFiles(who(k, 9), REVIEW))).toEqual([
      'medical_expert',
      'external_medical_expert',
      'expert_assistant',
      'clin_ops',
      'admin',
      'super_admin',
    ]);
    expect(mayAskForFiles(who('medical_expert', 8), REVIEW)).toBe(false);
  });
});

describe('categories', () => {
  test('privileged and coloring papers start hidden, and only they', () => {
    expect(FILE_CATEGORY_NAMES.filter((c) => !startsVisible(c, undefined, { hides: true }))).toEqual([
      'incident_report',
      'prior_expert_report',
    ]);
    expect(startsVisible(null, undefined, { hides: true })).toBe(true);
    expect(startsVisible('incident_report', true, { hides: true })).toBe(true);
  });

  test('where nothing is kept from the expert, everything starts visible and no category hides', () => {
    expect(FILE_CATEGORY_NAMES.every((c) => startsVisible(c, false, { hides: false }))).toBe(true);
    const chart = { category: 'hospital_chart' as const, visible_to_expert: true };
    expect(visibilityAfter(chart, { category: 'incident_report' }, { hides: false })).toBe(true);
    expect(visibilityAfter({ ...chart, visible_to_expert: false }, { category: 'other' }, { hides: false })).toBe(
      false,
    );
  });

  test('the rules of a kind follow its organization’s flags', () => {
    const all = recordRules('Case', () => true);
    expect(all).toMatchObject({ hides: true });
    const ofExams = recordRules('IME', () => true).categories;
    expect(all.categories).not.toContain('purpose_letter');
    expect(ofExams).toContain('purpose_letter');
    expect(recordRules('IME', () => false).categories).not.toContain('purpose_letter');
    // each kind has its own, and each category is some kind's
    const ofMatters = recordRules('Generic', () => true).categories;
    expect(new Set([...all.categories, ...ofExams, ...ofMatters])).toEqual(new Set(FILE_CATEGORY_NAMES));
    for (const only of ['legal_purpose_letter', 'fee_schedule'] as const) {
      expect([all.categories, ofExams].flat()).not.toContain(only);
      expect(recordRules('Generic', () => false).categories).not.toContain(only);
    }
    expect(recordRules('PeerReview', () => true).hides).toBe(false);
    const none = recordRules('Case', () => false);
    expect(none.categories).not.toContain('demand_letter');
    expect(guessCategory('Demand March 3.pdf', none)).toBeNull();
    expect(whyNotSo(none, { category: 'demand_letter' })).toContain('Demand letter');
    expect(whyNotSo(none, { visible_to_expert: false })).not.toBeNull();
    expect(whyNotSo(none, { category: 'imaging', visible_to_expert: true })).toBeNull();
  });

  test('a change of category never shows a hidden file', () => {
    const category = fc.option(fc.constantFrom(...FILE_CATEGORY_NAMES));
    fc.assert(
      fc.property(category, category, (before, after) => {
        expect(
          visibilityAfter({ category: before, visible_to_expert: false }, { category: after }, { hides: true }),
        ).toBe(false);
        expect(
          visibilityAfter({ category: before, visible_to_expert: true }, { visible_to_expert: false }, { hides: true }),
        ).toBe(false);
      }),
    );
    const chart = { category: 'hospital_chart' as const, visible_to_expert: true };
    expect(visibilityAfter(chart, { category: 'incident_report' }, { hides: true })).toBe(false);
    expect(visibilityAfter(chart, { category: 'incident_report', visible_to_expert: true }, { hides: true })).toBe(
      true,
    );
    const shown = { category: 'incident_report' as const, visible_to_expert: true };
    expect(visibilityAfter(shown, { category: 'incident_report' }, { hides: true })).toBe(true);
  });

  test.each<[string, FileCategory | null]>([
    ['Brightwater ED chart March 9-11.pdf', 'hospital_chart'],
    ['Operative report, Dr. M. Quill.pdf', 'operative'],
    ['MRI lumbar March 10.zip', 'imaging'],
    ['Scan_0049.pdf', null],
    ['Internal incident report.pdf', 'incident_report'],
    ['Notice of intent, October 2.pdf', 'demand_letter'],
    ['MRI_report_2026.pdf', 'imaging_report'],
    ['Rehabilitation notes.pdf', 'outpatient'],
    ['Deposition, vol. 2.pdf', 'deposition'],
    ['1.2.840.dcm', 'imaging'],
    ['Direct billing.pdf', null],
  ])('%s is guessed as %s', (name, category) => {
    expect(guessCategory(name)).toBe(category);
  });
});

describe('names and sizes', () => {
  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\chart.PDF', 'chart.PDF'],
    ['  two   spaces .pdf', 'two spaces .pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['line\nbreak.pdf', 'linebreak.pdf'],
    ['///', ''],
  ])('%j is kept as %j', (raw, kept) => {
    expect(cleanName(raw)).toBe(kept);
  });

  test('a kept name is short, one line, without a path, keeps its type, and is kept as it is the next time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.constantFrom('pdf', 'dcm', 'tiff'),
        (stem, ext) => {
          const name = cleanName(`a${stem}.${ext}`.replaceAll(/[/\\]/g, ''));
          expect(name.length).toBeLessThanOrEqual(200);
          expect(name).not.toMatch(/[/\\\n\r]/);
          expect(extensionOf(name)).toBe(ext);
          expect(cleanName(name)).toBe(name);
        },
      ),
    );
  });

  test('what cannot be sent says so with a remedy', () => {
    expect(whyNotSendable({ name: 'a.pdf', size_bytes: 1 }, 10 * 1024 ** 3)).toBeNull();
    expect(whyNotSendable({ name: 'a.exe', size_bytes: 1 }, 10 * 1024 ** 3)).toContain('Upload a PDF');
    expect(whyNotSendable({ name: 'a.svg', size_bytes: 1 }, 10 * 1024 ** 3)).toContain('Upload a PDF');
    expect(whyNotSendable({ name: 'a.pdf', size_bytes: 0 }, 10 * 1024 ** 3)).toContain('empty');
    expect(whyNotSendable({ name: 'a.pdf', size_bytes: 10 * 1024 ** 3 + 1 }, 10 * 1024 ** 3)).toContain(
      'larger than 10 GB',
    );
    expect(whyNotSendable({ name: 'a.pdf', size_bytes: 2 * 1024 ** 3 + 1 }, 2 * 1024 ** 3)).toContain(
      'larger than 2 GB',
    );
    expect(whyNotSendable({ name: 'a.pdf', size_bytes: 2 * 1024 ** 3 }, 2 * 1024 ** 3)).toBeNull();
    expect(whyNotSendable({ name: '...', size_bytes: 1 }, 10 * 1024 ** 3)).toContain('no name');
    expect([10 * 1024 ** 3, 1.5 * 1024 ** 3, 250_000_000].map(limitText)).toEqual(['10 GB', '1536 MB', '250 MB']);
    expect(typeOfName('X.JPG')).toBe('jpeg');
    expect(keepsType('a.pdf', 'b.PDF')).toBe(true);
    expect(keepsType('a.pdf', 'b.html')).toBe(false);
  });

  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [400_000, '400 KB'],
    [1_100_000, '1.1 MB'],
    [18_240_000, '18.2 MB'],
    [999_999, '1.0 MB'],
    [5_000_000_000, '5.0 GB'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});

describe('page numbers', () => {
  const files = fc.array(
    fc.record({
      position: fc.integer({ min: 0, max: 50 }),
      is_pdf: fc.boolean(),
      pages: fc.option(fc.integer({ min: 0, max: 3000 })),
    }),
    { maxLength: 40 },
  );
  const asFiles = (rows: readonly { position: number; is_pdf: boolean; pages: number | null }[]): NumberedFile[] =>
    rows.map((row, i) => ({ id: i + 1, bates_from: null, bates_to: null, ...row }));

  test('a draft is numbered from 1 without gaps, each PDF as long as its pages', () => {
    fc.assert(
      fc.property(files, (rows) => {
        const all = asFiles(rows);
        const numbered = numberPages(all, false).filter((r) => r.bates_from !== null);
        let next = 1;
        for (const range of numbered) {
          const file = all.find((f) => f.id === range.id);
          expect(file?.is_pdf).toBe(true);
          expect(range.bates_from).toBe(next);
          expect((range.bates_to ?? 0) - (range.bates_from ?? 0) + 1).toBe(file?.pages);
          next = (range.bates_to ?? 0) + 1;
        }
        const counted = all.filter((f) => f.is_pdf).reduce((sum, f) => sum + (f.pages ?? 0), 0);
        expect(next - 1).toBe(counted);
      }),
    );
  });

  test('after ordering no number moves, none is given twice, and none comes back after a removal', () => {
    fc.assert(
      fc.property(files, files, fc.nat(), (rows, more, drop) => {
        const first = asFiles(rows);
        const given = new Map(numberPages(first, false).map((r) => [r.id, r]));
        const numbered = first.map((f) => ({ ...f, ...given.get(f.id) }));
        const highest = Math.max(0, ...numbered.map((f) => f.bates_to ?? 0));
        const left = numbered.filter((f) => f.id !== (drop % (rows.length + 1)) + 1);
        const added = asFiles(more).map((f) => ({ ...f, id: f.id + 1000 }));
        const result = numberPages([...left, ...added], true, highest);
        for (const file of left) {
          if (file.bates_from === null) continue;
          expect(result.find((r) => r.id === file.id)).toMatchObject({
            bates_from: file.bates_from,
            bates_to: file.bates_to,
          });
        }
        for (const r of result.filter((r) => r.id > 1000 && r.bates_from !== null))
          expect(r.bates_from).toBeGreaterThan(highest);
        const ranges = result
          .flatMap((r) => (r.bates_from === null || r.bates_to === null ? [] : [[r.bates_from, r.bates_to] as const]))
          .toSorted((a, b) => a[0] - b[0]);
        ranges.forEach(([from], i) => expect(from).toBeGreaterThan(ranges[i - 1]?.[1] ?? 0));
      }),
    );
  });

  test.each([
    [{ name: 'Harborline Mutual' }, 'HM'],
    [{ name: 'Northgate Hospitals of Illinois, Inc.' }, 'NHI'],
    [{ name: 'Harborline Mutual', shortest_name: 'HLM' }, 'HLM'],
    [{ name: 'Harborline Mutual Insurance', preferred_short_name: 'Harborline Mutual' }, 'HM'],
    [{ name: 'Ärztekammer' }, 'ARZ'],
    [{ name: '—' }, 'P'],
  ])('%j numbers with %s', (organization, prefix) => {
    expect(batesPrefix(organization)).toBe(prefix);
  });

  test('are written with six digits, the prefix once', () => {
    expect(batesText('HM', 49)).toBe('HM000049');
    expect(batesRangeText('HM000001', 'HM000048')).toBe('HM000001–000048');
    expect(batesRangeText('HM000001', 'HM000001')).toBe('HM000001');
    expect(batesRangeText(null, null)).toBeNull();
  });

  test('totals count what is there; hidden pages are not charged; failed files are nothing', () => {
    const rows = [
      { status: 'ready', pages: 268, visible_to_expert: true },
      { status: 'ready', pages: 9, visible_to_expert: false },
      { status: 'processing', pages: null, visible_to_expert: true },
      { status: 'failed', pages: 44, visible_to_expert: true },
    ];
    expect(fileTotals(rows)).toEqual({ files: 3, pages: 277, visible_pages: 268, processing: 1, failed: 1 });
    expect(totalsText({ files: 5, pages: 1386 })).toBe('5 files, 1,386 pages');
    expect(totalsText({ files: 1, pages: 1 })).toBe('1 file, 1 page');
    expect(totalsText({ files: 2, pages: 0 })).toBe('2 files');
  });
});

describe('document requests', () => {
  const open = (id: number): RequestedItem => ({
    id,
    label: `Item ${id}`,
    note: '',
    file_ids: [],
    not_available_because: null,
    answered_at: null,
  });
  const now = new Date('2026-11-18T15:00:00Z');

  test('a request is answered when every item is, by files or by a reason', () => {
    const items = [open(1), open(2)];
    const one = withAnswers(items, [{ item: 1, file_ids: [7, 7, 8] }], now);
    expect(one[0]).toMatchObject({ file_ids: [7, 8], answered_at: '2026-11-18T15:00:00.000Z' });
    expect(isAnswered(one)).toBe(false);
    const both = withAnswers(one, [{ item: 2, not_available_because: ' Never made. ' }], now);
    expect(both[1]?.not_available_because).toBe('Never made.');
    expect(isAnswered(both)).toBe(true);
  });

  test.each([
    [[{ item: 3, file_ids: [7] }], 'items.0.item'],
    [[{ item: 1, file_ids: [] }], 'items.0.file_ids'],
    [[{ item: 1, file_ids: [99] }], 'items.0.file_ids'],
    [[{ item: 1, not_available_because: '  ' }], 'items.0.not_available_because'],
    [
      [
        { item: 1, file_ids: [7] },
        { item: 1, not_available_because: 'x' },
      ],
      'items.1.item',
    ],
  ])('%j is faulty at %s', (answers, path) => {
    expect(answerFaults([open(1), open(2)], answers, new Set([7])).map((f) => f.path)).toEqual([path]);
  });
});

describe('room for records', () => {
  const size = fc.integer({ min: 0, max: 1_000 });
  const quotas = fc.record({ draft: size, review: size, organization: size });
  const held = fc.record({ review: size, organization: size });

  test('what fits leaves neither the review nor its organization above its quota', () => {
    fc.assert(
      fc.property(fc.boolean(), held, quotas, size, (isDraft, there, quota, bytes) => {
        const own = isDraft ? quota.draft : quota.review;
        const fits = there.review + bytes <= own && there.organization + bytes <= quota.organization;
        const room = roomIn(isDraft, there, quota);
        if (bytes > 0) expect(whyNoRoom(bytes, room) === null).toBe(fits);
        expect(room.left_bytes).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('of several files those are taken that fit beside what was taken before', () => {
    fc.assert(
      fc.property(fc.array(size), size, (sizes, left_bytes) => {
        const answers = placeInRoom(sizes, { of: 'review', left_bytes, quota_bytes: 1_000 });
        const taken = sizes.filter((_, at) => answers[at] === null).reduce((all, one) => all + one, 0);
        expect(taken).toBeLessThanOrEqual(left_bytes);
        for (const [at, one] of sizes.entries())
          if (answers[at] !== null) expect(taken + one).toBeGreaterThan(left_bytes);
      }),
    );
  });

  test('the refusal says whose room it is, how much is left and what to do', () => {
    const room = roomIn(
      true,
      { review: 49 * 1024 ** 3, organization: 0 },
      { draft: 50 * 1024 ** 3, review: 1, organization: 1024 ** 4 },
    );
    expect(whyNoRoom(10 * 1024 ** 3, room)).toBe(
      'A draft takes 50 GB of records in all, uploads that were begun included, and 1.1 GB are left. Remove what the review does not need, or add the rest once it is ordered.',
    );
  });
});
