/** Tests that known secrets are hidden in every encoding in which a system may return them. */
import { describe, expect, test } from 'vitest';
import { createSecretForms } from '#platform/redaction/text/encoded-forms';
import { createSecretHider } from '#platform/redaction/text/known-secrets';

const secret = 'c0rrect"horse/battery+st&ple ä';
const bytes = Buffer.from(secret);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const encodeEach = (encode: (character: string) => string) => [...secret].map(encode).join('');
const html = secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const forms: Readonly<Record<string, string>> = {
  'plain text': secret,
  JSON: JSON.stringify(secret),
  'JSON within JSON': JSON.stringify(JSON.stringify({ token: secret })),
  'escapes of each character': encodeEach((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'an address': encodeURIComponent(secret),
  'an address within an address': encodeURIComponent(encodeURIComponent(secret)),
  'percent-encoding of each byte': [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'a form': new URLSearchParams({ a: secret }).toString(),
  HTML: html,
  'HTML by numbers': encodeEach((character) => `&#${character.codePointAt(0)};`),
  'HTML by hexadecimal numbers': encodeEach((character) => `&#x${character.codePointAt(0)?.toString(16)};`),
  'HTML within JSON': JSON.stringify(html),
  Base64: base64(secret),
  'Base64 for addresses': bytes.toString('base64url'),
  'Base64 of a bearer token': base64(`Bearer ${secret}`),
  'Base64 of a pair with a user name of one character': base64(`u:${secret}`),
  'Base64 of a pair with a user name of two characters': base64(`us:${secret}`),
  'Base64 of a pair with a user name of three characters': Buffer.from(`use:${secret}`).toString('base64url'),
  'Base64 of a text around it': base64(`{"token":"${secret}","more":[1,2,3]}`),
  'Base64 of Base64': base64(`x${base64(`ab${secret}`)}`),
  'Base64 in lines': base64(secret).replaceAll(/(.{10})/g, '$1\r\n '),
  'Base64 in an address': encodeURIComponent(base64(`Bearer ${secret}`)),
  'Base64 in JSON with escaped slashes': JSON.stringify(base64(secret)).replaceAll('/', '\\/'),
  'hexadecimal digits': bytes.toString('hex'),
  'hexadecimal digits in capitals': bytes.toString('hex').toUpperCase(),
  'quoted-printable': [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  'UTF-8 that was read as Latin-1': bytes.toString('latin1'),
  'HTML by numbers without semicolons': encodeEach((character) => `&#${character.codePointAt(0)}`),
  'HTML by hexadecimal numbers without semicolons': encodeEach(
    (character) => `&#x${character.codePointAt(0)?.toString(16).padStart(6, '0')}`,
  ),
  'HTML without semicolons': html.replaceAll(';', ''),
  'escapes of code points': encodeEach((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
  'Base64 of UTF-16LE': Buffer.from(secret, 'utf16le').toString('base64'),
  'Base64 of UTF-16LE after other text': Buffer.from(`x:${secret}`, 'utf16le').toString('base64'),
  'Base64 of UTF-16BE': Buffer.from(`x:${secret}`, 'utf16le').swap16().toString('base64'),
  'hexadecimal digits of UTF-16LE': Buffer.from(secret, 'utf16le').toString('hex'),
  'hexadecimal digits of UTF-16BE': Buffer.from(secret, 'utf16le').swap16().toString('hex').toUpperCase(),
  'Base64 of Latin-1': Buffer.from(`me:${secret}`, 'latin1').toString('base64'),
};

/** Parts of the secret and of its encodings. None of them may remain visible. */
const traces = [secret, base64(secret), bytes.toString('hex'), encodeURIComponent(secret)].flatMap((form) =>
  Array.from({ length: form.length - 7 }, (_, index) => form.slice(index, index + 8)),
);

const breakLines = (text: string) => text.replaceAll(/(.{7})/g, '$1\n');
const percentEncode = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'percent-encoding': encodeURIComponent,
  'percent-encoding in lower case': (text) => encodeURIComponent(text).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  'percent-encoding of each byte': percentEncode,
  'a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  HTML: (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  Base64: base64,
  'Base64 after other text': (text) => base64(`Bearer ${text}`),
  'Base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
/** Encodings that insert separators at any place. Their result is not recognized within Base64, hexadecimal digits and the like. */
const separations: typeof encodings = {
  'several lines': breakLines,
  'bytes in hexadecimal digits with colons': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replaceAll(/(..)(?=.)/g, '$1:'),
};
const opaqueEncoding = /^(?:Base64|hexadecimal)/;
const pairs = Object.entries({ ...encodings, ...separations }).flatMap(([outer, encode]) =>
  Object.entries({ ...encodings, ...separations, 'plain text': (text: string) => text }).flatMap(([inner, encodeFirst]) => {
    const isRecognized = !(inner in separations) || !(opaqueEncoding.test(outer) || outer in separations || /of each byte/.test(outer));
    return isRecognized ? [[outer, inner, (text: string) => encode(encodeFirst(text))] as const] : [];
  }),
);

describe('a known secret in two encodings', () => {
  const texts = { 'a password': secret, 'a text with blanks around it': ' pass word ', 'a token': 'tok-4f9a1c7d20', 'a PIN': '90417' };
  test.each(pairs)('is hidden as %s of %s', (_outer, _inner, encode) => {
    for (const [kind, text] of Object.entries(texts))
      for (const variant of [text, text.trim()]) {
        const form = encode(variant);
        const hiddenText = createSecretHider([text]).text(`<<${form}>>`);
        const minLength = Math.min(form.length, 8);
        const windows = Array.from({ length: form.length - minLength + 1 }, (_, index) => form.slice(index, index + minLength));
        expect(hiddenText, kind).toMatch(/^<<.*\[REDACTED\].*>>$/s);
        expect(
          windows.filter((window) => hiddenText.includes(window)),
          `${kind}: ${form} is shown as ${hiddenText}`,
        ).toEqual([]);
      }
  });
  test('has a limited number of forms, so that it is found in linear time', () => {
    const { plain: plainForms, base64: inBase64, hex } = createSecretForms(['x"&<ä'.repeat(6)]);
    expect(plainForms.length + inBase64.length + hex.length).toBeLessThan(400);
  });
});

describe('a known secret', () => {
  test.each(Object.entries(forms))('is hidden as %s', (_what, form) => {
    const hiddenText = createSecretHider([secret]).text(`before: ${form} after`);
    expect(hiddenText).toContain('[REDACTED]');
    expect(hiddenText).toMatch(/^before: .* after$/s);
    for (const trace of traces) expect(hiddenText.includes(trace), trace).toBe(false);
  });
  test('is hidden in names, numbers and lists of JSON', () => {
    expect(createSecretHider(['48121517', 'p"ss w']).value({ 'p"ss w': [48_121_517, 'x48121517y', null, true] })).toEqual({
      '[REDACTED]': ['[REDACTED]', 'x[REDACTED]y', null, true],
    });
  });
  test('of any length is hidden completely', () => {
    const longSecret = Array.from({ length: 400 }, (_, index) => `${index}-`).join('');
    expect(createSecretHider([longSecret]).text(`a ${longSecret} b`)).toBe('a [REDACTED] b');
    expect(createSecretHider([longSecret]).text(`a ${base64(`Bearer ${longSecret}`)} b`)).toBe('a [REDACTED] b');
  });
  test('with fewer than four characters is not hidden, and neither are other texts', () => {
    const text = 'abc %41 \\u0041 &amp; =41 YWJj';
    expect(createSecretHider(['abc', '']).text(text)).toBe(text);
    expect(createSecretHider([secret]).text(text)).toBe(text);
  });
});
