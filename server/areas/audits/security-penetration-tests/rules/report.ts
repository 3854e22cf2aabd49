/** Creates the report of a test as Markdown (security-penetration-tests, rules 7 and 9). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Issue = Schemas['PenetrationTestIssue'];

/** The content of a report. */
export interface ReportContent {
  readonly targetUrl: string;
  /** The introduction, which describes how the test was done. */
  readonly method: string;
  readonly completedAt: string;
  readonly scanDepth: Schemas['PenetrationTestScanDepth'];
  readonly checks: readonly Schemas['PenetrationTestCheck'][] | null;
  readonly issues: readonly Issue[];
}

export interface StatedNote {
  readonly issueTitle: string;
  readonly context: string;
  readonly updatedAt: string;
}

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** The sections of an issue, in the order of the report. */
export const sections = [
  ['Summary', 'summary'],
  ['Impact', 'impact'],
  ['Proof of concept', 'proofOfConcept'],
  ['Evidence', 'evidence'],
  ['Attack path', 'attackPath'],
  ['Remediation', 'remediation'],
  ['Validation', 'validationSteps'],
] as const satisfies readonly (readonly [string, keyof Issue])[];

/** @returns the facts about an issue on one line */
export function factsOf({ severity, cvssScore, cweId, cve, affectedEndpoint }: Issue): string {
  return [`Severity: ${severity}`, cvssScore !== null && `CVSS ${cvssScore}`, cweId, cve, affectedEndpoint]
    .filter((fact) => typeof fact === 'string')
    .join(' · ');
}

/** @returns pairs of labels and values that describe the test */
export function testFacts({ targetUrl, completedAt, scanDepth, checks, issues }: ReportContent): [string, string][] {
  return [
    ['Target', targetUrl],
    ['Completed', `${completedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Depth', scanDepth],
    ['Checks', checks === null ? 'all' : checks.length === 0 ? 'none' : checks.join(', ')],
    ['Issues', severities.map((severity) => `${issues.filter((issue) => issue.severity === severity).length} ${severity}`).join(', ')],
  ];
}

export function createReport(content: ReportContent): string {
  const { targetUrl, method, issues } = content;
  const blocks = [
    `# Penetration test of ${escapeInline(targetUrl)}`,
    escapeInline(method),
    testFacts(content)
      .map(([name, value]) => `- **${name}:** ${escapeInline(value)}`)
      .join('\n'),
    '## Issues',
    ...(issues.length ? issues.flatMap(blocksOf) : ['No issue was found.']),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** @returns the report with the organization's notes at the end */
export function withNotes(report: string, notes: readonly StatedNote[]): string {
  if (!notes.length) return report;
  const blocks = notes.map(
    ({ issueTitle, context, updatedAt }) => `### ${escapeInline(issueTitle)}\n\n${updatedAt.slice(0, 10)}\n\n${blockQuote(context)}`,
  );
  return `${[report.trimEnd(), `## ${appendixTitle}`, appendixRemark, ...blocks].join('\n\n')}\n`;
}

export const appendixTitle = 'Statements of the organization';
export const appendixRemark = 'The organization that was tested made these statements. They are not findings of the testers.';

function blocksOf(issue: Issue): string[] {
  const title = `### ${[issue.findingId, issue.title]
    .filter((word) => word !== null)
    .map(escapeInline)
    .join(': ')}`;
  const texts = sections.flatMap(([name, field]) => {
    const text = issue[field];
    if (text === null) return [];
    return [`**${name}**`, field === 'evidence' ? codeBlock(text) : blockQuote(text)];
  });
  return [title, escapeInline(factsOf(issue)), ...texts];
}

/** Puts a text on one line, and escapes Markdown characters. */
function escapeInline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** Quotes a text, so that its lines cannot begin a heading or a list of the report. */
function blockQuote(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${escapeInline(line)}`)
    .join('\n');
}

/** Creates a code block whose fence is longer than any run of backticks in the text. */
function codeBlock(text: string): string {
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}\n${text}\n${fence}`;
}
