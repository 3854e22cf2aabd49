/** Creates the issues of simulated tests, which depend only on the order (security-penetration-tests, rule 9). */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import type { FoundIssue, PenetrationTestOrder } from '#platform/ports/penetration-testing';
import { normalizeUrl } from './target.ts';
import { proofOf } from './limits.ts';

type Check = components['schemas']['PenetrationTestCheck'];

interface Sample extends Pick<FoundIssue, 'findingId' | 'title' | 'severity'> {
  readonly check: Check;
  readonly cweId: string;
  readonly cvssScore: number | null;
  readonly path: string;
  readonly impact: string;
  readonly remediation: string;
  readonly evidence: string;
}

const createSample = (
  check: Check,
  [findingId, severity, cvssScore, cweId]: readonly [string, FoundIssue['severity'], number | null, string],
  [title, path]: readonly [string, string],
  [impact, remediation, evidence]: readonly [string, string, string],
): Sample => ({ check, findingId, severity, cvssScore, cweId, title, path, impact, remediation, evidence });

const catalog: readonly Sample[] = [
  createSample(
    'technology_config',
    ['SIM-001', 'low', 3.1, 'CWE-200'],
    ['Server names its version', '/'],
    ['Somebody can look up weaknesses of this version.', 'Switch the version off in the banner.', 'Server: example/1.2.3'],
  ),
  createSample(
    'xss',
    ['SIM-002', 'high', 7.4, 'CWE-79'],
    ['Search term is returned as markup', '/search?q='],
    ['Scripts of somebody else could run in the session of a user.', 'Encode output for its context.', '<b>term</b> came back as markup'],
  ),
  createSample(
    'authentication',
    ['SIM-003', 'medium', 5.3, 'CWE-614'],
    ['Session cookie without the flag Secure', '/login'],
    ['Somebody on the network could take over a session.', 'Set the flag Secure on the cookie.', 'Set-Cookie: session=example; Path=/'],
  ),
  createSample(
    'injection',
    ['SIM-004', 'critical', 9.1, 'CWE-89'],
    ['Filter is put into a query', '/api/list?sort='],
    ['Somebody could read or change the database.', 'Pass values as parameters of the query.', 'An error of the database came back'],
  ),
  createSample(
    'idor_bola',
    ['SIM-005', 'high', 7.1, 'CWE-639'],
    ['Record of another user can be read by its number', '/api/orders/1'],
    ['Users could read records of others.', 'Check the owner of each record.', '200 for a record of another user'],
  ),
  createSample(
    'authorization',
    ['SIM-006', 'medium', 6.5, 'CWE-862'],
    ['Administration answers without a role', '/admin'],
    ['Users could see what is meant for administrators.', 'Check the role on the server.', '200 for a user without a role'],
  ),
  createSample(
    'csrf',
    ['SIM-007', 'medium', 4.3, 'CWE-352'],
    ['Form is accepted from other sites', '/settings'],
    ['Other sites could change settings of a user.', 'Demand a token, and set SameSite.', 'The form was accepted without a token'],
  ),
  createSample(
    'secrets_info_disclosure',
    ['SIM-008', 'high', 7.5, 'CWE-538'],
    ['Backup can be downloaded', '/backup.zip'],
    ['The backup may contain credentials.', 'Remove the file.', '200 application/zip'],
  ),
  createSample(
    'ssrf_xxe',
    ['SIM-009', 'high', 8.2, 'CWE-918'],
    ['Address of a picture is fetched by the server', '/api/avatar'],
    ['Internal services could be reached.', 'Allow known hosts only.', 'The server fetched the address'],
  ),
  createSample(
    'race_conditions',
    ['SIM-010', 'medium', 5.9, 'CWE-362'],
    ['Voucher can be used twice at the same time', '/api/vouchers'],
    ['A voucher could be used more than once.', 'Lock the voucher while it is used.', 'Two of two requests were accepted'],
  ),
  createSample(
    'business_logic',
    ['SIM-011', 'low', 3.7, 'CWE-840'],
    ['Negative quantity is accepted', '/api/cart'],
    ['Prices could become lower than intended.', 'Check the quantity.', '200 for the quantity -1'],
  ),
  createSample(
    'discovery',
    ['SIM-012', 'info', null, 'CWE-1059'],
    ['Interface is described publicly', '/openapi.json'],
    ['The description helps attackers and customers alike.', 'Decide whether it should be public.', '200 application/json'],
  ),
];

/** The introduction of a simulated report. */
export const simulationMethod = 'This report is simulated. Nothing was sent to the target, and none of the issues is real.';

/** The maximum number of issues at each depth. */
const maxIssues = { quick: 3, standard: 5, deep: 8 } as const;

/** @returns simulated issues, in the order in which they are reported */
export function simulatedIssues({ targetUrl, scanDepth, checks, evidenceLevel }: PenetrationTestOrder): FoundIssue[] {
  const candidates = catalog.filter(({ check }) => checks?.includes(check) ?? true);
  const seed = JSON.stringify([normalizeUrl(targetUrl), scanDepth, checks ? [...checks].sort() : null]);
  const { origin } = new URL(targetUrl);
  return candidates
    .map((candidate) => ({ sample: candidate, rank: createHash('sha256').update(`${seed} ${candidate.findingId}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, maxIssues[scanDepth])
    .map(({ sample: { check, path, title, evidence, ...issue } }) => ({
      ...issue,
      title: `[Simulated] ${title}`,
      summary: `This issue is simulated. It shows what an issue of the check ${check} looks like.`,
      affectedEndpoint: `${origin}${path}`,
      proofOfConcept: evidenceLevel === 'report_only' ? null : 'Simulated. Nothing was sent to the target.',
      validationSteps: 'Simulated. There is nothing to verify.',
      evidence: proofOf(evidence, evidenceLevel) ?? null,
    }));
}
