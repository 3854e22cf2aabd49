/** Tasks for which scans of AWS give evidence (cloud-security, rule 8). */
import { catalogueId } from '#domain/catalogue/ids';

/** Services by the slugs of task templates. */
const services: Readonly<Record<string, readonly string[]>> = {
  'employee-access': ['iam-analyzer', 'cognito'],
  'role-based-access-controls': ['iam-analyzer'],
  'access-review-log': ['iam-analyzer'],
  'encryption-at-rest': ['kms', 's3', 'rds', 'dynamodb'],
  'secure-storage': ['s3'],
  'backup-logs': ['rds', 'dynamodb', 'backup'],
  'monitoring-alerting': ['cloudtrail', 'cloudwatch', 'ec2-vpc', 'ecs-eks'],
  'audit-log-settings': ['cloudtrail'],
  'incident-response': ['guardduty'],
  'secure-secrets': ['secrets-manager'],
  'tls-https': ['elb', 'acm', 'cloudfront'],
  'production-firewall': ['ec2-vpc', 'waf', 'network-firewall'],
  'app-availability': ['shield'],
  'secure-code': ['lambda'],
  'separation-of-environments': ['ecs-eks'],
};

/** Slugs of the templates that scans can complete. */
export const scannedTemplates: readonly string[] = Object.keys(services);

/** Counts of the results of a service. Accepted failures count as passed. */
export interface ServiceResult {
  readonly serviceId: string;
  readonly passed: number;
  readonly failed: number;
}

/** @returns the ids of the templates whose services have results and passed all checks */
export function provenTemplates(results: readonly ServiceResult[]): string[] {
  return Object.entries(services).flatMap(([slug, ids]) => {
    const own = results.filter(({ serviceId }) => ids.includes(serviceId));
    const isProven = own.some(({ passed }) => passed > 0) && own.every(({ failed }) => failed === 0);
    return isProven ? [catalogueId('task', slug)] : [];
  });
}
