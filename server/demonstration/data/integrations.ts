/** Two external systems: the booking page, which is monitored, and the staff directory, whose connection is paused during a migration. */
import type { PersonName } from './people.ts';

export const bookingPage = {
  provider: 'http-json', name: 'Booking page', by: 'tobias', created: 96,
  credentials: { baseUrl: 'https://book.example.com' },
  host: 'book.example.com',
  variables: { endpoint_path: '/health', json_path: 'database', json_operator: 'eq', json_value: 'up' },
} as const satisfies ConnectionData;

export const staffDirectory = {
  provider: 'scim-directory', name: 'Staff directory', by: 'ingrid', created: 58, paused: 5,
  credentials: { clientId: 'compliance', clientSecret: 'not a secret of anybody', tokenUrl: 'https://login.example.com/oauth/token', baseUrl: 'https://directory.example.com/scim/v2' },
  host: 'directory.example.com',
  variables: { owner_groups: ['Heads of teams'] },
} as const satisfies ConnectionData;

interface ConnectionData {
  readonly provider: string;
  readonly name: string;
  readonly by: PersonName;
  /** Days ago, as is `paused`. */
  readonly created: number;
  readonly paused?: number;
  readonly credentials: Readonly<Record<string, string>>;
  readonly host: string;
  readonly variables: Readonly<Record<string, string | readonly string[]>>;
}

export interface ResultData {
  readonly passed: boolean;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly title: string;
  readonly description: string;
  readonly severity?: 'medium' | 'high';
  readonly remediation?: string;
  readonly evidence: object;
}

export interface RunData {
  /** Days ago; scheduled in the early morning. */
  readonly ago: number;
  readonly check: 'endpoint-status' | 'tls-certificate' | 'security-headers';
  readonly seconds: number;
  readonly results: readonly ResultData[];
  /** Why there are no results. */
  readonly error?: string;
}

const page = { resourceType: 'endpoint', resourceId: 'https://book.example.com/health' };
const answering: ResultData = { ...page, passed: true, title: '/health answers with 200', description: 'The address answers as expected.', evidence: { url: page.resourceId, status: 200, field: 'database', value: 'up' } };
const certificate = { resourceType: 'certificate', resourceId: 'book.example.com:443' };
const issued = { protocol: 'TLSv1.3', subject: 'book.example.com', issuer: 'Example Issuing CA', trusted: true };
const demanded = 'Sent: content-security-policy, strict-transport-security, x-content-type-options.';

/** @param until returns the expiry date of a certificate */
export function bookingRuns(until: (days: number) => string): RunData[] {
  const lasting = (days: number): ResultData => ({ ...certificate, passed: true, title: 'book.example.com is encrypted', description: `TLSv1.3 with a trusted certificate. It is valid until ${until(days)}.`, evidence: { ...issued, validTo: until(days) } });
  const ending: ResultData = {
    ...certificate, passed: false, severity: 'high', title: 'The certificate of book.example.com expires in 13 days', description: `It is valid until ${until(10)}, and at least 30 days are demanded.`,
    remediation: 'Renew the certificate, and have it renewed by itself from now on.', evidence: { ...issued, validTo: until(10) },
  };
  const lacking: ResultData = {
    ...page, passed: false, severity: 'medium', title: '1 of 3 headers are missing', description: 'Not sent: content-security-policy.', remediation: 'Have the service, or the proxy before it, send them with every answer.',
    evidence: { url: page.resourceId, status: 200, headers: { 'content-security-policy': null, 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' } },
  };
  const sending: ResultData = {
    ...page, passed: true, title: 'All required headers are sent', description: demanded,
    evidence: { url: page.resourceId, status: 200, headers: { 'content-security-policy': "default-src 'self'", 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' } },
  };
  return [
    { ago: 4, check: 'endpoint-status', seconds: 1, results: [answering] },
    { ago: 4, check: 'tls-certificate', seconds: 1, results: [lasting(9)] },
    { ago: 4, check: 'security-headers', seconds: 1, results: [lacking] },
    { ago: 3, check: 'endpoint-status', seconds: 27, results: [], error: 'book.example.com did not answer within 20 seconds' },
    { ago: 3, check: 'tls-certificate', seconds: 1, results: [ending] },
    { ago: 3, check: 'security-headers', seconds: 1, results: [lacking] },
    { ago: 2, check: 'endpoint-status', seconds: 1, results: [answering] },
    { ago: 2, check: 'tls-certificate', seconds: 1, results: [lasting(88)] },
    { ago: 2, check: 'security-headers', seconds: 1, results: [lacking] },
    { ago: 1, check: 'endpoint-status', seconds: 1, results: [answering] },
    { ago: 1, check: 'tls-certificate', seconds: 1, results: [lasting(88)] },
    { ago: 1, check: 'security-headers', seconds: 1, results: [sending] },
  ];
}

/** The people in the directory and their groups. */
export const directoryGroups: readonly { readonly who: PersonName; readonly groups: readonly string[] }[] = [
  { who: 'mira', groups: ['Heads of teams'] },
  { who: 'tobias', groups: ['Heads of teams', 'Production access'] },
  { who: 'noor', groups: ['Heads of teams'] },
  { who: 'yusuf', groups: ['Heads of teams', 'Production access'] },
  { who: 'ingrid', groups: ['Heads of teams'] },
  { who: 'camille', groups: ['Heads of teams'] },
  { who: 'ruben', groups: ['Heads of teams', 'Customer care'] },
  { who: 'saoirse', groups: ['Production access'] },
];

/** Days ago: a dry run of the sync, and the first real one. */
export const syncs = [{ ago: 57, dryRun: true }, { ago: 56, dryRun: false }] as const;
/** When the directory check last ran before the pause. */
export const accessReview = 6;
