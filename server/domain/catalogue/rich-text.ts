/** Converts policy texts from a subset of Markdown to the rich text format of the editor. */

export interface RichTextNode {
  readonly type: 'heading' | 'paragraph' | 'bulletList' | 'listItem' | 'text';
  readonly attrs?: { readonly level: number };
  readonly text?: string;
  readonly content?: readonly RichTextNode[];
}

export interface RichTextDocument {
  readonly type: 'doc';
  readonly content: readonly RichTextNode[];
}

/**
 * @param markdown headings (`##`), paragraphs and lists (`-`). The lines of a paragraph or list item are joined with spaces.
 * A line with only `{{#if gdpr}}` or `{{/if}}` becomes a separate paragraph, so that a condition can span several blocks.
 */
export function parsePolicyMarkdown(markdown: string): RichTextDocument {
  const separated = markdown
    .replace(/^(?:#{1,6} .+|\{\{(?:#if \w+|\/if)\}\}[ \t]*)$/gm, (line) => `\n${line.trimEnd()}\n`)
    .replace(/^(?!- | {2})(.+)\n(?=- )/gm, '$1\n\n');
  return {
    type: 'doc',
    content: separated
      .split(/\n\s*\n/)
      .map((block) => block.trim())
      .filter(Boolean)
      .map(parseBlock),
  };
}

function parseBlock(block: string): RichTextNode {
  const heading = /^(#{1,6}) (.+)$/.exec(block);
  if (heading?.[1] && heading[2]) return { type: 'heading', attrs: { level: heading[1].length }, content: [text(heading[2])] };
  if (!block.startsWith('- ')) return paragraph(block);
  return {
    type: 'bulletList',
    content: block
      .slice(2)
      .split(/\n- /)
      .map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
  };
}

function paragraph(words: string): RichTextNode {
  return {
    type: 'paragraph',
    content: [
      text(
        words
          .split('\n')
          .map((line) => line.trim())
          .join(' '),
      ),
    ],
  };
}

function text(words: string): RichTextNode {
  return { type: 'text', text: words };
}
