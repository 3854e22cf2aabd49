/** The common parts of the pages of the reference: the head, the top bar and the search. */
import { contentSecurityPolicy } from '#docs/policy';
import type { Group } from './groups.ts';
import { html, type Html } from './html.ts';

export interface Page {
  readonly title: string;
  readonly summary: string;
  /** The kind of page, which selects the styles of its body. */
  readonly kind: 'entry' | 'text' | 'operations';
  readonly groups: readonly Group[];
  readonly content: Html;
  /** Additional scripts besides the search, in order. */
  readonly scripts?: readonly string[];
}

/** @returns a complete page. The start page has the search in its content, and other pages have it in their top bar. */
export function renderPage({ title, summary, kind, groups, content, scripts = [] }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
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

/** The search box, which works as soon as its script is loaded. */
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
