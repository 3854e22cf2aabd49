/** The types of records that a search finds: who reads them, and where they are (spec/areas/search, rules 2 and 13). */
import type { components } from '../../../../generated/api.d.ts';
import { pageOfFinding, pageOfTaskItem } from '../../../domain/targets/subjects.ts';
import type { Actor } from '../../../platform/identity/actor.ts';

export type SearchableType = components['schemas']['SearchableType'];

/** Resources whose read permission shows records of a type: any of them. */
const commented = ['task', 'risk', 'vendor', 'policy', 'finding'];
const resources: Readonly<Record<SearchableType, readonly string[]>> = {
  risk: ['risk'],
  task: ['task'],
  task_item: ['task'],
  policy: ['policy'],
  control: ['control'],
  framework: ['framework'],
  requirement: ['framework'],
  finding: ['finding'],
  evidence_submission: ['evidence'],
  questionnaire: ['questionnaire'],
  questionnaire_answer: ['questionnaire'],
  manual_answer: ['questionnaire'],
  knowledge_base_document: ['questionnaire'],
  context: ['evidence'],
  soa_answer: ['audit'],
  isms_document: ['evidence'],
  person: ['member'],
  vendor: ['vendor'],
  device: ['app'],
  integration: ['integration'],
  cloud_finding: ['integration'],
  comment: commented,
  attachment: [...commented, 'member'],
  penetration_test: ['pentest'],
  trust_document: ['trust'],
};
/** What a restricted member reads, and what belongs to it. */
const restricted: readonly SearchableType[] = ['task', 'task_item', 'risk', 'policy', 'control', 'comment', 'attachment'];
const types = Object.keys(resources).filter(isSearchable);

/** What a caller may find. */
export interface Readable {
  readonly types: readonly SearchableType[];
  readonly resources: readonly string[];
}

/** @param asked all types unless some are given @returns what of them the caller may read */
export function readableTo({ permissions, restrictedTo }: Actor, asked: readonly SearchableType[] = types): Readable {
  const reads = (resource: string) => permissions.has(`${resource}:read`);
  return {
    types: asked.filter(
      (type) =>
        (restrictedTo === undefined || restricted.includes(type)) &&
        (type !== 'attachment' || reads('evidence')) &&
        resources[type].some(reads),
    ),
    resources: [...new Set(Object.values(resources).flat())].filter(reads),
  };
}

/** @returns whether a word is the type of a record that can be found */
export function isSearchable(type: string): type is SearchableType {
  return Object.hasOwn(resources, type);
}

/** What decides where a record is. */
export interface Placed {
  readonly type: SearchableType;
  readonly id: string;
  readonly parentType: string | null;
  readonly parentId: string | null;
  readonly formType: string | null;
}

/** @returns the path of the record in the API, or that of the record it belongs to */
export function pathOf({ type, id, parentType, parentId, formType }: Placed): string {
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

/** @returns the page of the record in the application, below the organization; undefined when it has none */
export function pageOf({ type, id, parentType, parentId, formType }: Placed): string | undefined {
  const isPart = type === 'comment' || type === 'attachment';
  const [kind, own] = isPart ? [parentType, parentId] : [type, id];
  if (kind === 'risk') return `/risks/${own}`;
  if (kind === 'task') return `/tasks/${own}`;
  if (kind === 'policy') return `/policies/${own}`;
  if (kind === 'person') return `/people/${own}`;
  if (kind === 'vendor') return `/vendors/${own}`;
  if (kind === 'finding' && own !== null) return pageOfFinding(own);
  if (kind === 'framework') return `/frameworks/${own}`;
  if (kind === 'task_item' && !isPart)
    return pageOfTaskItem(id, parentType === 'risk' ? parentId : null, parentType === 'vendor' ? parentId : null);
  if (kind === 'evidence_submission') return `/documents/${formType}/submissions/${own}`;
  return undefined;
}
