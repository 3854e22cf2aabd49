/** Markdown without what could act in a reader's browser (spec/areas/trust-portal, rule 13). Each step reads its text once, however it is made. */

/** Tags and comments of HTML are taken out, and a link that does not lead to http, https or mailto is left as its text. */
export function harmlessMarkdown(markdown: string): string {
  return withoutLinks(withoutTags(markdown))
    .replace(/^( {0,3}\[(?:[^[\]\\]|\\[\s\S])+\]:\s*)<?(\S+?)>?(\s.*)?$/gm, (line, _label, target: string) =>
      leadsOut(target) ? line : '',
    )
    .trim();
}

/** Also what becomes a tag once another that stood in it is gone. */
function withoutTags(text: string): string {
  const kept: string[] = [];
  /** Where the first tag that is still open begins in it. */
  let open: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    kept.push(character);
    const last = kept.length - 1;
    if (/[a-z]/i.test(character)) {
      const before = kept[last - 1] === '/' ? last - 2 : last - 1;
      if (kept[before] === '<') open ??= before;
    } else if (character === '-' && kept[last - 1] === '-' && kept[last - 2] === '!' && kept[last - 3] === '<') {
      kept.length = last - 3;
      if (open !== undefined && open >= kept.length) open = undefined;
      const end = text.indexOf('-->', at + 1);
      at = end < 0 ? text.length : end + 2;
    } else if (character === '>' && open !== undefined) {
      if (!isAutolink(kept.slice(open).join(''))) kept.length = open;
      open = undefined;
    }
  }
  return kept.join('');
}

function withoutLinks(text: string): string {
  /** 1 for what is left out. */
  const gone = new Uint8Array(text.length);
  const open: number[] = [];
  const lastEnd = text.lastIndexOf(')');
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '[') open.push(at);
    if (text[at] !== ']') continue;
    const begin = open.pop();
    const link = begin !== undefined && text[at + 1] === '(' && at < lastEnd ? targetAt(text, at + 2) : undefined;
    if (begin === undefined || !link) continue;
    if (!leadsOut(link.target)) {
      gone.fill(1, text[begin - 1] === '!' ? begin - 1 : begin, begin + 1);
      gone.fill(1, at, link.end);
    }
    at = link.end - 1;
  }
  const left: string[] = [];
  for (let at = 0; at < text.length; at += 1) if (gone[at] === 0) left.push(text.charAt(at));
  return left.join('');
}

/** The target of a link whose parenthesis was opened before `from`, and where the link ends. Undefined when it is no link. */
function targetAt(text: string, from: number): { readonly target: string; readonly end: number } | undefined {
  const begin = skipped(text, from) + (text[skipped(text, from)] === '<' ? 1 : 0);
  let end = begin;
  let depth = 0;
  // Parentheses may stand in it, but not in one another.
  for (; end < text.length && !/[\s>]/.test(text.charAt(end)); end += 1) {
    if (text[end] === (depth === 0 ? ')' : '(')) break;
    if (text[end] === '(') depth = 1;
    if (text[end] === ')') depth = 0;
  }
  const target = text.slice(begin, end);
  const behind = text[end] === '>' ? end + 1 : end;
  const title = skipped(text, behind);
  if (text[title] === ')') return { target, end: title + 1 };
  // What is no title is no link either, but a reader may be more generous with an address.
  const close = (title > behind && /["'(]/.test(text.charAt(title))) || target.includes(':') ? text.indexOf(')', title + 1) : -1;
  return close < 0 ? undefined : { target, end: close + 1 };
}

function skipped(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

const isAutolink = (tag: string) => /^<(?:https?:\/\/|mailto:)[^\s<>]+>$/i.test(tag);
/** An address of the kinds that are let through, or a place on the page itself. */
const leadsOut = (target: string) => /^(?:https?:\/\/|mailto:|#)/i.test(target.replace(/[\u0000-\u0020]/g, ''));
