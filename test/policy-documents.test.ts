/** Tests the PDF of policies, as readers see it. */
import { getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { brandColorsOf } from '#documents/pdf/brand-colors';
import { type PolicyBundle, type PolicyDocument, runPolicyBundle } from '#domain/policies/documents/run';
import { TooBusy } from '#platform/workers/fair-queue';
import { pdfOf } from './support/documents.ts';
import { pagesOf } from './support/pdf.ts';
import { doublingPdf, inflatingPdf } from './support/worst.ts';

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length && { marks }) });
const node = (type: string, ...content: object[]) => ({ type, content });
const p = (words: string) => node('paragraph', text(words));
const h = (level: number, words: string) => ({ type: 'heading', attrs: { level }, content: [text(words)] });

const policyOf = (fields: Partial<PolicyDocument> = {}): PolicyDocument => ({
  name: 'Backup Policy',
  status: 'needs_review',
  version: 3,
  department: 'it',
  approver: 'Ada Marsh',
  publishedAt: '2026-05-01T10:00:00.000Z',
  reviewDate: '2027-05-02T00:00:00.000Z',
  history: [
    { version: 3, publishedAt: '2026-05-01T10:00:00.000Z', publishedBy: 'Ada Marsh', changelog: 'Shorter intervals' },
    { version: 2, publishedAt: null, publishedBy: null, changelog: null },
  ],
  content: [p('Backups are made.')],
  pdf: null,
  ...fields,
});
const bundleOf = (policies: readonly PolicyDocument[], fields: Partial<PolicyBundle> = {}) =>
  runPolicyBundle({
    organization: 'Žofie & Łukasz Ltd',
    color: '#ffee00',
    date: '2026-11-23T09:00:00.000Z',
    title: 'All policies',
    cover: true,
    policies,
    ...fields,
  });
const pagesFor = async (policies: readonly PolicyDocument[], fields: Partial<PolicyBundle> = {}) =>
  pagesOf(await bundleOf(policies, fields));
const textFor = async (content: readonly unknown[]) =>
  (await pagesFor([policyOf({ content, history: [] })], { cover: false })).join(' ').replace(/\s+/g, ' ');

describe('a bundle', () => {
  test('begins with organization, date, number and contents, with the correct page numbers', async () => {
    const policies = [
      policyOf({ content: Array.from({ length: 120 }, (_, n) => p(`Line ${n}.`)) }),
      policyOf({ name: 'Access Policy', status: 'draft' }),
    ];
    const pages = await pagesFor(policies);
    expect(pages[0]).toMatch(/Žofie & Łukasz Ltd\s+All policies\s+2026-11-23 · 2 policies\s+Contents/);
    const startPages = policies.map(({ name }) => pages.findIndex((page, index) => index > 0 && page.includes(name)) + 1);
    expect(startPages[1]).toBeGreaterThan(3);
    expect(pages[0]).toMatch(new RegExp(`Backup Policy\\s+Needs review\\s+${startPages[0]}\\s+Access Policy\\s+Draft\\s+${startPages[1]}`));
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  });
  test('has a table of contents over several pages', async () => {
    const pages = await pagesFor(Array.from({ length: 60 }, (_, n) => policyOf({ name: `Policy number ${n}`, history: [], content: [] })));
    const contents = pages.slice(0, 3).join('\n');
    expect(pages).toHaveLength(60 + 3);
    for (let n = 0; n < 60; n += 1) expect(contents).toMatch(new RegExp(`Policy number ${n}\\s+Needs review\\s+${n + 4}\\b`));
  });
  test('without a cover contains only the policy, and without policies one page', async () => {
    const pages = await pagesFor([policyOf()], { cover: false });
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toContain('Contents');
    expect(await pagesFor([])).toHaveLength(1);
    expect(await pagesFor([], { cover: false })).toHaveLength(1);
  });
  test('has title and organization in its metadata, has bookmarks, and is equal for equal input', async () => {
    const pdf = await pdfOf((ownPdfPart) => ownPdfPart.text('Own page'));
    const policies = [policyOf(), policyOf({ name: 'Uploaded', pdf })];
    const [firstBundle, secondBundle] = [await bundleOf(policies), await bundleOf(policies)];
    expect(Buffer.compare(firstBundle, secondBundle)).toBe(0);
    const document = await getDocumentProxy(new Uint8Array(firstBundle));
    const { info } = await getMeta(document);
    expect(info).toMatchObject({ Title: 'All policies', Author: 'Žofie & Łukasz Ltd' });
    expect((await document.getOutline())?.map(({ title }) => title)).toEqual(['Backup Policy', 'Uploaded']);
  });
});

