/**
 * Data of control reviews: the last review in days before today (`ago`), and the next review in days after today (`next`). All other
 * controls have never been reviewed.
 */
export const reviews = [
  // The controls are named by the slugs of their templates.
  { control: 'access-review', ago: 41, next: 51 },
  { control: 'role-based-access', ago: 41, next: 324 },
  { control: 'multi-factor-authentication', ago: 120, next: 245 },
  { control: 'privileged-access', ago: 41, next: 51 },
  { control: 'keys-and-secrets', ago: 190, next: -8 },
  { control: 'encryption-at-rest', ago: 188, next: 177 },
  { control: 'encryption-in-transit', ago: 188, next: 177 },
  { control: 'device-baseline', ago: 75, next: 17 },
  { control: 'malware-protection', ago: 75, next: 17 },
  { control: 'audit-logging', ago: 62, next: 303 },
  { control: 'log-review', ago: 62, next: 30 },
  { control: 'monitoring-alerting', ago: 98, next: -6 },
  { control: 'backups', ago: 27, next: 65 },
  { control: 'restore-test', ago: 27, next: 65 },
  { control: 'vulnerability-management', ago: 14, next: 16 },
  { control: 'penetration-test', ago: 33, next: 332 },
  { control: 'code-review', ago: 96, next: 269 },
  { control: 'change-management', ago: 96, next: 269 },
  { control: 'incident-response-plan', ago: 58, next: 307 },
  { control: 'incident-exercise', ago: 58, next: 307 },
  { control: 'business-continuity-plan', ago: 201, next: -21 },
  { control: 'vendor-assessment', ago: 155, next: 12 },
  { control: 'security-training', ago: 50, next: 41 },
  { control: 'offboarding', ago: 48, next: 317 },
  { control: 'management-review', ago: 70, next: 112 },
] as const;
