/** The text pages of the reference, and the pages that Redoc renders. */
import { parseInline } from 'marked';
import type { WorkflowFile } from '../workflows/read.ts';
import { type Document, operationsOf } from './contract.ts';
import type { OperationError } from './errors.ts';
import type { Group } from './groups.ts';
import { type Guides, renderMarkdown } from './guides.ts';
import { Html, html } from './html.ts';
import type { Links } from './links.ts';
import { searchBox, renderPage } from './shell.ts';

export interface Reference {
  readonly document: Document;
  readonly groups: readonly Group[];
  readonly guides: Guides;
  readonly refusals: readonly OperationError[];
  readonly links: Links;
  readonly workflows: readonly WorkflowFile[];
}

/** The start page: search, quick start, groups and guides. */
export function entryPage({ document, groups, guides, links }: Reference): string {
  const operationsByArea = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0]);
  const area = ({ name, 'x-displayName': title }: Document['tags'][number]) =>
    html`<li><a href="${links.area(name)}">${title}</a> <span class="number">${operationsByArea.get(name)?.length ?? 0}</span></li>`;
  const { title, summary } = document.info;
  return renderPage({
    title,
    summary,
    kind: 'entry',
    groups,
    scripts: ['moved.js'],
    content: html`<main id="content">
      <section class="hero">
        <h1>${title}</h1>
        <p>${summary}</p>
        ${searchBox}
      </section>
      <section id="${guides.quickStart.slug}">
        <h2>${guides.quickStart.title}</h2>
        ${renderMarkdown(guides.quickStart.text, links)}
      </section>
      <section id="operations">
        <h2>Operations</h2>
        <div class="cards">
          ${groups.map(
            ({ name, slug, areas }) =>
              html`<article class="card">
                <h3><a href="${slug}.html">${name}</a></h3>
                <ul>
                  ${areas.map(area)}
                </ul>
              </article>`,
          )}
        </div>
        <p class="aside">
          All of them <a href="all.html">on one page</a>, and the contract that they come from: <a href="openapi.json">openapi.json</a>.
        </p>
      </section>
      <section id="guides">
        <h2>Guides</h2>
        <ul class="guides">
          ${guides.others.map(({ title: name, slug, summary: first }) => html`<li><a href="${links.guide(slug)}">${name}</a><span>${withoutMarkup(first)}</span></li>`)}
          <li><a href="workflows.html">Workflows</a><span>Sequences of requests that reach a goal, ready to run.</span></li>
          <li><a href="errors.html">Statuses and codes</a><span>Every error that an operation may answer with, and which do.</span></li>
        </ul>
      </section>
    </main>`,
  });
}

export function guidesPage({ document, groups, guides, links }: Reference): string {
  return textPage(
    'Guides',
    `How to use the ${document.info.title}.`,
    groups,
    guides.others.map(({ title, slug }) => ({ title, slug })),
    html`<h1>Guides</h1>
      ${renderMarkdown(guides.introduction, links)}
      ${guides.others.map(
        ({ title, slug, text }) =>
          html`<section id="${slug}">
            <h2>${title}</h2>
            ${renderMarkdown(text, links)}
          </section>`,
      )}`,
  );
}

export function errorsPage({ document, groups, refusals, links }: Reference): string {
  const { length: total } = operationsOf(document);
  return textPage(
    'Errors',
    'Every status and code that an operation may refuse with.',
    groups,
    refusals.map(({ status, phrase }) => ({ title: `${status} ${phrase}`, slug: status })),
    html`<h1>Errors</h1>
      <p>
        The guide on <a href="${links.guide('errors')}">errors</a> explains what an error looks like. This page lists each status and code,
        and the operations that return it.
      </p>
      ${refusals.map(
        ({ status, phrase, operations, codes }) =>
          html`<section id="${status}">
            <h2>${status} ${phrase}</h2>
            ${codes.map(
              ({ code, texts, explained, operations: ids }) =>
                html`<article id="${code}">
                  <h3><code>${code}</code></h3>
                  ${texts.map((text) => html`<p><q>${text}</q></p>`)}
                  ${explained.map((text) => html`<p>${new Html(parseInline(text, { async: false }))}</p>`)} ${linksTo(ids, total, links)}
                </article>`,
            )}
            ${codes.length ? html`<h3>All with this status</h3>` : []} ${linksTo(operations, total, links)}
          </section>`,
      )}`,
  );
}

/** @param slug of the group, whose document has the same name; undefined for the page with all groups */
export function operationsPage({ groups, document }: Reference, group: Group | undefined): string {
  return renderPage({
    title: group?.name ?? document.info.title,
    summary: group ? `Operations on ${group.areas.map(({ 'x-displayName': name }) => name).join(', ')}.` : document.info.summary,
    kind: 'operations',
    groups,
    // The page with all groups is for searching and printing, so everything is rendered immediately.
    scripts: [...(group ? ['near.js'] : []), 'redoc.standalone.js', 'docs.js'],
    content: html`<noscript
        ><p>These pages are drawn by JavaScript. The contract can be read without: <a href="openapi.json">openapi.json</a>.</p></noscript
      >
      <main id="content" data-document="${group?.slug ?? 'all'}.json"></main>`,
  });
}

/** @returns a page of sections with a table of contents */
export function textPage(
  title: string,
  summary: string,
  groups: readonly Group[],
  sections: readonly { title: string; slug: string }[],
  content: Html,
): string {
  return renderPage({
    title,
    summary,
    kind: 'text',
    groups,
    content: html`<div class="columns">
      <nav class="contents" aria-label="On this page">
        <ul>
          ${sections.map(({ title: name, slug }) => html`<li><a href="#${slug}">${name}</a></li>`)}
        </ul>
      </nav>
      <main id="content">${content}</main>
    </div>`,
  });
}

/** @returns links to operations. A list of nearly all operations becomes a short text, and other long lists are collapsed. */
function linksTo(ids: readonly string[], total: number, links: Links): Html {
  if (ids.length > total * 0.75) return html`<p>${ids.length} of ${total} operations</p>`;
  const list = html`<ul class="ids">
    ${ids.map((id) => html`<li><a href="${links.operation(id)}">${id}</a></li>`)}
  </ul>`;
  const maxShown = 12;
  return ids.length <= maxShown
    ? list
    : html`<details>
        <summary>${ids.length} of ${total} operations</summary>
        ${list}
      </details>`;
}

function withoutMarkup(markdown: string): string {
  return markdown.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');
}
