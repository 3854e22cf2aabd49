/** Finds which text of which record contains each canary, and therefore which permissions a reader needs to see the canary. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/open';
import type { contract } from '../support/contract.ts';
import { nameCanaryByContentCanary, origins } from './bodies.ts';
import { canariesIn } from './canary.ts';

/** One text of one record. */
export interface Home {
  readonly kind: string;
  readonly field: string;
  readonly id: string;
  /** All entries are required; of each entry one permission is sufficient. */
  readonly permissions: readonly (readonly string[])[];
  /** The record whose visibility applies to this row, if the permissions alone are not sufficient. */
  readonly row?: { readonly kind: 'control' | 'policy' | 'risk' | 'task' | 'task_item'; readonly id: string };
  /** Whether restricted members never see records of this kind. */
  readonly isForOthers: boolean;
  readonly isDraft: boolean;
  readonly isFile: boolean;
  /** The member or account that the record belongs to, who may always read it. */
  readonly memberId: string | undefined;
  /** Whether every credential of the organization may see the text. */
  readonly isOpen: boolean;
}

type Operation = (typeof contract)[number];
type Row = Readonly<Record<string, unknown>>;
interface Kind {
  readonly kind: string;
  readonly permission: string | readonly string[];
  readonly row?: (row: Row) => Home['row'];
  /** The column with the member or account that the record belongs to, who may always read it. */
  readonly own?: string;
  readonly isFile?: true;
  /** Fields that every credential of the organization may see. */
  readonly open?: readonly string[];
  /** Whether every credential of the organization may see this row. */
  readonly isOpen?: (row: Row) => boolean;
}
const toText = (value: unknown) => (typeof value === 'string' ? value : '');
const rowReference = (kind: 'control' | 'policy' | 'risk' | 'task' | 'task_item', column: string) => (row: Row) =>
  toText(row[column]) === '' ? undefined : ({ kind, id: toText(row[column]) } as const);

