/** Unit tests of the file types and names accepted for a logo. */
import { describe, expect, test } from 'vitest';
import { imageFileName, isOfType, hasActiveContent } from '#documents/images/images';
import { mediaTypeOf } from '#platform/files/executable-types';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const bytes: Readonly<Record<(typeof types)[number], Uint8Array>> = {
  'image/png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'image/webp': Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/svg+xml': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
};
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const;

describe('each file matches its own type and no other type', () => {
  test.each(types)('%s', (type) => {
    expect(types.map((candidate) => isOfType(bytes[type], candidate))).toEqual(types.map((candidate) => candidate === type));
  });
  test('an animated PNG is a PNG', () => {
    const png = Buffer.from(bytes['image/png']);
    // The chunk that marks an animated PNG follows directly after the header.
    const animation = Buffer.from('000000086163544c0000000100000000b92dd88d', 'hex');
    expect(isOfType(Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)]), 'image/png')).toBe(true);
  });
  test.each(types)('one letter is not an image of the type %s', (type) => expect(isOfType(Buffer.from('x'), type)).toBe(false));
});

describe('an SVG image', () => {
  const isSvg = (text: string, encoding: BufferEncoding = 'utf8') => isOfType(Buffer.from(text, encoding), 'image/svg+xml');
  test.each([
    '<svg/>',
    '\uFEFF\n<svg></svg>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><!-- > --><svg\nwidth="1"/>',
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n<!ENTITY ns "http://example.com/">\n]>\n<svg xmlns:x="&ns;"/>',
  ])('begins like %j', (text) => expect(isSvg(text)).toBe(true));
  test.each([
    '',
    'an <svg> in passing',
    '<html><svg/></html>',
    '<!DOCTYPE html><html><svg/></html>',
    '<!-- <svg/> -->',
    '<svgs/>',
    '{"svg": 1}',
  ])('does not begin like %j', (text) => expect(isSvg(text)).toBe(false));
  test('is UTF-8', () => expect(isSvg('<svg></svg>', 'utf16le')).toBe(false));
  test('is checked quickly, whatever its content', async () => {
    const time = await cpuTimeOf(() => {
      for (const part of ['<', '<!-- --> ', '<!DOCTYPE ', '<svg ', ' onx', ' on ', '<a:', '"on= ', ' ']) {
        const text = Buffer.from(part.repeat(2_000_000 / part.length));
        isOfType(text, 'image/svg+xml');
        hasActiveContent(text);
      }
    });
    expect(time).toBeLessThan(10_000);
  });
});

describe('active content is', () => {
  const isUnsafe = (text: string) => hasActiveContent(Buffer.from(text));
  test.each([
    ['a script', '<svg><script>alert(1)</script></svg>'],
    ['a script in other letters and with a prefix', '<svg:svg><svg:ScRipt/></svg:svg>'],
    ['a script after more than 8 KiB', `<svg>${' '.repeat(10_000)}<script/></svg>`],
    ['an iframe', '<svg><foreignObject><iframe src="x"/></foreignObject></svg>'],
    ['an object', '<svg><object data="x"/></svg>'],
    ['an embed', '<svg><embed src="x"/></svg>'],
    ['a javascript: link', '<svg><a href="JavaScript:alert(1)">x</a></svg>'],
    ['a vbscript: link', '<svg><a href="vbscript:x">x</a></svg>'],
    ['an event handler', '<svg onload = "alert(1)"></svg>'],
    ['an event handler after an attribute that holds >', '<svg a=">"\nonload=\'alert(1)\'></svg>'],
  ])('%s', (_case, text) => expect(isUnsafe(text)).toBe(true));
  test.each([
    '<svg><text font-size="1">Description: based on one = 1 script</text></svg>',
    '<svg><g id="onset" class="scripted"/></svg>',
    '<svg><image href="data:image/png;base64,AAAA"/></svg>',
  ])('not %s', (text) => expect(isUnsafe(text)).toBe(false));
});

describe('the name of a stored file', () => {
  test.each([
    ['Quill & Co.PNG', 'image/png', 'Quill___Co.PNG'],
    ['quill.jpeg', 'image/jpeg', 'quill.jpeg'],
    ['quill', 'image/jpeg', 'quill.jpg'],
    ['quill.svg', 'image/png', 'quill.svg.png'],
    ['../../etc/passwd', 'image/gif', '__.._etc_passwd.gif'],
    ['.png', 'image/png', '_png.png'],
  ] as const)('%j of the type %s is stored as %s', (name, type, storedName) => expect(imageFileName(name, type)).toBe(storedName));
  test.each([
    [' Image/PNG; x=y', 'image/png'],
    ['image/svg+xml;charset=utf-8', 'image/svg+xml'],
  ])('the type %j is normalized to %s', (rawType, type) => expect(mediaTypeOf(rawType)).toBe(type));
});
