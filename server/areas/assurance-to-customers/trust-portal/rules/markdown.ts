/** Removes what could run in a reader's browser from Markdown (trust-portal, rule 13). Each step takes linear time for any text. */

/** Removes HTML tags and comments. Links to anything but http, https or mailto are replaced by their text. */
export function sanitizeMarkdown(markdown: string): string {
  return withoutLinks(withoutTags(markdown))
    .replace(/^( {0,3}\[(?:[^[\]\\]|\\[\s\S])+\]:\s*)<?(\S+?)>?(\s.*)?$/gm, (line, _label, target: string) =>
      isAllowedTarget(target) ? line : '',
    )
    .trim();
}

/** Also removes text that becomes a tag when a tag inside of it is removed. */
function withoutTags(text: string): string {
  const remaining: string[] = [];
  /** The start of the first tag that is still open. */
  let open: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    remaining.push(character);
    const last = remaining.length - 1;
    if (/[a-z]/i.test(character)) {
      const before = remaining[last - 1] === '/' ? last - 2 : last - 1;
      if (remaining[before] === '<') open ??= before;
    } else if (character === '-' && remaining[last - 1] === '-' && remaining[last - 2] === '!' && remaining[last - 3] === '<') {
      remaining.length = last - 3;
      if (open !== undefined && open >= remaining.length) open = undefined;
      const end = text.indexOf('-->', at + 1);
      at = end < 0 ? text.length : end + 2;
    } else if (character === '>' && open !== undefined) {
      if (!isAutolink(remaining.slice(open).join(''))) remaining.length = open;
      open = undefined;
    }
  }
  return remaining.join('');
}

function withoutLinks(text: string): string {
  /** 1 for each character that is removed. */
  const removed = new Uint8Array(text.length);
  const open: number[] = [];
  const lastEnd = text.lastIndexOf(')');
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') open.push(at);
    if (text[at] !== ']') continue;
    const begin = open.pop();
    const link = begin !== undefined && text[at + 1] === '(' && at < lastEnd ? parseTarget(text, at + 2) : undefined;
    if (begin === undefined || !link) continue;
    if (!isAllowedTarget(link.target)) {
      removed.fill(1, text[begin - 1] === '!' ? begin - 1 : begin, begin + 1);
      removed.fill(1, at, link.end);
    }
    at = link.end - 1;
  }
  const remainingText: string[] = [];
  for (let at = 0; at < text.length; at += 1) if (removed[at] === 0) remainingText.push(text.charAt(at));
  return remainingText.join('');
}

/** The target of a link whose parenthesis was opened before `from`, and the end of the link. Undefined if it is not a link. */
function parseTarget(text: string, from: number): { readonly target: string; readonly end: number } | undefined {
  const begin = skipBlanks(text, from) + (text[skipBlanks(text, from)] === '<' ? 1 : 0);
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
  const title = skipBlanks(text, afterTarget);
  if (text[title] === ')') return { target, end: title + 1 };
  // Without a valid title this is not a link, but some Markdown readers may accept it if the target looks like an address.
  const close = (title > afterTarget && /["'(]/.test(text.charAt(title))) || target.includes(':') ? text.indexOf(')', title + 1) : -1;
  return close < 0 ? undefined : { target, end: close + 1 };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

const isAutolink = (tag: string) => /^<(?:https?:\/\/|mailto:)[^\s<>]+>$/i.test(tag);
/** An address with an allowed scheme, or an anchor of the page itself. */
const isAllowedTarget = (target: string) => /^(?:https?:\/\/|mailto:|#)/i.test(target.replace(/[\u0000-\u0020]/g, ''));
