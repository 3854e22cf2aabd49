/** Checks the flags of cookies. */
import { type Weakness, createWeakness } from './issues.ts';

interface Cookie {
  readonly name: string;
  /** Attributes in lower case, such as `secure` or `samesite=lax`. */
  readonly flags: readonly string[];
}

function parseCookie(header: string): Cookie {
  const [pair = '', ...attributes] = header.split(';');
  return {
    name: pair.split('=', 1)[0]?.trim() ?? '',
    flags: attributes.map((attribute) =>
      attribute
        .toLowerCase()
        .split('=')
        .map((part) => part.trim())
        .join('='),
    ),
  };
}

/** Describes a cookie without its value, which may be secret. */
function describeCookie({ name, flags }: Cookie): string {
  return `${name}: ${flags.length ? flags.join('; ') : '(no flags)'}`;
}

const verification = 'Sign in and read the header Set-Cookie.';

/** @param headers values of Set-Cookie */
export function checkSessionFlags(headers: readonly string[], overTls: boolean): Weakness[] {
  const cookies = headers.map(parseCookie);
  const insecureCookies = overTls ? cookies.filter(({ flags }) => !flags.includes('secure')) : [];
  const scriptReadableCookies = cookies.filter(({ flags }) => !flags.includes('httponly'));
  return [
    ...(insecureCookies.length
      ? [
          createWeakness(
            ['CKI-SECURE', 'medium', 'CWE-614'],
            [
              'Cookie without the flag Secure',
              `The cookie ${namesOf(insecureCookies)} would also be sent without encryption.`,
              'Somebody on the network could take over a session.',
              'Set the flag Secure.',
              verification,
            ],
            insecureCookies.map(describeCookie).join('\n'),
          ),
        ]
      : []),
    ...(scriptReadableCookies.length
      ? [
          createWeakness(
            ['CKI-HTTPONLY', 'low', 'CWE-1004'],
            [
              'Cookie without the flag HttpOnly',
              `Scripts can read the cookie ${namesOf(scriptReadableCookies)}.`,
              'A script that somebody injects could send the session elsewhere.',
              'Set the flag HttpOnly unless a script needs the cookie.',
              verification,
            ],
            scriptReadableCookies.map(describeCookie).join('\n'),
          ),
        ]
      : []),
  ];
}

/** @param headers values of Set-Cookie */
export function checkSameSite(headers: readonly string[]): Weakness[] {
  const withoutSameSite = headers
    .map(parseCookie)
    .filter(({ flags }) => !flags.some((flag) => flag === 'samesite=lax' || flag === 'samesite=strict'));
  if (!withoutSameSite.length) return [];
  return [
    createWeakness(
      ['CKI-SAMESITE', 'low', 'CWE-1275'],
      [
        'Cookie without SameSite',
        `The cookie ${namesOf(withoutSameSite)} may be sent with requests from other sites.`,
        'Other sites could act for a user who is signed in.',
        'Set SameSite=Lax or SameSite=Strict.',
        verification,
      ],
      withoutSameSite.map(describeCookie).join('\n'),
    ),
  ];
}

function namesOf(cookies: readonly Cookie[]): string {
  return [...new Set(cookies.map(({ name }) => name))].join(', ');
}
