/** Data of two connections: the monitored booking page, and the staff directory, which is paused during a migration. */
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
  /** When the connection was created, in days before today. `paused` is also in days before today. */
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
  /** When the run was scheduled, in days before today. All runs start in the early morning. */
  readonly ago: number;
  readonly check: 'endpoint-status' | 'tls-certificate' | 'security-headers';
  readonly seconds: number;
  readonly results: readonly ResultData[];
  /** The error of a run without results. */
  readonly error?: string;
}

const endpoint = { resourceType: 'endpoint', resourceId: 'https://book.example.com/health' };
const endpointPassed: ResultData = { ...endpoint, passed: true, title: '/health answers with 200', description: 'The address answers as expected.', evidence: { url: endpoint.resourceId, status: 200, field: 'database', value: 'up' } };
const certificate = { resourceType: 'certificate', resourceId: 'book.example.com:443' };
const certificateDetails = { protocol: 'TLSv1.3', subject: 'book.example.com', issuer: 'Example Issuing CA', trusted: true };
const requiredHeadersText = 'Sent: content-security-policy, strict-transport-security, x-content-type-options.';

/** Returns the runs of the booking page's checks. @param until returns the date a number of days after today */
export function bookingRuns(until: (days: number) => string): RunData[] {
  const validCertificate = (days: number): ResultData => ({ ...certificate, passed: true, title: 'book.example.com is encrypted', description: `TLSv1.3 with a trusted certificate. It is valid until ${until(days)}.`, evidence: { ...certificateDetails, validTo: until(days) } });
  const expiringCertificate: ResultData = {
    ...certificate, passed: false, severity: 'high', title: 'The certificate of book.example.com expires in 13 days', description: `It is valid until ${until(10)}, and at least 30 days are demanded.`,
    remediation: 'Renew the certificate, and have it renewed by itself from now on.', evidence: { ...certificateDetails, validTo: until(10) },
  };
  const missingHeader: ResultData = {
    ...endpoint, passed: false, severity: 'medium', title: '1 of 3 headers are missing', description: 'Not sent: content-security-policy.', remediation: 'Have the service, or the proxy before it, send them with every answer.',
    evidence: { url: endpoint.resourceId, status: 200, headers: { 'content-security-policy': null, 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' } },
  };
  const allHeadersSent: ResultData = {
    ...endpoint, passed: true, title: 'All required headers are sent', description: requiredHeadersText,
    evidence: { url: endpoint.resourceId, status: 200, headers: { 'content-security-policy': "default-src 'self'", 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' } },
  };
  return [
    { ago: 4, check: 'endpoint-status', seconds: 1, results: [endpointPassed] },
    { ago: 4, check: 'tls-certificate', seconds: 1, results: [validCertificate(9)] },
    { ago: 4, check: 'security-headers', seconds: 1, results: [missingHeader] },
    { ago: 3, check: 'endpoint-status', seconds: 27, results: [], error: 'book.example.com did not answer within 20 seconds' },
    { ago: 3, check: 'tls-certificate', seconds: 1, results: [expiringCertificate] },
    { ago: 3, check: 'security-headers', seconds: 1, results: [missingHeader] },
    { ago: 2, check: 'endpoint-status', seconds: 1, results: [endpointPassed] },
    { ago: 2, check: 'tls-certificate', seconds: 1, results: [validCertificate(88)] },
    { ago: 2, check: 'security-headers', seconds: 1, results: [missingHeader] },
    { ago: 1, check: 'endpoint-status', seconds: 1, results: [endpointPassed] },
    { ago: 1, check: 'tls-certificate', seconds: 1, results: [validCertificate(88)] },
    { ago: 1, check: 'security-headers', seconds: 1, results: [allHeadersSent] },
  ];
}

/** The people in the staff directory, and their groups. */
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

/** A dry run of the employee sync, and the first real run. `ago` is a number of days before today. */
export const syncs = [{ ago: 57, dryRun: true }, { ago: 56, dryRun: false }] as const;
/** The last run of the directory check before the pause, in days before today. */
export const accessReview = 6;
