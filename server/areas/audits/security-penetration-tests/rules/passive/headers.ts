/** Checks the headers of a response for missing protections, and for banners. */
import type { ProbeResponse } from '#platform/ports/http';
import { type Weakness, createWeakness } from './issues.ts';

type Headers = ProbeResponse['headers'];

const verification = 'Load the page and read the headers of the answer.';
/** The minimum time for which browsers should remember to use https: half a year, in seconds. */
const minHstsSeconds = 15_552_000;

export function checkTransportHeaders(headers: Headers, overTls: boolean): Weakness[] {
  const hstsHeader = headers['strict-transport-security'];
  const maxAge = Number(/max-age\s*=\s*"?(\d+)/i.exec(hstsHeader ?? '')?.[1] ?? 0);
  if (!overTls || maxAge >= minHstsSeconds) return [];
  return [
    createWeakness(
      ['HDR-HSTS', 'medium', 'CWE-319'],
      [
        hstsHeader === undefined ? 'Strict-Transport-Security is missing' : 'Strict-Transport-Security is too short',
        'Browsers are not told to use https only.',
        'The first request of a visit can be intercepted.',
        'Send Strict-Transport-Security with a max-age of at least half a year.',
        verification,
      ],
      `strict-transport-security: ${hstsHeader ?? '(missing)'}`,
    ),
  ];
}

export function checkContentHeaders(headers: Headers): Weakness[] {
  const policy = headers['content-security-policy'];
  const weaknesses: Weakness[] = [];
  const scriptSources = findDirective(policy, 'script-src') ?? findDirective(policy, 'default-src');
  if (
    scriptSources === undefined ||
    (scriptSources.includes("'unsafe-inline'") && !scriptSources.some((source) => /^'(nonce|sha\d+)-/.test(source)))
  )
    weaknesses.push(
      createWeakness(
        ['HDR-CSP', 'medium', 'CWE-693'],
        [
          scriptSources === undefined ? 'No Content-Security-Policy for scripts' : 'Content-Security-Policy allows inline scripts',
          'Browsers are not told which scripts belong to the page.',
          'Markup that somebody injects could run as a script.',
          'Send a Content-Security-Policy that lists the sources of scripts, without unsafe-inline.',
          verification,
        ],
        `content-security-policy: ${policy ?? '(missing)'}`,
      ),
    );
  if (headers['x-content-type-options']?.toLowerCase().trim() !== 'nosniff')
    weaknesses.push(
      createWeakness(
        ['HDR-NOSNIFF', 'low', 'CWE-693'],
        [
          'X-Content-Type-Options is missing',
          'Browsers may guess the type of a file.',
          'A file that somebody uploaded could run as a script.',
          'Send X-Content-Type-Options: nosniff.',
          verification,
        ],
        `x-content-type-options: ${headers['x-content-type-options'] ?? '(missing)'}`,
      ),
    );
  return weaknesses;
}

export function checkFramingHeaders(headers: Headers): Weakness[] {
  if (headers['x-frame-options'] !== undefined || findDirective(headers['content-security-policy'], 'frame-ancestors') !== undefined)
    return [];
  return [
    createWeakness(
      ['HDR-FRAME', 'low', 'CWE-1021'],
      [
        'Page can be framed by other sites',
        'Neither frame-ancestors nor X-Frame-Options is sent.',
        'Users could be led to click something that they do not see.',
        "Send the Content-Security-Policy frame-ancestors 'self'.",
        verification,
      ],
      'content-security-policy: no frame-ancestors\nx-frame-options: (missing)',
    ),
  ];
}

/** Reports banners that contain a version or the name of a framework. */
export function checkBanners(headers: Headers): Weakness[] {
  const banners = ['server', 'x-powered-by', 'x-aspnet-version', 'x-generator'].flatMap((name) => {
    const value = headers[name];
    return value !== undefined && (name !== 'server' || /\d/.test(value)) ? [`${name}: ${value}`] : [];
  });
  if (!banners.length) return [];
  return [
    createWeakness(
      ['HDR-BANNER', 'info', 'CWE-200'],
      [
        'Headers name software and versions',
        'The answer tells which software the server runs.',
        'Somebody can look up weaknesses of this software.',
        'Remove the headers, or the versions in them.',
        verification,
      ],
      banners.join('\n'),
    ),
  ];
}

function findDirective(policy: string | undefined, name: string): string[] | undefined {
  for (const part of (policy ?? '').split(/[;,]/)) {
    const [first = '', ...values] = part.trim().split(/\s+/);
    if (first.toLowerCase() === name) return values.map((value) => value.toLowerCase());
  }
  return undefined;
}
