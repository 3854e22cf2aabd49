/** Renders texts in a worker and caches the markup. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { runInWorker } from '#platform/workers/pool';
import { Html, html } from './html.ts';
import type work from './markdown.worker.ts';

// The extension is .ts when run from source, and .js when built.
const module = new URL(`markdown.worker${path.extname(import.meta.url)}`, import.meta.url);
/** Seconds for rendering all texts of a page, and for waiting until a worker is free. */
const [seconds, waitSeconds] = [5, 10];
/** Maximum characters of cached markup. */
const maxCachedCharacters = 20_000_000;

const cache = new Map<string, Html>();
let cachedCharacters = 0;

/** @returns the markup of each text. A text that cannot be rendered in time is shown as plain text. */
export async function renderTexts(organizationId: string, texts: readonly string[]): Promise<readonly Html[]> {
  const keys = texts.map((text) => createHash('sha256').update(text).digest('base64'));
  const missingTexts = [...new Set(texts.filter((_text, index) => !cache.has(keys[index] ?? '')))];
  const newMarkups = new Map<string, Html>();
  if (missingTexts.length) for (const [text, markup] of await renderInWorker(organizationId, missingTexts)) newMarkups.set(text, markup);
  return texts.map((text, index) => {
    const key = keys[index] ?? '';
    const markup = cache.get(key) ?? newMarkups.get(text);
    if (markup) cacheMarkup(key, markup);
    return markup ?? plainTextOf(text);
  });
}

async function renderInWorker(organizationId: string, texts: readonly string[]): Promise<[string, Html][]> {
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

function plainTextOf(text: string): Html {
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}`;
}

/** Evicts the least recently used texts first. */
function cacheMarkup(key: string, markup: Html): void {
  if (!cache.delete(key)) cachedCharacters += markup.text.length;
  cache.set(key, markup);
  for (const [oldest, { text }] of cache) {
    if (cachedCharacters <= maxCachedCharacters || oldest === key) break;
    cache.delete(oldest);
    cachedCharacters -= text.length;
  }
}
