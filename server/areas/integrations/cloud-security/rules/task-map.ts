/** Maps task templates to the AWS services whose scans give evidence for them (cloud-security, rule 8). */
import { catalogueId } from '#domain/catalogue/ids';

/** Ids of services, by the slug of the task template. */
const servicesByTemplate: Readonly<Record<string, readonly string[]>> = {
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

/** Slugs of the task templates that scans can complete. */
export const scannedTemplates: readonly string[] = Object.keys(servicesByTemplate);

/** Numbers of passed and failed results of a service. Accepted failures count as passed. */
export interface ServiceResult {
  readonly serviceId: string;
  readonly passed: number;
  readonly failed: number;
}

/** @returns ids of the task templates whose services have results, all of which passed */
export function findProvenTemplates(results: readonly ServiceResult[]): string[] {
  return Object.entries(servicesByTemplate).flatMap(([slug, ids]) => {
    const serviceResults = results.filter(({ serviceId }) => ids.includes(serviceId));
    const isProven = serviceResults.some(({ passed }) => passed > 0) && serviceResults.every(({ failed }) => failed === 0);
    return isProven ? [catalogueId('task', slug)] : [];
  });
}
