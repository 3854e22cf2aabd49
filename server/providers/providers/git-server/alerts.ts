/** Checks the findings of the scans that a git server makes itself, for vulnerable dependencies and leaked secrets. */
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import type { Check, CheckContext, Severity } from '../../manifest.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { type UnknownFields, toFields, isGitLab, listItems, optionalText } from './client.ts';
import { listChosenRepositories, type Repository, targetRepos } from './repositories.ts';

/** The severities that make a repository fail, in descending order. */
const severeLevels = ['critical', 'high'] as const satisfies readonly Severity[];

export const vulnerabilityAlerts: Check = {
  id: 'vulnerability-alerts',
  name: 'Repositories have no severe vulnerabilities',
  description: 'The scans of each repository have no open finding that is critical or high.',
  service: 'repositories',
  task: 'secure-code',
  severity: 'high',
  variables: [targetRepos],
  async run(context) {
    for (const [{ fullName }, alerts] of await findAlerts(context, (path, usesGitLab) =>
      usesGitLab ? `${path}/vulnerability_findings` : `${path}/dependabot/alerts?state=open`,
    )) {
      const counts: Record<string, number> = {};
      for (const severity of (alerts ?? []).map(severityOf)) counts[severity] = (counts[severity] ?? 0) + 1;
      const common = { resourceType: 'repository', resourceId: fullName, evidence: { open: counts } };
      const worst = severeLevels.find((severity) => counts[severity]);
      if (!worst) context.pass({ ...common, title: `${fullName} has no severe finding`, description: 'Nothing critical or high is open.' });
      else
        context.fail({
          ...common,
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
    for (const [{ fullName }, alerts] of await findAlerts(
      context,
      (path, usesGitLab) =>
        usesGitLab ? `${path}/vulnerability_findings?report_type=secret_detection` : `${path}/secret-scanning/alerts?state=open`,
      [404],
    )) {
      const common = { resourceType: 'repository', resourceId: fullName };
      if (!alerts)
        context.fail({
          ...common,
          severity: 'medium',
          title: `${fullName} is not scanned for secrets`,
          description: 'The scan is off.',
          remediation: 'Switch the scan for secrets on.',
        });
      else if (alerts.length)
        context.fail({
          ...common,
          title: `${fullName} holds secrets`,
          description: `The scan has ${alerts.length} open findings.`,
          remediation: 'Revoke each secret, and keep its successor in the secret store.',
          evidence: { open: alerts.length },
        });
      else
        context.pass({
          ...common,
          title: `${fullName} holds no secrets`,
          description: 'The scan has no open finding.',
          evidence: { open: 0 },
        });
    }
  },
};

/**
 * @param disabledStatuses status codes of GitHub that mean that the scan is disabled
 * @returns the open alerts of each repository, or undefined for a repository whose scan is disabled
 * @throws UnexpectedAnswer if a scan cannot be read, because that does not mean that it has no findings
 */
async function findAlerts(
  context: CheckContext,
  pathOf: (path: string, usesGitLab: boolean) => string,
  disabledStatuses: readonly number[] = [],
): Promise<(readonly [Repository, readonly UnknownFields[] | undefined])[]> {
  const isOnGitLab = isGitLab(context);
  const repositories = await listChosenRepositories(context);
  context.note('info', `${repositories.length} repositories`);
  return mapConcurrently(repositories, async (repository) => {
    const path = pathOf(repository.path, isOnGitLab);
    const alerts = await listItems(context, path, isOnGitLab ? [] : disabledStatuses).catch((error: unknown) => {
      // Reading the repositories has shown that the token is valid, so this scan is not licensed, disabled, or not readable with the token.
      throw error instanceof CredentialsRefused ? new UnexpectedAnswer(error.message, error.answer) : error;
    });
    return [repository, alerts] as const;
  });
}

function severityOf(alert: UnknownFields): string {
  return (optionalText(toFields(alert.security_advisory).severity) ?? optionalText(alert.severity) ?? 'unknown').toLowerCase();
}
