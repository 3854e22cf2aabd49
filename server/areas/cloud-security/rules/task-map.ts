/** Tasks that scans of AWS give evidence for (spec/areas/cloud-security, rule 8). */
import { catalogueId } from '../../../domain/catalogue/ids.ts';

/** Services, by the slugs of the task templates. */
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

/** Slugs of the templates that scans can prove. */
export const scannedTemplates: readonly string[] = Object.keys(services);

/** How the findings of a service stand, without those under an exception. */
export interface ServiceStanding {
  readonly serviceId: string;
  readonly passed: number;
  readonly failed: number;
}

/** @returns ids of the templates whose services have findings, all of which have passed */
export function provenTemplates(standings: readonly ServiceStanding[]): string[] {
  return Object.entries(services).flatMap(([slug, ids]) => {
    const own = standings.filter(({ serviceId }) => ids.includes(serviceId));
    const isProven = own.some(({ passed }) => passed > 0) && own.every(({ failed }) => failed === 0);
    return isProven ? [catalogueId('task', slug)] : [];
  });
}
