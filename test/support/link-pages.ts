/** The pages that links lead to, as a browser without scripts uses them. */
import { expect } from 'vitest';
import { call } from './app.ts';

type Page = Awaited<ReturnType<typeof call>>;

/** Sends a form as a browser does. */
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

/** Whether nobody but the reader learns of a page, and nothing on it runs. */
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

/** Where the links of a page lead, as they stand there. */
export function hrefs({ text }: Pick<Page, 'text'>): string[] {
  return [...text.matchAll(/<a [^>]*?href="([^"#][^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

/** The pages of links that do not work: one page, without what differs from request to request. */
export function expectAlike(answers: readonly Page[]) {
  const compared = ({ status, headers, text }: Page) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
  });
  for (const answer of answers) {
    expect(compared(answer)).toEqual(compared(answers[0] ?? answer));
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') });
  }
}

/** Text that would be markup. */
export const markup = '</textarea></p><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
