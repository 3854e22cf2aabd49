/** What the flags of cookies say. */
import { type Weakness, weakness } from './issues.ts';

interface Cookie {
  readonly name: string;
  /** In lower case. */
  readonly flags: readonly string[];
}

function cookieIn(header: string): Cookie {
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

/** The value of a cookie is nobody's business. */
function shown({ name, flags }: Cookie): string {
  return `${name}: ${flags.length ? flags.join('; ') : '(no flags)'}`;
}

const sign = 'Sign in and read the header Set-Cookie.';

/** @param headers values of Set-Cookie */
export function inSessionFlags(headers: readonly string[], overTls: boolean): Weakness[] {
  const cookies = headers.map(cookieIn);
  const insecure = overTls ? cookies.filter(({ flags }) => !flags.includes('secure')) : [];
  const readable = cookies.filter(({ flags }) => !flags.includes('httponly'));
  return [
    ...(insecure.length
      ? [
          weakness(
            ['CKI-SECURE', 'medium', 'CWE-614'],
            [
              'Cookie without the flag Secure',
              `The cookie ${namesOf(insecure)} would also be sent without encryption.`,
              'Somebody on the network could take over a session.',
              'Set the flag Secure.',
              sign,
            ],
            insecure.map(shown).join('\n'),
          ),
        ]
      : []),
    ...(readable.length
      ? [
          weakness(
            ['CKI-HTTPONLY', 'low', 'CWE-1004'],
            [
              'Cookie without the flag HttpOnly',
              `Scripts can read the cookie ${namesOf(readable)}.`,
              'A script that somebody injects could send the session elsewhere.',
              'Set the flag HttpOnly unless a script needs the cookie.',
              sign,
            ],
            readable.map(shown).join('\n'),
          ),
        ]
      : []),
  ];
}

/** @param headers values of Set-Cookie */
export function inSameSite(headers: readonly string[]): Weakness[] {
  const open = headers.map(cookieIn).filter(({ flags }) => !flags.some((flag) => flag === 'samesite=lax' || flag === 'samesite=strict'));
  if (!open.length) return [];
  return [
    weakness(
      ['CKI-SAMESITE', 'low', 'CWE-1275'],
      [
        'Cookie without SameSite',
        `The cookie ${namesOf(open)} may be sent with requests from other sites.`,
        'Other sites could act for a user who is signed in.',
        'Set SameSite=Lax or SameSite=Strict.',
        sign,
      ],
      open.map(shown).join('\n'),
    ),
  ];
}

function namesOf(cookies: readonly Cookie[]): string {
  return [...new Set(cookies.map(({ name }) => name))].join(', ');
}