/** The kind of record in each table that requests fill. Tables that contain only copies or no texts are not listed. */
export const kinds: Readonly<Record<string, Kind>> = {
  access_revocation: { kind: 'accessRevocation', permission: 'member:read' },
  api_key: { kind: 'apiKey', permission: 'apiKey:read' },
  background_check_request: { kind: 'backgroundCheck', permission: 'member:read' },
  cloud_activity: { kind: 'cloudActivity', permission: 'integration:read' },
  context_entry: { kind: 'context', permission: 'evidence:read' },
  control: { kind: 'control', permission: 'control:read', row: rowReference('control', 'id') },
  custom_framework: { kind: 'framework', permission: 'framework:read' },
  custom_requirement: { kind: 'requirement', permission: 'framework:read' },
  custom_role: { kind: 'role', permission: 'ac:read' },
  device: { kind: 'device', permission: ['app:read', 'member:read'], own: 'member_id' },
  device_policy_result: { kind: 'devicePolicyResult', permission: ['app:read', 'member:read'], own: 'member_id' },
  employee: { kind: 'member', permission: 'member:read' },
  engagement_letter: { kind: 'engagementLetter', permission: 'audit:read' },
  engagement_letter_event: { kind: 'engagementLetter', permission: 'audit:read' },
  engagement_letter_signature: { kind: 'engagementLetter', permission: 'audit:read' },
  engagement_letter_template: { kind: 'engagementLetterTemplate', permission: 'audit:read' },
  evidence_automation: { kind: 'automation', permission: 'task:read', row: rowReference('task', 'task_id') },
  evidence_automation_run: { kind: 'automationRun', permission: 'task:read' },
  evidence_automation_version: { kind: 'automationVersion', permission: 'task:read' },
  evidence_file: { kind: 'evidenceFile', permission: 'evidence:read', isFile: true },
  evidence_submission: { kind: 'evidenceSubmission', permission: 'evidence:read', own: 'submitted_by_id' },
  finding: { kind: 'finding', permission: 'finding:read', row: rowReference('policy', 'policy_id') },
  finding_exception: { kind: 'cloudException', permission: 'integration:read' },
  framework_control_family: { kind: 'control', permission: ['framework:read', 'control:read'] },
  integration_check_result: { kind: 'checkResult', permission: 'integration:read' },
  integration_check_run: { kind: 'checkRun', permission: 'integration:read' },
  integration_connection: { kind: 'integration', permission: 'integration:read' },
  invitation: { kind: 'invitation', permission: 'member:read' },
  isms_document: { kind: 'ismsDocument', permission: 'evidence:read' },
  isms_profile: { kind: 'ismsProfile', permission: 'evidence:read' },
  isms_row: { kind: 'ismsRow', permission: 'evidence:read' },
  knowledge_base_document: { kind: 'knowledgeBaseDocument', permission: 'questionnaire:read' },
  knowledge_base_passage: { kind: 'knowledgeBaseDocument', permission: 'questionnaire:read', isFile: true },
  manual_answer: { kind: 'manualAnswer', permission: 'questionnaire:read' },
  member: { kind: 'member', permission: 'member:read', own: 'id' },
  notification: { kind: 'notification', permission: [], own: 'member_id' },
  offboarding_completion: { kind: 'offboarding', permission: 'member:read' },
  offboarding_template_item: { kind: 'offboardingTemplate', permission: 'member:read' },
  organization: { kind: 'organization', permission: 'organization:read', open: ['name', 'slug', 'website', 'metadata'] },
  organization_chart: { kind: 'orgChart', permission: 'organization:read' },
  penetration_test: { kind: 'penetrationTest', permission: 'pentest:read' },
  penetration_test_event: { kind: 'penetrationTest', permission: 'pentest:read' },
  penetration_test_issue: { kind: 'penetrationTestIssue', permission: 'pentest:read' },
  pentest_finding_context: { kind: 'penetrationTestIssue', permission: 'pentest:read' },
  policy: { kind: 'policy', permission: 'policy:read', row: rowReference('policy', 'id') },
  policy_version: { kind: 'policyVersion', permission: 'policy:read', row: rowReference('policy', 'policy_id') },
  question_answer: { kind: 'questionnaireAnswer', permission: 'questionnaire:read' },
  questionnaire: { kind: 'questionnaire', permission: 'questionnaire:read' },
  risk: { kind: 'risk', permission: 'risk:read', row: rowReference('risk', 'id') },
  risk_acceptance: { kind: 'riskAcceptance', permission: 'risk:read', row: rowReference('risk', 'risk_id') },
  risk_treatment: { kind: 'risk', permission: 'risk:read', row: rowReference('risk', 'risk_id') },
  soa_answer: { kind: 'soaAnswer', permission: 'audit:read' },
  soa_document: { kind: 'soaDocument', permission: 'audit:read' },
  task: { kind: 'task', permission: 'task:read', row: rowReference('task', 'id') },
  task_item: { kind: 'taskItem', permission: 'task:read', row: rowReference('task_item', 'id') },
  timeline: { kind: 'timeline', permission: 'framework:read' },
  timeline_phase: { kind: 'timeline', permission: 'framework:read' },
  trust_access_grant: { kind: 'trustAccess', permission: 'trust:read' },
  trust_access_request: { kind: 'trustAccess', permission: 'trust:read' },
  trust_certificate: { kind: 'trustCertificate', permission: 'trust:read' },
  trust_custom_link: { kind: 'trustPortal', permission: 'trust:read' },
  trust_document: { kind: 'trustDocument', permission: 'trust:read' },
  trust_faq: { kind: 'trustPortal', permission: 'trust:read' },
  trust_nda_agreement: { kind: 'trustAccess', permission: 'trust:read' },
  trust_portal: { kind: 'trustPortal', permission: 'trust:read' },
  upload: { kind: 'upload', permission: [], own: 'created_by_id', isOpen: (row) => typeof row.created_by_id !== 'string' },
  vendor: { kind: 'vendor', permission: 'vendor:read' },
  vendor_acceptance: { kind: 'vendorAcceptance', permission: 'vendor:read' },
  vendor_contact: { kind: 'vendorContact', permission: 'vendor:read' },
};
/** Kinds of which a restricted member sees some rows. Of all other kinds a restricted member sees none, whatever the permissions are. */
const partlyVisibleKinds = new Set([
  'control',
  'policy',
  'policyVersion',
  'risk',
  'riskAcceptance',
  'task',
  'taskItem',
  'automation',
  'automationRun',
  'automationVersion',
]);

/** For each kind of record that a comment or file may belong to: the permission to read it, and the record whose visibility applies. */
const parentKinds: Readonly<Record<string, { readonly permission: string; readonly row?: 'policy' | 'risk' | 'task' | 'task_item' }>> = {
  risk: { permission: 'risk:read', row: 'risk' },
  task: { permission: 'task:read', row: 'task' },
  task_item: { permission: 'task:read', row: 'task_item' },
  vendor: { permission: 'vendor:read' },
  policy: { permission: 'policy:read', row: 'policy' },
  finding: { permission: 'finding:read' },
  employment_onboard: { permission: 'member:read' },
  employment_offboard: { permission: 'member:read' },
  background_check: { permission: 'member:read' },
  offboarding_checklist: { permission: 'member:read' },
  trust_nda: { permission: 'trust:read' },
};

