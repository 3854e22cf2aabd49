/** Names of tasks for which checks may give evidence, by slug (spec/areas/integrations/integrations, check definition). */
export const taskTemplates = {
  'secure-secrets': 'Safekeeping of secrets',
  'tls-https': 'Encrypted connections',
  'secure-code': 'Secure code',
  'code-changes': 'Control of code changes',
  'sanitized-inputs': 'Protection against hostile input',
  'monitoring-alerting': 'Monitoring and alerting',
  'app-availability': 'Availability of applications',
  'device-list': 'List of devices',
  'secure-devices': 'Secure devices',
  'encryption-at-rest': 'Encryption at rest',
  'separation-of-environments': 'Separation of environments',
  'two-factor-auth': 'Two-factor authentication',
  'role-based-access-controls': 'Access by role',
  'employee-access': 'Access of employees',
  'access-review-log': 'Log of access reviews',
  'backup-logs': 'Log of backups',
  'backup-restoration-test': 'Test of restoring a backup',
  'infrastructure-inventory': 'Inventory of infrastructure',
  'production-firewall': 'Firewall in production',
  'utility-monitoring': 'Monitoring of utilities',
  'data-masking': 'Masking of data',
  'incident-response': 'Response to incidents',
  'secure-storage': 'Secure storage',
} as const;

export type TaskTemplate = keyof typeof taskTemplates;
