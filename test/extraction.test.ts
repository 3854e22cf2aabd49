/** Tests the checks of a file before it is decompressed, and how text is extracted from web pages. */
import { expect, test } from 'vitest';
import { extractText } from '#documents/extraction/extract';
import { fileKindOf } from '#documents/extraction/kinds';
import { extractPages } from '#documents/extraction/pages';
import { imageSizeOf } from '#documents/extraction/image-size';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
test.each([
  ['PNG', hex('89504e470d0a1a0a 0000000d 49484452 00000384 00000168')],
  ['GIF', hex('474946383961 8403 6801')],
  ['BMP', Buffer.concat([hex('424d'), Buffer.alloc(16), hex('84030000 98feffff')])],
  ['JPEG', hex('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 0168 0384 03')],
  ['WebP, lossy', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8403 6801')],
  ['WebP, lossless', hex('52494646 00000000 57454250 5650384c 00000000 2f 83c35900')],
  ['WebP, extended', hex('52494646 00000000 57454250 56503858 0a000000 00000000 830300 670100')],
  ['TIFF, little-endian', hex('49492a00 08000000 0200 0001 0400 01000000 84030000 0101 0300 01000000 68010000')],
  ['TIFF, big-endian', hex('4d4d002a 00000008 0002 0100 0003 00000001 03840000 0101 0004 00000001 00000168')],
])('an image of 900 by 360 pixels is recognized: %s', (_name, bytes) => {
  expect(imageSizeOf(bytes)).toEqual({ width: 900, height: 360 });
});
test.each([
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['half a PNG', hex('89504e470d0a1a0a')],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 0000')],
])('no image is recognized: %s', (_name, bytes) => {
  expect(imageSizeOf(bytes)).toBeUndefined();
});

const page = `<!DOCTYPE html>
<html><head><title>Gulls</title><style>p { color: red }</style></head><body><!-- <p>No</p> -->
<h1>Flamingo policy</h1><select><option>Yes<option>No</select><svg><text>Drawn</text></svg>
<p>Flamingos of the <b>northern</b> pond are counted&nbsp;every
 Tuesday by the w&auml;rdens &amp; rangers, if 3 < 4.<br>Nobody else does.
<p>Open paragraph
<ul><li>Eggs are logged<li>So are&#32;nests</ul>
<TABLE><thead><tr><th>Question<th>Answer</thead><tr><td>Do you <i>log</i> &quot;everything&quot;?<td><p>Yes,</p><p>all.</p></tr>
<tr><td colspan=2>Scope</td></tr><tr><td><table><tr><td>a</td><td>b</td></tr></table></td><td></td></tr></TABLE>
<pre>one
two</pre></body></html>`;
test('a web page is extracted with its paragraphs and tables, without markup', async () => {
  expect(fileKindOf('text/html')).toBe('html');
  expect(await extractText(Buffer.from(page), 'html')).toEqual([
    {
      kind: 'text',
      lines: [
        'Flamingo policy',
        '',
        'Flamingos of the northern pond are counted every Tuesday by the wärdens & rangers, if 3 < 4.',
        'Nobody else does.',
        '',
        'Open paragraph',
        '',
        'Eggs are logged',
        'So are nests',
        '',
      ],
    },
    {
      kind: 'table',
      rows: [['Question', 'Answer'], ['Do you log "everything"?', 'Yes, all.'], ['Scope'], ['a b', '']],
    },
    { kind: 'text', lines: ['one', 'two', ''] },
  ]);
  const [firstPage] = await extractPages(Buffer.from('<p>We count <em>flamingos</em>.</p>'), 'html');
  expect(firstPage).toEqual({ page: null, text: 'We count flamingos.\n' });
  await expect(extractText(Buffer.from('<html><head><title>Only a title</title></head><body> </body></html>'), 'html')).rejects.toThrow(
    'The file holds no text',
  );
});
test('Markdown is read like the page that it renders to, with the numbers of its lists', async () => {
  expect(fileKindOf('text/markdown')).toBe('markdown');
  const text =
    '# Flamingos\n\nWe **count** [them](https://example.com) in `ponds` <daily>.\n\n3. Do you log?\n4. Do you test?\n   - Where?\n\n| Question | Answer |\n|---|---|\n| Who? | *All* |\n';
  expect(await extractText(Buffer.from(text), 'markdown')).toEqual([
    {
      kind: 'text',
      lines: ['Flamingos', '', 'We count them in ponds .', '', '3. Do you log?', '4. Do you test?', 'Where?', ''],
    },
    {
      kind: 'table',
      rows: [
        ['Question', 'Answer'],
        ['Who?', 'All'],
      ],
    },
  ]);
});
test('a web page with a hundred thousand unclosed tags is read, and a page with deeply nested elements is rejected', async () => {
  for (const tag of ['</b>', '<p>', '<br>', '<!-- '])
    expect(await extractText(Buffer.from(`<p>Flamingos</p>${tag.repeat(100_000)}`), 'html')).not.toEqual([]);
  for (const tag of ['<div>', '<table><tr><td>'])
    await expect(extractText(Buffer.from(`<p>Flamingos</p>${tag.repeat(100_000)}`), 'html')).rejects.toThrow('too much');
});
