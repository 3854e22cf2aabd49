/** Removes from Markdown what could run in a reader's browser (trust-portal, rule 13). Each step takes linear time for any text. */

/** Removes HTML tags and comments. Links to anything but http, https, mailto or an anchor are replaced by their text. */
export function sanitizeMarkdown(markdown: string): string {
  return withoutLinks(withoutTags(markdown))
    .replace(/^( {0,3}\[(?:[^[\]\\]|\\[\s\S])+\]:\s*)<?(\S+?)>?(\s.*)?$/gm, (line, _label, target: string) =>
      isAllowedTarget(target) ? line : '',
    )
    .trim();
}

/** Removes tags except autolinks, and also text that becomes a tag when a tag inside of it is removed. */
function withoutTags(text: string): string {
  const keptCharacters: string[] = [];
  /** The start of the first tag that is still open. */
  let openTag: number | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    keptCharacters.push(character);
    const lastIndex = keptCharacters.length - 1;
    if (/[a-z]/i.test(character)) {
      const tagStart = keptCharacters[lastIndex - 1] === '/' ? lastIndex - 2 : lastIndex - 1;
      if (keptCharacters[tagStart] === '<') openTag ??= tagStart;
    } else if (
      character === '-' &&
      keptCharacters[lastIndex - 1] === '-' &&
      keptCharacters[lastIndex - 2] === '!' &&
      keptCharacters[lastIndex - 3] === '<'
    ) {
      keptCharacters.length = lastIndex - 3;
      if (openTag !== undefined && openTag >= keptCharacters.length) openTag = undefined;
      const end = text.indexOf('-->', index + 1);
      index = end < 0 ? text.length : end + 2;
    } else if (character === '>' && openTag !== undefined) {
      if (!isAutolink(keptCharacters.slice(openTag).join(''))) keptCharacters.length = openTag;
      openTag = undefined;
    }
  }
  return keptCharacters.join('');
}

function withoutLinks(text: string): string {
  /** Has a 1 for each character to remove. */
  const removalMask = new Uint8Array(text.length);
  const openBrackets: number[] = [];
  const lastEnd = text.lastIndexOf(')');
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '[') openBrackets.push(index);
    if (text[index] !== ']') continue;
    const bracket = openBrackets.pop();
    const link = bracket !== undefined && text[index + 1] === '(' && index < lastEnd ? parseTarget(text, index + 2) : undefined;
    if (bracket === undefined || !link) continue;
    if (!isAllowedTarget(link.target)) {
      removalMask.fill(1, text[bracket - 1] === '!' ? bracket - 1 : bracket, bracket + 1);
      removalMask.fill(1, index, link.end);
    }
    index = link.end - 1;
  }
  const remainingText: string[] = [];
  for (let index = 0; index < text.length; index += 1) if (removalMask[index] === 0) remainingText.push(text.charAt(index));
  return remainingText.join('');
}

/** @returns the target of a link and the end of the link; undefined if it is not a link @param start the index after the parenthesis */
function parseTarget(text: string, start: number): { readonly target: string; readonly end: number } | undefined {
  const begin = skipBlanks(text, start) + (text[skipBlanks(text, start)] === '<' ? 1 : 0);
  let end = begin;
  let depth = 0;
  // A target may contain parentheses, but not nested ones.
  for (; end < text.length && !/[\s>]/.test(text.charAt(end)); end += 1) {
    if (text[end] === (depth === 0 ? ')' : '(')) break;
    if (text[end] === '(') depth = 1;
    if (text[end] === ')') depth = 0;
  }
  const target = text.slice(begin, end);
  const afterTarget = text[end] === '>' ? end + 1 : end;
  const titleStart = skipBlanks(text, afterTarget);
  if (text[titleStart] === ')') return { target, end: titleStart + 1 };
  // A link with an invalid title is not a link, but some Markdown readers accept it if the target looks like a URL.
  const closing =
    (titleStart > afterTarget && /["'(]/.test(text.charAt(titleStart))) || target.includes(':') ? text.indexOf(')', titleStart + 1) : -1;
  return closing < 0 ? undefined : { target, end: closing + 1 };
}

function skipBlanks(text: string, start: number): number {
  let index = start;
  while (index < text.length && /\s/.test(text.charAt(index))) index += 1;
  return index;
}

const isAutolink = (tag: string) => /^<(?:https?:\/\/|mailto:)[^\s<>]+>$/i.test(tag);
/** Whether the target is a URL with an allowed scheme, or an anchor within the page. */
const isAllowedTarget = (target: string) => /^(?:https?:\/\/|mailto:|#)/i.test(target.replace(/[\u0000-\u0020]/g, ''));
