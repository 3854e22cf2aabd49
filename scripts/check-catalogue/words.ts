/** @returns how many words a text has, without marks of headings and lists, placeholders and conditions */
export function wordsOf(markdown: string): number {
  return markdown.replaceAll(/\{\{[^{}]*\}\}|^#+ |^- /gm, '').match(/\S+/g)?.length ?? 0;
}
