/** The pages behind links, as a browser without scripts uses them. */
import { expect } from 'vitest';
import { call } from './app.ts';

type Page = Awaited<ReturnType<typeof call>>;

/** Submits a form as a browser does. */
export function sendForm(
  base: string,
  path: string,
  values: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  return call(base, 'POST', path, {
    raw: new URLSearchParams(values).toString(),
    type: 'application/x-www-form-urlencoded',
    headers: { origin: 'null', ...headers },
  });
}

/** Expects that a page is not cached or leaked to others, and runs no scripts. */
export function expectPrivate({ headers, text }: Page) {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';.*form-action 'self'/);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).toContain('<meta name="robots" content="noindex" />');
  expect(text).not.toMatch(/<(?:script|iframe|object|embed)/i);
  for (const [tag] of text.replace(/"[^"]*"/g, '""').matchAll(/<[a-z][^<>]*>/gi)) expect(tag).not.toMatch(/\son\w+=/i);
}

/** The targets of the links on a page, as written. */
export function hrefs({ text }: Pick<Page, 'text'>): string[] {
  return [...text.matchAll(/<a [^>]*?href="([^"#][^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

/** Expects that the pages of invalid links are all the same, apart from what differs with each request. */
export function expectAlike(answers: readonly Page[]) {
  const comparableParts = ({ status, headers, text }: Page) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
  });
  for (const answer of answers) {
    expect(comparableParts(answer)).toEqual(comparableParts(answers[0] ?? answer));
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') });
  }
}

/** Text that contains markup. */
export const markup = '</textarea></p><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
