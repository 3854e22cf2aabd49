/** Hides values next to the name of a secret in JSON, queries, settings, Markdown and markup. */
import { isOrdinary } from './ordinary-words.ts';
import { isKeyLike, isMixed } from './random.ts';
import { endsAsSecret, isPasswordName, isWeakSecretName } from './secret-names.ts';

/** A name and its separator, with optional formatting such as `**Password:** ` and `<b>Password</b>: `. */
const namePattern =
  /(?<![\w-])((?:(?:api|private|access|ssh) )?[\w-]+)(\\{0,3}["']|&quot;)?(?:[*_`]|<\/?[a-z]{1,10}>){0,6}\s*([:=])(?:[*_]|<\/?[a-z]{1,10}>){0,6}(\s*)(?:[*_]|<[a-z]{1,10}>){0,3}/gi;
/** A value with its quotes, if any. */
const valuePattern =
  /\\{1,3}"[^"]*"|"[^"]*"|'[^']*'|`[^`]*`|&quot;.{0,512}?&quot;|(?:(?:bearer|basic|digest|token)\s+)?(?:[^\s"'&,;}<]|<(?!\/))+/iy;
/** After a colon and a space, `&` is part of the password. */
const valueInTextPattern =
  /\\{1,3}"[^"]*"|"[^"]*"|'[^']*'|`[^`]*`|&quot;.{0,512}?&quot;|(?:(?:bearer|basic|digest|token)\s+)?(?:[^\s"',;}<]|<(?!\/))+/iy;
/** A value of limited length, for names that belong to a secret only if the value looks like a key. */
const weakNameValuePattern = /\\{1,3}"[^"]{1,512}"|"[^"]{1,512}"|'[^']{1,512}'|`[^`]{1,512}`|(?:[^\s"'&,;}<]|<(?!\/)){1,512}/y;

/** A name with its context. */
interface NamedValue {
  readonly name: string;
  /** Whether a colon and a space follow it. */
  readonly isText: boolean;
  /** Whether it is also an ordinary word, as in a sentence. */
  readonly isProse: boolean;
  readonly separator: string;
}

/**
 * Hides values that follow a secret name and `:` or `=`, and keeps the names.
 * @param text any text, including JSON and queries @param isSecret whether values of this name are secret @param marker replaces each value
 */
export function redactNamed(text: string, isSecret: (name: string) => boolean, marker: string): string {
  const source = redactElements(text, isSecret, marker);
  if (!/[:=]/.test(source)) return source;
  const output: string[] = [];
  let lastEnd = 0;
  namePattern.lastIndex = 0;
  for (let nameMatch = namePattern.exec(source); nameMatch; nameMatch = namePattern.exec(source)) {
    const { 1: name = '', 2: quote, 3: separator = '', 4: blank = '' } = nameMatch;
    const [isStrong, isShortForm] = [isSecret(name), isPasswordName(name)];
    // The name is checked first, because a value may be the rest of the text.
    if (!isStrong && !isShortForm && !isWeakSecretName(name)) continue;
    const isText = separator === ':' && blank !== '' && quote === undefined;
    const pattern = !isStrong && !isShortForm ? weakNameValuePattern : isText ? valueInTextPattern : valuePattern;
    const start = namePattern.lastIndex;
    pattern.lastIndex = start;
    const match = pattern.exec(source)?.[0];
    const namedValue = { name, separator, isText, isProse: isText && /^[A-Za-z][a-z]*$|\s/.test(name) };
    if (
      match === undefined ||
      !(isStrong ? isSecretValue(namedValue, match) : isShortForm ? isPassword(namedValue, match) : isKeyLike(withoutQuotes(match)))
    )
      continue;
    output.push(source.slice(lastEnd, start), marker);
    lastEnd = namePattern.lastIndex = start + match.length;
  }
  return `${output.join('')}${source.slice(lastEnd)}`;
}

const withoutQuotes = (match: string) => match.replaceAll(/\\?["'`]/g, '');

/** In a sentence the word may refer to the subject, as in `Credentials: CISSP`, so the value has to look like a secret. */
function isSecretValue({ name, isText, isProse }: NamedValue, match: string): boolean {
  if (/(?:url|uri|endpoint)$/i.test(name) && /^https?:\/\/[^?#@]*$/i.test(match)) return false;
  if (isText && match.length < 40 && !/\s/.test(match) && isOrdinary(match)) return false;
  if (!isProse || /\s/.test(match)) return true;
  const word = withoutQuotes(match);
  if (isKeyLike(word)) return true;
  if (!endsAsSecret(name)) return false;
  const isQuoted = word !== match;
  return isMixed(word) || ((isQuoted || /^[a-z]/.test(name)) && !isOrdinary(word));
}

/** Short forms of "password", such as `pwd`, may also precede folders, conditions and other variables. */
function isPassword({ separator }: NamedValue, match: string): boolean {
  const word = withoutQuotes(match);
  if (/^(?:true|false|null|none|yes|no|[/~].*|\.\.?\/.*|\$[{(].*|\$[A-Z_]+)$/i.test(word)) return false;
  return separator === '=' || !isOrdinary(word);
}

/** Hides `<password>…</password>`. */
function redactElements(text: string, isSecret: (name: string) => boolean, marker: string): string {
  if (!text.includes('</')) return text;
  const opening = /<(?:[\w-]{1,40}:)?([\w-]{1,60})(?:\s[^<>]{0,200})?>/g;
  const content = /[^<]+(?=<\/([\w:-]{1,110}))/y;
  const output: string[] = [];
  let lastEnd = 0;
  for (let nameMatch = opening.exec(text); nameMatch; nameMatch = opening.exec(text)) {
    const [, name = ''] = nameMatch;
    if (!isSecret(name) && !isPasswordName(name)) continue;
    content.lastIndex = opening.lastIndex;
    const contentMatch = content.exec(text);
    if (contentMatch?.[1]?.split(':').at(-1) !== name) continue;
    output.push(text.slice(lastEnd, opening.lastIndex), marker);
    lastEnd = opening.lastIndex = content.lastIndex;
  }
  return `${output.join('')}${text.slice(lastEnd)}`;
}
