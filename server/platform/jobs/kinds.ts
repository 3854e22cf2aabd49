/** Kinds of background work, with the permission that each needs and its entity type in the log (spec/areas/work-in-the-background/runs). */
import type { components } from '#generated/api';
import type { AuditEntityType } from '../audit/entry.ts';

export type RunKind = components['schemas']['RunKind'];

interface Kind {
  /** Permission of the operation that starts this kind of work. */
  readonly permission: `${string}:${string}`;
  readonly entityType: AuditEntityType;
}

export const kinds: Readonly<Record<RunKind, Kind>> = {
  answer_and_export: { permission: 'questionnaire:create', entityType: 'organization' },
  answer_questions: { permission: 'questionnaire:update', entityType: 'organization' },
  auto_answer_questionnaire: { permission: 'questionnaire:update', entityType: 'organization' },
  auto_fill_soa: { permission: 'audit:update', entityType: 'framework' },
  cloud_scan: { permission: 'integration:update', entityType: 'integration' },
  connection_checks: { permission: 'integration:update', entityType: 'integration' },
  device_sync: { permission: 'integration:update', entityType: 'integration' },
  employee_sync: { permission: 'integration:update', entityType: 'integration' },
  evidence_export: { permission: 'evidence:read', entityType: 'task' },
  parse_questionnaire: { permission: 'questionnaire:create', entityType: 'organization' },
  penetration_test: { permission: 'pentest:create', entityType: 'pentest' },
  process_documents: { permission: 'questionnaire:create', entityType: 'organization' },
  read_attachments: { permission: 'evidence:read', entityType: 'organization' },
  store_isms_version: { permission: 'evidence:update', entityType: 'framework' },
  task_automation: { permission: 'task:update', entityType: 'task' },
  task_check: { permission: 'integration:update', entityType: 'task' },
  vendor_assessment: { permission: 'vendor:update', entityType: 'vendor' },
};

export function isRunKind(kind: string): kind is RunKind {
  return Object.hasOwn(kinds, kind);
}

/** Returns the resource of the permission that a kind needs. */
export function resourceOf(kind: RunKind): string {
  const { permission } = kinds[kind];
  return permission.slice(0, permission.indexOf(':'));
}
