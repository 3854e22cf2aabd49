/** A decoded text, with the position of each character in the original. */

export interface View {
  readonly text: string;
  /** Index at which each character begins in the original, followed by the length of the original; undefined for the original itself. */
  readonly origins: Uint32Array | undefined;
}

/** Decodes one escape sequence. @returns undefined if it is not one */
type Decode = (escape: string) => string | undefined;
interface Decoder {
  /** Each match is one escape, so the length of a match has a bound. */
  readonly pattern: RegExp;
  /** A character that occurs in every escape sequence. */
  readonly sign: string;
  readonly decode: Decode;
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  equals: '=',
  sol: '/',
  bsol: '\\',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  commat: '@',
  num: '#',
  dollar: '$',
  percnt: '%',
  ast: '*',
  excl: '!',
  quest: '?',
  lpar: '(',
  rpar: ')',
  lowbar: '_',
  Hat: '^',
  grave: '`',
  vert: '|',
  lbrack: '[',
  rbrack: ']',
  lbrace: '{',
  rbrace: '}',
  nbsp: '\u00a0',
};
const controlCharacters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function characterOf(code: number): string | undefined {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : undefined;
}

const decoders: readonly Decoder[] = [
  {
    sign: '%',
    pattern: /%[0-7][\da-f]|%[cd][\da-f]%[\da-f]{2}|%e[\da-f](?:%[\da-f]{2}){2}|%f[0-7](?:%[\da-f]{2}){3}/gi,
    decode: (escape) => Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8'),
  },
  {
    sign: '\\',
    pattern: /\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[0-3][0-7]{2}|[^])/gi,
    decode(escape) {
      const [, kind = ''] = escape;
      if (escape.length === 2) return controlCharacters[kind] ?? kind;
      if (escape.endsWith('}')) return characterOf(parseInt(escape.slice(3, -1), 16));
      return String.fromCharCode(/[ux]/i.test(kind) ? parseInt(escape.slice(2), 16) : parseInt(escape.slice(1), 8));
    },
  },
  {
    sign: '&',
    // Browsers decode numbers, and some names, without the semicolon, too.
    pattern: /&(?:#\d{1,7};?|#x[\da-f]{1,6};?|[a-z]{2,8};|(?:amp|lt|gt|quot|nbsp))/gi,
    decode(escape) {
      const body = escape.slice(1).replace(';', '');
      if (!body.startsWith('#')) return Object.hasOwn(namedCharacters, body) ? namedCharacters[body] : undefined;
      const code = /^#x/i.test(body) ? parseInt(body.slice(2), 16) : parseInt(body.slice(1), 10);
      return characterOf(code);
    },
  },
  // Quoted-printable, as in mails.
  {
    sign: '=',
    pattern: /=(?:[\dA-F]{2}|\r?\n)/g,
    decode: (escape) => (/[\r\n]/.test(escape) ? '' : String.fromCharCode(parseInt(escape.slice(1), 16))),
  },
  // Lines of limited length, which may end within an escape.
  { sign: '\n', pattern: /[\r\n]+/g, decode: () => '' },
];

/** Line breaks within Base64, as in mails and PEM. */
const lineBreaks: Decoder = { sign: '\n', pattern: /[\r\n]+[ \t]*/g, decode: () => '' };
/** Certificates and dumps write a colon or a blank between groups of one or two bytes. */
const separators: Decoder = {
  sign: ':',
  pattern: /(?<=\b(?:[\da-f]{2}){1,2})[: ](?=(?:[\da-f]{2}){1,2}\b)/gi,
  decode: () => '',
};
const spaceSeparators: Decoder = { ...separators, sign: ' ' };

/** Maximum number of nested encodings. */
const maxDepth = 2;

/** @returns the text itself and its forms after one or two decodings: a limited number, each no longer than the text */
export function createViews(text: string): View[] {
  const views: View[] = [{ text, origins: undefined }];
  let latestViews = views;
  for (let level = 0; level < maxDepth; level += 1) {
    const decoded = latestViews.flatMap((view) => decoders.flatMap((decoder) => decodeView(decoder, view) ?? []));
    // Different orders of two decodings usually have the same result, which is kept only once.
    latestViews = decoded.filter(({ text: decodedText }, index) => decoded.findIndex((other) => other.text === decodedText) === index);
    views.push(...latestViews);
  }
  return views;
}

export function removeLineBreaks(view: View): View {
  return decodeView(lineBreaks, view) ?? view;
}

export function withoutSeparators(view: View): View {
  return decodeView(separators, view) ?? decodeView(spaceSeparators, view) ?? view;
}

/** @returns undefined when there is nothing to decode */
function decodeView({ sign, pattern, decode }: Decoder, { text, origins }: View): View | undefined {
  if (!text.includes(sign)) return undefined;
  const newOrigins = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let [length, readUpTo] = [0, 0];
  const copyRange = (start: number, end: number) => {
    if (origins) newOrigins.set(origins.subarray(start, end), length);
    else for (let position = start; position < end; position += 1) newOrigins[length + position - start] = position;
    parts.push(text.slice(start, end));
    length += end - start;
  };
  let hasDecoded = false;
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    const character = decode(escape);
    if (character === undefined) continue;
    hasDecoded = true;
    copyRange(readUpTo, index);
    newOrigins.fill(origins?.[index] ?? index, length, length + character.length);
    parts.push(character);
    length += character.length;
    readUpTo = index + escape.length;
  }
  if (!hasDecoded) return undefined;
  copyRange(readUpTo, text.length);
  newOrigins[length] = origins?.[text.length] ?? text.length;
  return { text: parts.join(''), origins: newOrigins.subarray(0, length + 1) };
}
