/** The report of a test, as Markdown (spec/areas/security-penetration-tests, rules 7 and 9). */
import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];
type Issue = Schemas['PenetrationTestIssue'];

/** What a report tells of. */
export interface Reported {
  readonly targetUrl: string;
  /** What is said first of how the test was done. */
  readonly method: string;
  readonly completedAt: string;
  readonly scanDepth: Schemas['PenetrationTestScanDepth'];
  readonly checks: readonly Schemas['PenetrationTestCheck'][] | null;
  readonly issues: readonly Issue[];
}

export interface Stated {
  readonly issueTitle: string;
  readonly context: string;
  readonly updatedAt: string;
}

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** Parts of an issue, in the order in which a report has them. */
export const parts = [
  ['Summary', 'summary'],
  ['Impact', 'impact'],
  ['Proof of concept', 'proofOfConcept'],
  ['Evidence', 'evidence'],
  ['Attack path', 'attackPath'],
  ['Remediation', 'remediation'],
  ['Validation', 'validationSteps'],
] as const satisfies readonly (readonly [string, keyof Issue])[];

/** @returns facts about an issue in one line */
export function factsOf({ severity, cvssScore, cweId, cve, affectedEndpoint }: Issue): string {
  return [`Severity: ${severity}`, cvssScore !== null && `CVSS ${cvssScore}`, cweId, cve, affectedEndpoint]
    .filter((fact) => typeof fact === 'string')
    .join(' · ');
}

/** @returns facts about the test, by their names */
export function aboutTest({ targetUrl, completedAt, scanDepth, checks, issues }: Reported): [string, string][] {
  return [
    ['Target', targetUrl],
    ['Completed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Depth', scanDepth],
    ['Checks', checks === null ? 'all' : checks.length === 0 ? 'none' : checks.join(', ')],
    ['Issues', severities.map((severity) => `${issues.filter((issue) => issue.severity === severity).length} ${severity}`).join(', ')],
  ];
}

export function reportOf(reported: Reported): string {
  const { targetUrl, method, issues } = reported;
  const blocks = [
    `# Penetration test of ${inLine(targetUrl)}`,
    inLine(method),
    aboutTest(reported)
      .map(([name, value]) => `- **${name}:** ${inLine(value)}`)
      .join('\n'),
    '## Issues',
    ...(issues.length ? issues.flatMap(blocksOf) : ['No issue was found.']),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** @returns the same with the notes of the organization at its end */
export function withNotes(report: string, notes: readonly Stated[]): string {
  if (!notes.length) return report;
  const blocks = notes.map(
    ({ issueTitle, context, updatedAt }) => `### ${inLine(issueTitle)}\n\n${updatedAt.slice(0, 10)}\n\n${quoted(context)}`,
  );
  return `${[report.trimEnd(), `## ${appendixTitle}`, appendixRemark, ...blocks].join('\n\n')}\n`;
}

export const appendixTitle = 'Statements of the organization';
export const appendixRemark = 'The organization that was tested made these statements. They are not findings of the testers.';

function blocksOf(issue: Issue): string[] {
  const title = `### ${[issue.findingId, issue.title]
    .filter((word) => word !== null)
    .map(inLine)
    .join(': ')}`;
  const texts = parts.flatMap(([name, field]) => {
    const text = issue[field];
    if (text === null) return [];
    return [`**${name}**`, field === 'evidence' ? fenced(text) : quoted(text)];
  });
  return [title, inLine(factsOf(issue)), ...texts];
}

/** A text in one line that no sign of Markdown changes. */
function inLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** A text of several lines as a quotation, in which no line begins a heading or a list of the report. */
function quoted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${inLine(line)}`)
    .join('\n');
}

/** A text as it is. The fence is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