describe('a policy', () => {
  test('starts with its known fields, and ends with its versions', async () => {
    const [page = ''] = await pagesFor([policyOf()], { cover: false });
    for (const knownField of [
      'Backup Policy',
      'Needs review',
      'IT',
      'Ada Marsh',
      '2026-05-01',
      '2027-05-02',
      'Version history',
      'Shorter intervals',
      'Not published',
    ])
      expect(page).toContain(knownField);
    expect(page.indexOf('Backups are made.')).toBeLessThan(page.indexOf('Version history'));
  });
  test('omits unknown fields, and its name at the beginning of its text', async () => {
    const bare = policyOf({
      version: null,
      department: 'none',
      approver: null,
      publishedAt: null,
      reviewDate: null,
      history: [],
      content: [h(1, 'Backup policy'), p('Text.')],
    });
    const [page = ''] = await pagesFor([bare], { cover: false });
    for (const label of ['Version', 'Department', 'Approver', 'Published', 'Next review', 'Backup policy'])
      expect(page).not.toContain(label);
  });
  test('shows every kind of node that a text may contain', async () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/rules' } };
    const cell = (type: string, words: string) => node(type, p(words));
    const textOfPdf = await textFor([
      h(2, 'Heading'),
      node(
        'paragraph',
        text('bold', { type: 'bold' }),
        text('italic', { type: 'italic' }),
        text(' linked', link),
        { type: 'hardBreak' },
        text('broken'),
      ),
      node('bulletList', node('listItem', p('Bullet'), node('bulletList', node('listItem', p('Nested'))))),
      {
        type: 'orderedList',
        attrs: { start: 7 },
        content: [node('listItem', p('Seventh')), node('listItem', p('Eighth'), node('orderedList', node('listItem', p('Inner'))))],
      },
      { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [p('Done')] }] },
      node('blockquote', p('Quoted')),
      node('codeBlock', text('if (x)\n  y();')),
      { type: 'horizontalRule' },
      node(
        'table',
        node('tableRow', cell('tableHeader', 'Class'), cell('tableHeader', 'Years')),
        node('tableRow', cell('tableCell', 'Contracts'), cell('tableCell', 'Ten')),
      ),
      node('callout', p('Called out')),
      p('Ωμέγα Жук ćř'),
    ]);
    for (const words of [
      'Heading',
      'bolditalic linked',
      'broken',
      '• Bullet',
      '– Nested',
      '7. Seventh',
      '8. Eighth',
      'a. Inner',
      'Done',
      'Quoted',
      'if (x)',
      'y();',
      'Class',
      'Years',
      'Contracts',
      'Ten',
      'Called out',
      'Ωμέγα Жук ćř',
    ])
      expect(textOfPdf).toContain(words);
  });
  test('links to web pages and e-mail addresses only', async () => {
    const linkTo = (href: string) => node('paragraph', text('link', { type: 'link', attrs: { href } }));
    const bytes = await bundleOf(
      [policyOf({ content: ['https://example.com/a', 'mailto:ada@example.com', 'javascript:alert(1)', 'file:///etc/passwd'].map(linkTo) })],
      { cover: false },
    );
    const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
    const annotations: { readonly url?: string }[] = await page.getAnnotations();
    expect(annotations.map(({ url }) => url)).toEqual(['https://example.com/a', 'mailto:ada@example.com']);
  });
  test('repeats the head of a table on each page, and shows each row once', async () => {
    const cell = (type: string, words: string) => node(type, p(words));
    const rows = Array.from({ length: 150 }, (_, n) => node('tableRow', cell('tableCell', `row${n}.`), cell('tableCell', 'Words of it')));
    const pages = await pagesFor(
      [
        policyOf({
          history: [],
          content: [node('table', node('tableRow', cell('tableHeader', 'Key'), cell('tableHeader', 'Meaning')), ...rows)],
        }),
      ],
      { cover: false },
    );
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.match(/Key\s+Meaning/g)).toHaveLength(1);
    const words = pages.join(' ').split(/\s+/);
    for (let n = 0; n < 150; n += 1) expect(words.filter((word) => word === `row${n}.`)).toHaveLength(1);
  });
  test('continues a row that is longer than a page', async () => {
    const longText = Array.from({ length: 2500 }, (_, n) => `w${n}`).join(' ');
    const textOfPdf = (
      await textFor([node('table', node('tableRow', node('tableCell', p(longText)), node('tableCell', p('short'))))])
    ).split(' ');
    for (const n of [0, 1200, 2499]) expect(textOfPdf.filter((word) => word === `w${n}`)).toHaveLength(1);
  });
  test('puts no heading at the end of a page', async () => {
    for (const linesAbove of [38, 39, 40, 41, 42, 43]) {
      const pages = await pagesFor(
        [
          policyOf({
            history: [],
            content: [...Array.from({ length: linesAbove }, () => node('codeBlock', text('x'))), h(2, 'Headed'), p('Below.')],
          }),
        ],
        { cover: false },
      );
      const page = pages.find((one) => one.includes('Headed')) ?? '';
      expect(page).toContain('Below.');
    }
  });
});

