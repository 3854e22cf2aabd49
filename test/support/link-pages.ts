/** The pages that links lead to, as a browser without scripts uses them. */
import { expect } from 'vitest';
import { call } from './app.ts';

type Page = Awaited<ReturnType<typeof call>>;

/** Sends a form as a browser does. */
export function sendForm(base: string, path: string, values: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  return call(base, 'POST', path, {
    raw: new URLSearchParams(values).toString(),
    type: 'application/x-www-form-urlencoded',
    headers: { origin: 'null', ...headers },
  });
}

/** Whether nobody but the reader learns of a page, and nothing on it runs. */
export function expectPrivate({ headers, text }: Page) {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';.*form-action 'self'/);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toContain('<meta name="robots" content="noindex" />');
  expect(text).not.toMatch(/<script|<iframe|\son\w+=/i);
}

/** Where the links of a page lead, as they stand there. */
export function hrefs({ text }: Pick<Page, 'text'>): string[] {
  return [...text.matchAll(/href="([^"#][^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}
