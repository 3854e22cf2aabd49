/** Texts as markup, rendered once for each text and kept for a while. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { runInWorker } from '../platform/workers/pool.ts';
import { Html, html } from './html.ts';
import type work from './markdown.worker.ts';

// Run from source it is .ts, built it is .js.
const module = new URL(`markdown.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds that all texts of a page may take, and that a page waits while others are rendered. */
const [seconds, waitSeconds] = [5, 10];
/** Characters of markup that are kept. */
const most = 20_000_000;

const kept = new Map<string, Html>();
let size = 0;

/** @returns the markup of each text. What cannot be rendered in time is shown as it was written. */
export async function rendered(organizationId: string, texts: readonly string[]): Promise<readonly Html[]> {
  const keys = texts.map((text) => createHash('sha256').update(text).digest('base64'));
  const missing = [...new Set(texts.filter((_text, index) => !kept.has(keys[index] ?? '')))];
  const made = new Map<string, Html>();
  if (missing.length) for (const [text, markup] of await renderedNow(organizationId, missing)) made.set(text, markup);
  return texts.map((text, index) => {
    const key = keys[index] ?? '';
    const markup = kept.get(key) ?? made.get(text);
    if (markup) keep(key, markup);
    return markup ?? plain(text);
  });
}

async function renderedNow(organizationId: string, texts: readonly string[]): Promise<[string, Html][]> {
  try {
    const parts = await runInWorker<typeof work>({
      group: 'read',
      module,
      seconds,
      waitSeconds,
      organizationId,
      input: { texts },
      parts: [],
    });
    const markups = parts.flat();
    return texts.flatMap((text, index) => {
      const markup = markups[index];
      return typeof markup === 'string' ? [[text, new Html(markup)]] : [];
    });
  } catch {
    return [];
  }
}

function plain(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}`;
}

/** What was asked for last stays longest. */
function keep(key: string, markup: Html): void {
  if (!kept.delete(key)) size += markup.text.length;
  kept.set(key, markup);
  for (const [oldest, { text }] of kept) {
    if (size <= most || oldest === key) break;
    kept.delete(oldest);
    size -= text.length;
  }
}