describe('odd input', () => {
  test.each<[string, unknown[]]>([
    ['no nodes', [null, 7, 'text', [], {}, { type: 3 }, { type: 'text' }]],
    [
      'lists without items',
      [{ type: 'bulletList' }, node('bulletList'), node('orderedList', node('listItem')), node('bulletList', p('not an item'))],
    ],
    [
      'numbers out of range',
      [
        { type: 'heading', attrs: { level: -4 }, content: [text('h')] },
        { type: 'orderedList', attrs: { start: Number.NaN }, content: [node('listItem', p('x'))] },
      ],
    ],
    [
      'odd tables',
      [
        node('table'),
        node('table', node('tableRow')),
        node('table', p('no row')),
        node(
          'table',
          node('tableRow', { type: 'tableCell', attrs: { colspan: 1e9, rowspan: -1, colwidth: ['a', 0] }, content: [p('wide')] }),
        ),
      ],
    ],
    [
      'spans',
      [
        node(
          'table',
          node('tableRow', { type: 'tableCell', attrs: { rowspan: 2 }, content: [p('a')] }, node('tableCell', p('b'))),
          node('tableRow', node('tableCell', p('c'))),
        ),
      ],
    ],
    ['a table of many columns', [node('table', node('tableRow', ...Array.from({ length: 60 }, (_, n) => node('tableCell', p(`c${n}`)))))]],
    [
      'marks that are none',
      [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'a', marks: ['bold', null, { type: 'link' }, { type: 'link', attrs: { href: 4 } }] }],
        },
      ],
    ],
    [
      'a table whose cells span more rows and columns than there are',
      [
        node(
          'table',
          ...Array.from({ length: 2000 }, () =>
            node('tableRow', { type: 'tableCell', attrs: { rowspan: 100, colspan: 100 }, content: [p('x')] }),
          ),
        ),
      ],
    ],
    ['a word without an end', [p('x'.repeat(20_000))]],
    ['control characters', [p('a\u0000b\u202ec\ud800')]],
  ])('of %s still results in a text', async (_name, content) => {
    expect(await textFor([...content, p('The end.')])).toContain('The end.');
  });
  test('shows a text that is nested very deeply', async () => {
    let deep: object = p('At the bottom.');
    for (let level = 0; level < 3000; level += 1) deep = node(level % 2 ? 'bulletList' : 'listItem', deep);
    expect((await textFor([deep])).replace(/\s/g, '')).toContain('Atthebottom.');
  });
  test('has a note if it cannot show every character', async () => {
    const note = 'Other characters of the text appear as question marks.';
    expect(await textFor([p('Пароль, κωδικός and Kennwort? ở đâu\u200b')])).not.toContain(note);
    for (const words of ['סיסמה', 'パスワード', '🔑'])
      expect(await textFor([node('bulletList', node('listItem', p(words)))])).toContain(note);
  });
  test('has a note if a text is too long', async () => {
    const pdfText = await textFor([p('word '.repeat(450_000)), p('Never shown.')]);
    expect(pdfText).toContain('is left out.');
    expect(pdfText).not.toContain('Never shown.');
  });
});