/** @param earlier homes of texts that have since been changed @returns the homes of each canary in records of the organization */
export async function homesIn(
  { system }: Pick<Database, 'system'>,
  organizationId: string,
  earlier: ReadonlyMap<string, readonly Home[]> = new Map(),
): Promise<ReadonlyMap<string, readonly Home[]>> {
  const homes = new Map<string, Home[]>();
  const rowsOf = async (table: string) =>
    (
      await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t
      where ${sql.ref(table === 'organization' ? 'id' : 'organization_id')} = ${organizationId}`.execute(system)
    ).rows.map(({ row }) => row);
  const addHomes = (row: Row, homeOf: (column: string) => Omit<Home, 'field' | 'id'>) => {
    for (const [column, value] of Object.entries(row))
      for (const canary of canariesIn(JSON.stringify(value) ?? '')) {
        const home = { ...homeOf(column), field: camelCased(column), id: toText(row.id) };
        homes.set(canary, [...(homes.get(canary) ?? []), home]);
      }
  };
  const unpublishedPolicyIds = new Set<string>();
  for (const row of await rowsOf('policy')) if (row.last_published_at === null) unpublishedPolicyIds.add(toText(row.id));
  const parents = new Map<string, { readonly type: string; readonly id: string }>();
  for (const row of await rowsOf('comment')) parents.set(toText(row.id), { type: toText(row.entity_type), id: toText(row.entity_id) });
  const taskByAutomation = new Map<string, string>();
  for (const row of await rowsOf('evidence_automation')) taskByAutomation.set(toText(row.id), toText(row.task_id));

  for (const [table, { kind, permission, row: rowOf, own: ownerColumn, isFile = false, open: openFields = [], isOpen }] of Object.entries(
    kinds,
  ))
    for (const row of await rowsOf(table)) {
      const taskId = taskByAutomation.get(toText(row.evidence_automation_id));
      const decidingRow = rowOf?.(row) ?? (taskId === undefined ? undefined : ({ kind: 'task', id: taskId } as const));
      addHomes(row, (column) => ({
        kind,
        permissions: [[permission].flat()],
        ...(decidingRow && { row: decidingRow }),
        isForOthers: !partlyVisibleKinds.has(kind),
        isDraft:
          (table === 'policy' && (unpublishedPolicyIds.has(toText(row.id)) || column === 'draft_content')) ||
          (table === 'policy_version' && row.published_at === null),
        isFile,
        memberId: ownerColumn === undefined ? undefined : toText(row[ownerColumn]),
        isOpen: openFields.includes(column) || isOpen?.(row) === true,
      }));
    }
  for (const table of ['comment', 'attachment'])
    for (const row of await rowsOf(table)) {
      const parentReference = { type: toText(row.entity_type), id: toText(row.entity_id) };
      const { type, id } = parentReference.type === 'comment' ? (parents.get(parentReference.id) ?? parentReference) : parentReference;
      const parent = parentKinds[type];
      if (!parent) throw new Error(`no kind of record is called ${type}`);
      addHomes(row, () => ({
        kind: table,
        permissions: [[parent.permission]],
        ...(parent.row && { row: { kind: parent.row, id } }),
        isForOthers: parent.row === undefined,
        isDraft: type === 'policy' && unpublishedPolicyIds.has(id),
        isFile: table === 'attachment',
        memberId: undefined,
        isOpen: false,
      }));
    }
  for (const [canary, earlierHomes] of earlier) homes.set(canary, [...(homes.get(canary) ?? []), ...earlierHomes]);
  // Other records copy the names of their authors. Such a name still belongs to the member only.
  for (const [canary, canaryHomes] of homes) {
    const memberHomes = canaryHomes.filter(({ kind, field }) => kind === 'member' && (field === 'name' || field === 'email'));
    if (memberHomes.length) homes.set(canary, memberHomes);
  }
  for (const [canary, name] of nameCanaryByContentCanary)
    if (!homes.has(canary))
      homes.set(
        canary,
        (homes.get(name) ?? []).map((home) => ({ ...home, field: 'content', isFile: true })),
      );
  // A notification can keep a title that the record no longer has.
  for (const [canary, operation] of origins)
    if ((homes.get(canary) ?? []).every(({ kind }) => kind === 'notification')) homes.set(canary, [homeOfOrigin(operation)]);
  return homes;
}

/** @returns the home of a text that only the audit log contains: it requires the permission to read the changed records */
function homeOfOrigin({ registry: { area, permission } }: Operation): Home {
  // A caller who may send the text may also see it.
  const ownPermissions = [permission].flat().flatMap((one) => (typeof one === 'string' ? one : []));
  const resources = ownPermissions.map((one) => one.split(':')[0]);
  return {
    kind: area,
    field: 'request',
    id: '',
    permissions:
      resources.includes('authenticated') || resources.includes('public')
        ? []
        : resources.map((resource) => [`${resource}:read`, ...ownPermissions]),
    isForOthers: !/^(risks|tasks|controls|policies|task-)/.test(area),
    isDraft: false,
    isFile: false,
    memberId: undefined,
    isOpen: false,
  };
}

const camelCased = (column: string) => column.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
