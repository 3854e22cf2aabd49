/** Tests the parts that PDFs are made of: printable text, fonts, lines and tables. */
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, openSync } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { newDocument } from '#documents/pdf/document';
import { breakIntoLines } from '#documents/pdf/lines';
import { numberPages } from '#documents/pdf/pages';
import { drawTable } from '#documents/pdf/table';
import { fontBytes, toPrintable, typeface } from '#documents/pdf/typeface';
import { pagesOf } from './support/pdf.ts';

describe('printable', () => {
  test.each([
    ['Ada Marsh', 'Ada Marsh'],
    ['naïve – “quoted” €…', 'naïve – “quoted” €…'],
    ['Žofie Ñandú Ærø', 'Žofie Ñandú Ærø'],
    ['Ćırılıć Đ', 'Ćırılıć Đ'],
    ['Łukasz Ωμέγα Жук', 'Łukasz Ωμέγα Жук'],
    ['山田', '??'],
    ['🎉', '?'],
    ['e\u0301', 'é'],
    ['a\u0000b\u0007c\u200bd\u202ee', 'abcde'],
    ['one\r\ntwo\rthree\tfour', 'one\ntwo\nthree four'],
    ['a\u00a0b', 'a b'],
    ['', ''],
  ])('%j is printed as %j', (text, printableText) => expect(toPrintable(text)).toBe(printableText));
});

test.each(Object.values(typeface))('%s is unpacked to the original font', (name) => {
  const file = createRequire(import.meta.url).resolve(`roboto-fontface/fonts/roboto/${name}.woff`);
  const [packedFont, unpackedFont] = [openSync(file), create(fontBytes(name))];
  if (!('characterSet' in packedFont && 'characterSet' in unpackedFont)) throw new Error('a collection of fonts');
  expect(unpackedFont.type).toBe('TTF');
  expect(unpackedFont.characterSet).toEqual(packedFont.characterSet);
  expect(unpackedFont.characterSet.length).toBeGreaterThan(500);
  const drawGlyphs = (font: typeof packedFont) =>
    font.layout('Ada Žofie Ωμέγα').glyphs.map((glyph) => [glyph.advanceWidth, glyph.path.toSVG()]);
  expect(drawGlyphs(unpackedFont)).toEqual(drawGlyphs(packedFont));
});

describe('linesOf', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 100, ['one two three']],
    ['one\ntwo', 100, ['one', 'two']],
    ['one\n\ntwo', 100, ['one', '', 'two']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['  a   b  ', 100, ['a b']],
    ['', 5, ['']],
    ['abc', 0, ['a', 'b', 'c']],
    ['a\n\n\n\nb\n', 9, ['a', '', 'b']],
    ['ab cdefg', 3, ['ab', 'cde', 'fg']],
  ])('%j is broken into lines of %i', (text, length, lines) => expect(breakIntoLines(text, length, (part) => part.length)).toEqual(lines));
});

describe('drawTable', () => {
  const columns = [
    { title: 'Number', width: 60, bold: true },
    { title: 'Words', width: 300 },
  ] as const;
  async function drawRows(rows: readonly (readonly string[])[], headings?: ReadonlySet<number>) {
    const pdf = newDocument({ size: 'A4', margin: 50, bufferPages: true, autoFirstPage: false });
    const end = drawTable(pdf, { left: 50, top: 50, bottom: 792 }, columns, rows, headings);
    numberPages(pdf, 'A table', 50);
    pdf.end();
    return { end, pages: await pagesOf(await buffer(pdf)) };
  }
  test('repeats its head on every page, and draws each row once', async () => {
    const { pages } = await drawRows(Array.from({ length: 120 }, (_, n) => [`n${n}`, `word${n}`]));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/^Number\s+Words/);
      expect(page).toContain(`${index + 1} of ${pages.length}`);
    }
    const words = pages.join(' ').split(/\s+/);
    for (let n = 0; n < 120; n += 1) expect(words.filter((word) => word === `word${n}`)).toHaveLength(1);
  });
  test('continues a row on the next page, and ends with its last row', async () => {
    const { end, pages } = await drawRows([
      ['1', Array.from({ length: 900 }, (_, n) => `w${n}`).join(' ')],
      ['2', 'last'],
    ]);
    expect(pages.length).toBeGreaterThan(1);
    const words = pages.join(' ').split(/\s+/);
    for (let n = 0; n < 900; n += 1) expect(words.filter((word) => word === `w${n}`)).toHaveLength(1);
    expect(end).toBeLessThanOrEqual(792);
  });
  test('joins the lines of a text that has very many short lines', async () => {
    const { pages } = await drawRows([
      ['1', 'q\n'.repeat(2500)],
      ['2', 'z\n'.repeat(150)],
    ]);
    expect(pages.join('\n').match(/^(2 )?z$/gm)).toHaveLength(150);
    expect(pages.join('\n').match(/q/g)).toHaveLength(2500);
    expect(pages.length).toBeLessThan(8);
  });
  test('puts no heading at the end of a page', async () => {
    for (let linesAbove = 30; linesAbove < 40; linesAbove += 1) {
      const rows = [
        ...Array.from({ length: linesAbove }, (_, n) => [`n${n}`, 'above']),
        ['5', 'Theme'],
        ['5.1', 'below'],
        ['5.2', 'below'],
      ];
      const { pages } = await drawRows(rows, new Set([linesAbove]));
      expect(
        pages.filter((page) => /Theme\s+5\.1/.test(page)),
        `${linesAbove} rows above`,
      ).toHaveLength(1);
    }
    const { pages } = await drawRows([['5', 'A heading of a table without rows']], new Set([0]));
    expect(pages).toHaveLength(1);
  });
  test('draws only its head if there are no rows', async () => {
    const { pages } = await drawRows([]);
    expect(pages).toHaveLength(1);
  });
});
