/** What the server itself found in repositories: components with known vulnerabilities, and secrets. */
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import type { Check, CheckContext, Severity } from '../../manifest.ts';
import { each } from '../../each.ts';
import { type Fields, fieldsOf, isGitLab, list, textOf } from './client.ts';
import { chosenRepositories, type Repository, targetRepos } from './repositories.ts';

/** Of those that keep a repository from passing, the worst first. */
const severe = ['critical', 'high'] as const satisfies readonly Severity[];

export const vulnerabilityAlerts: Check = {
  id: 'vulnerability-alerts',
  name: 'Repositories have no severe vulnerabilities',
  description: 'The scans of each repository have no open finding that is critical or high.',
  service: 'repositories',
  task: 'secure-code',
  severity: 'high',
  variables: [targetRepos],
  async run(context) {
    for (const [{ fullName }, alerts] of await found(context, (path, gitLab) =>
      gitLab ? `${path}/vulnerability_findings` : `${path}/dependabot/alerts?state=open`,
    )) {
      const counts: Record<string, number> = {};
      for (const severity of (alerts ?? []).map(severityOf)) counts[severity] = (counts[severity] ?? 0) + 1;
      const about = { resourceType: 'repository', resourceId: fullName, evidence: { open: counts } };
      const worst = severe.find((one) => counts[one]);
      if (!worst) context.pass({ ...about, title: `${fullName} has no severe finding`, description: 'Nothing critical or high is open.' });
      else
        context.fail({
          ...about,
          severity: worst,
          title: `${fullName} has severe findings`,
          description: `Open: ${counts.critical ?? 0} critical, ${counts.high ?? 0} high.`,
          remediation: 'Update the components or change the code, or dismiss the finding with a reason.',
        });
    }
  },
};

export const leakedSecrets: Check = {
  id: 'leaked-secrets',
  name: 'Repositories hold no secrets',
  description: 'The scan for secrets is on in each repository, and has no open finding.',
  service: 'repositories',
  task: 'secure-secrets',
  severity: 'critical',
  variables: [targetRepos],
  async run(context) {
    for (const [{ fullName }, alerts] of await found(
      context,
      (path, gitLab) =>
        gitLab ? `${path}/vulnerability_findings?report_type=secret_detection` : `${path}/secret-scanning/alerts?state=open`,
      [404],
    )) {
      const about = { resourceType: 'repository', resourceId: fullName };
      if (!alerts)
        context.fail({
          ...about,
          severity: 'medium',
          title: `${fullName} is not scanned for secrets`,
          description: 'The scan is off.',
          remediation: 'Switch the scan for secrets on.',
        });
      else if (alerts.length)
        context.fail({
          ...about,
          title: `${fullName} holds secrets`,
          description: `The scan has ${alerts.length} open findings.`,
          remediation: 'Revoke each secret, and keep its successor in the secret store.',
          evidence: { open: alerts.length },
        });
      else
        context.pass({
          ...about,
          title: `${fullName} holds no secrets`,
          description: 'The scan has no open finding.',
          evidence: { open: 0 },
        });
    }
  },
};

/**
 * @param off statuses of GitHub that say that a scan is off
 * @returns what is open in each repository; undefined where the scan is off
 * @throws UnexpectedAnswer when the server does not tell: a repository without an answer is not one without findings
 */
async function found(
  context: CheckContext,
  pathOf: (path: string, gitLab: boolean) => string,
  off: readonly number[] = [],
): Promise<(readonly [Repository, readonly Fields[] | undefined])[]> {
  const gitLab = isGitLab(context);
  const repositories = await chosenRepositories(context);
  context.note('info', `${repositories.length} repositories`);
  return each(repositories, async (repository) => {
    const path = pathOf(repository.path, gitLab);
    const alerts = await list(context, path, gitLab ? [] : off).catch((error: unknown) => {
      // The repositories could be read, so the token is good: it is this scan that is not licensed, off, or not for the token.
      throw error instanceof CredentialsRefused ? new UnexpectedAnswer(error.message, error.said) : error;
    });
    return [repository, alerts] as const;
  });
}

function severityOf(alert: Fields): string {
  return (textOf(fieldsOf(alert.security_advisory).severity) ?? textOf(alert.severity) ?? 'unknown').toLowerCase();
}