describe("a policy's own PDF", () => {
  const ownPdf = (pages: number) =>
    pdfOf(
      (pdf) => {
        for (let page = 1; page <= pages; page += 1) pdf.addPage().text(`Own page ${page}`);
      },
      { autoFirstPage: false },
    );
  test('follows its cover sheet page by page, and its pages are included in the numbering', async () => {
    const pages = await pagesFor([
      policyOf({ name: 'Uploaded', pdf: await ownPdf(3), content: [p('Not shown.')] }),
      policyOf({ name: 'After it' }),
    ]);
    expect(pages).toHaveLength(6);
    expect(pages.join(' ')).not.toContain('Not shown.');
    expect(pages[1]).toContain('the next 3 pages');
    for (const page of [1, 2, 3]) expect(pages[page + 1]).toContain(`Own page ${page}`);
    expect(pages[5]).toContain('After it');
    expect(pages[0]).toMatch(/Uploaded\s+Needs review\s+2\s+After it\s+Needs review\s+6/);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of 6`);
  });
  test('keeps its size and is not covered, because the number is in a strip below', async () => {
    const pdf = await pdfOf((one) => one.text('Own page'), { size: 'A5', layout: 'landscape' });
    const bytes = await bundleOf([policyOf({ pdf })], { cover: false });
    const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(2);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    expect([left, right, top].map(Math.round)).toEqual([0, 595, 420]);
    expect(bottom).toBeLessThan(-15);
  });
  test.each<[string, () => Promise<Uint8Array>]>([
    ['no PDF', async () => Buffer.from('no such thing')],
    ['damaged', async () => (await ownPdf(2)).subarray(0, 400)],
    ['empty', async () => new Uint8Array()],
    ['encrypted', () => pdfOf((pdf) => pdf.text('Secret'), { userPassword: 'x', ownerPassword: 'y' })],
    ['of pages without end', async () => doublingPdf()],
    ['of objects that inflate', async () => inflatingPdf(1536, true)],
  ])('that is %s is replaced by the text, with a note', async (_name, makePdf) => {
    const pages = await pagesFor([policyOf({ pdf: await makePdf() }), policyOf({ name: 'Sound', pdf: await ownPdf(1) })], { cover: false });
    expect(pages).toHaveLength(3);
    expect(pages[2]).toContain('Own page 1');
    expect(pages[0]?.replace(/\s+/g, ' ')).toContain('is encrypted or cannot be read');
    expect(pages[0]).toContain('Backups are made.');
  });
});

describe('the worker', () => {
  test('is stopped when nobody waits for it, and rejects requests beyond its queue', async () => {
    const controller = new AbortController();
    const bundle = { organization: 'Busy', color: null, date: '2026-11-23', title: 'T', cover: false, policies: [policyOf()] };
    const pendingJobs = Array.from({ length: 12 }, () =>
      runPolicyBundle(bundle, { organizationId: 'org_busy', signal: controller.signal }).catch((error: unknown) => error),
    );
    const firstError = await Promise.race(pendingJobs);
    controller.abort(new Error('gone'));
    const results = await Promise.all(pendingJobs);
    expect(firstError).toBeInstanceOf(TooBusy);
    expect(results.filter((result) => result instanceof TooBusy)).toHaveLength(3);
    expect(results.filter((result) => result instanceof Error && result.message === 'gone').length).toBeGreaterThan(0);
  });
});

describe('the color of an organization', () => {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (firstColor: string, secondColor: string) => {
    const [dark = 0, light = 0] = [luminance(firstColor), luminance(secondColor)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  test.each(['#ffffff', '#ffee00', '#0f766e', '#000', '#777777', '#f00', 'no color', null])(
    '%j is readable as the color of text and as its background',
    (color) => {
      const ink = brandColorsOf(color);
      expect(contrast(ink.text, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink.onFill, ink.fill)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#1c2530', ink.tint)).toBeGreaterThan(7);
    },
  );
});
