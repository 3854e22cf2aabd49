/** What the pages of the reference have in common: the head, the bar at the top and the search. */
import { policy } from '../../server/docs/policy.ts';
import type { Group } from './groups.ts';
import { html, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly summary: string;
  /** What its body is styled by. */
  readonly kind: 'entry' | 'text' | 'operations';
  readonly groups: readonly Group[];
  readonly content: Html;
  /** Scripts besides the search, in their order. */
  readonly scripts?: readonly string[];
}

/** A whole page. The entry page has the search in its content, the others in their bar. */
export function shell({ title, summary, kind, groups, content, scripts = [] }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}: API reference</title>
        <meta name="description" content="${summary}" />
        <link rel="icon" type="image/svg+xml" href="favicon.svg" />
        <link rel="stylesheet" href="docs.css" />
        ${scripts.map((script) => html`<script src="${script}" defer></script>`)}
        <script src="search.js" type="module"></script>
      </head>
      <body class="${kind}">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <a class="home" href="index.html"><img src="favicon.svg" alt="" width="24" height="24" /><span>API reference</span></a>
          <nav aria-label="Reference">
            <button type="button" popovertarget="groups">Operations</button>
            <ul id="groups" popover>
              ${groups.map(({ name, slug }) => html`<li><a href="${slug}.html">${name}</a></li>`)}
              <li class="all"><a href="all.html">All on one page</a></li>
            </ul>

            <a href="guides.html">Guides</a>
            <a href="workflows.html">Workflows</a>
            <a href="errors.html">Errors</a>
          </nav>
          ${kind === 'entry' ? [] : searchBox}
        </header>
        ${content}
      </body>
    </html> `.text;
}

/** Works as soon as its script does. */
export const searchBox = html`<search>
  <input
    type="search"
    placeholder="Search operations, fields, errors, guides"
    aria-label="Search the reference"
    aria-controls="found"
    autocomplete="off"
    spellcheck="false"
  />
  <p class="count" role="status"></p>
  <ol id="found" hidden></ol>
</search>`;
