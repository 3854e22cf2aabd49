/** Decides which types of records a caller may search, and finds the URLs of records (search, rules 2 and 13). */
import type { components } from '#generated/api';
import { mayRead, type OwnKind, resourceOfKind } from '#domain/access/records/kinds';
import { findingPage, taskItemPage } from '#domain/access/targets/subjects';
import type { Actor } from '#platform/identity/actor';

export type SearchableType = components['schemas']['SearchableType'];

/** The kinds of records that can have comments. */
const commentedKinds = ['task', 'risk', 'vendor', 'policy', 'finding'] as const;
/** The kinds of records for each type. The read permission of any of these kinds is enough to search the type. */
const kindsByType: Readonly<Record<SearchableType, readonly OwnKind[]>> = {
  risk: ['risk'],
  task: ['task'],
  task_item: ['task_item'],
  policy: ['policy'],
  control: ['control'],
  framework: ['framework'],
  requirement: ['requirement'],
  finding: ['finding'],
  evidence_submission: ['evidence_submission'],
  questionnaire: ['questionnaire'],
  questionnaire_answer: ['questionnaire_answer'],
  manual_answer: ['manual_answer'],
  knowledge_base_document: ['knowledge_base_document'],
  context: ['context'],
  soa_answer: ['soa_answer'],
  isms_document: ['isms_document'],
  person: ['person'],
  vendor: ['vendor'],
  device: ['device'],
  integration: ['integration'],
  cloud_finding: ['cloud_finding'],
  comment: commentedKinds,
  attachment: [...commentedKinds, 'person'],
  penetration_test: ['penetration_test'],
  trust_document: ['trust_document'],
};
/** The types that restricted members can read, and the types of comments and files on these records. */
const restrictedMemberTypes: readonly SearchableType[] = ['task', 'task_item', 'risk', 'policy', 'control', 'comment', 'attachment'];
const types = Object.keys(kindsByType).filter(isSearchable);

/** The types of records, and the resources in permissions, that a caller may read. */
export interface Readable {
  readonly types: readonly SearchableType[];
  readonly resources: readonly string[];
}

/**
 * @param requestedTypes defaults to all types
 * @returns the requested types that the caller may read
 */
export function readableTypes({ permissions, restrictedTo }: Actor, requestedTypes: readonly SearchableType[] = types): Readable {
  const canRead = (kind: OwnKind) => mayRead({ permissions }, kind);
  return {
    types: requestedTypes.filter(
      (type) =>
        (restrictedTo === undefined || restrictedMemberTypes.includes(type)) &&
        (type !== 'attachment' || permissions.has('evidence:read')) &&
        kindsByType[type].some(canRead),
    ),
    resources: [...new Set(Object.values(kindsByType).flat().filter(canRead).map(resourceOfKind))],
  };
}

/** @returns whether records of this type can be found */
export function isSearchable(type: string): type is SearchableType {
  return Object.hasOwn(kindsByType, type);
}

/** The fields that determine the URL of a record. */
export interface Addressable {
  readonly type: SearchableType;
  readonly id: string;
  readonly parentType: string | null;
  readonly parentId: string | null;
  readonly formType: string | null;
}

/** @returns the path of the record in the API, or the path of its parent if the record has no path */
export function pathOf({ type, id, parentType, parentId, formType }: Addressable): string {
  if (type === 'comment') return simplePaths[parentType ?? '']?.(parentId ?? '') ?? '/v1/comments';
  if (type === 'requirement') return `/v1/frameworks/${parentId}/requirements/${id}`;
  if (type === 'questionnaire_answer') return `/v1/questionnaire/${parentId}`;
  if (type === 'soa_answer') return `/v1/soa/documents/${parentId}`;
  if (type === 'trust_document') return '/v1/trust-portal/documents';
  if (type === 'evidence_submission') return `/v1/evidence-forms/${formType}/submissions/${id}`;
  return simplePaths[type]?.(id) ?? '/v1/search';
}

const simplePaths: Readonly<Record<string, (id: string) => string>> = {
  risk: (id) => `/v1/risks/${id}`,
  task: (id) => `/v1/tasks/${id}`,
  task_item: (id) => `/v1/task-management/${id}`,
  policy: (id) => `/v1/policies/${id}`,
  control: (id) => `/v1/controls/${id}`,
  framework: (id) => `/v1/frameworks/${id}`,
  finding: (id) => `/v1/findings/${id}`,
  questionnaire: (id) => `/v1/questionnaire/${id}`,
  manual_answer: (id) => `/v1/knowledge-base/manual-answers/${id}`,
  knowledge_base_document: (id) => `/v1/knowledge-base/documents/${id}`,
  isms_document: (id) => `/v1/isms/documents/${id}`,
  context: (id) => `/v1/context/${id}`,
  person: (id) => `/v1/people/${id}`,
  vendor: (id) => `/v1/vendors/${id}`,
  device: (id) => `/v1/devices/${id}`,
  integration: (id) => `/v1/integrations/connections/${id}`,
  cloud_finding: (id) => `/v1/cloud-security/findings/${id}`,
  attachment: (id) => `/v1/attachments/${id}`,
  penetration_test: (id) => `/v1/security-penetration-tests/${id}`,
};

/** @returns the path of the record's page below the organization's page in the application; undefined if the record has no page */
export function pageOf({ type, id, parentType, parentId, formType }: Addressable): string | undefined {
  const isPart = type === 'comment' || type === 'attachment';
  const [kind, recordId] = isPart ? [parentType, parentId] : [type, id];
  if (kind === 'risk') return `/risks/${recordId}`;
  if (kind === 'task') return `/tasks/${recordId}`;
  if (kind === 'policy') return `/policies/${recordId}`;
  if (kind === 'person') return `/people/${recordId}`;
  if (kind === 'vendor') return `/vendors/${recordId}`;
  if (kind === 'finding' && recordId !== null) return findingPage(recordId);
  if (kind === 'framework') return `/frameworks/${recordId}`;
  if (kind === 'task_item' && !isPart)
    return taskItemPage(id, parentType === 'risk' ? parentId : null, parentType === 'vendor' ? parentId : null);
  if (kind === 'evidence_submission') return `/documents/${formType}/submissions/${recordId}`;
  return undefined;
}
