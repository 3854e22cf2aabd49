/** Splits the introduction of the contract (spec/guides.md) at its headings. */
import { Marked } from 'marked';
import type { Document } from './contract.ts';
import { html, Html } from './html.ts';
import { type Links, slugOf } from './links.ts';

export interface Guide {
  readonly title: string;
  readonly slug: string;
  /** Its first sentence. */
  readonly summary: string;
  readonly text: string;
}
export interface Guides {
  readonly introduction: string;
  readonly quickStart: Guide;
  readonly others: readonly Guide[];
}

const firstGuide = 'quick-start';

/** @throws when it contains no quick start */
export function guidesOf({ info }: Document): Guides {
  const [introduction = '', ...sections] = info.description.split(/^## /m);
  const guides = sections.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const text = lines.join('\n').trim();
    return { title, slug: slugOf(title), summary: /^[^]+?\.(?=\s|$)/.exec(text)?.[0].replaceAll(/\s+/g, ' ') ?? '', text };
  });
  const quickStart = guides.find(({ slug }) => slug === firstGuide);
  if (!quickStart) throw new Error('The introduction of the contract has no quick start');
  return { introduction: introduction.trim(), quickStart, others: guides.filter((guide) => guide !== quickStart) };
}

/** Renders Markdown as HTML. Code is labeled with its language, and consecutive code blocks in two languages are displayed side by side. */
export function renderMarkdown(markdown: string, links: Links): Html {
  const marked = new Marked({
    renderer: {
      code: ({ text, lang = '' }) =>
        html`<figure class="code">
          <figcaption>${text.startsWith('curl') ? 'curl' : (languageLabels[lang] ?? lang)}</figcaption>
          <pre tabindex="0"><code>${text}</code></pre>
        </figure>`.text,
    },
    walkTokens: (token) => {
      if (token.type === 'link') token.href = links.from(token.href);
    },
  });
  const rendered = marked.parse(markdown, { async: false });
  return new Html(rendered.replaceAll(/(?:<figure(?:(?!<\/figure>)[^])*<\/figure>\s*){2}/g, '<div class="codes">$&</div>'));
}

const languageLabels: Readonly<Record<string, string>> = { sh: 'Shell', ts: 'TypeScript', json: 'JSON' };
