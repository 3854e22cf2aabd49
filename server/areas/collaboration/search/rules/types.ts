/** Decides which types of records a caller may search, and which record a result links to (search, rules 2 and 13). */
import type { components } from '#generated/api';
import { mayRead, type OwnKind, resourceOfKind } from '#domain/access/records/kinds';
import type { Actor } from '#platform/identity/actor';
import { isRecordType, type RecordReference } from '#platform/links/records';

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

/** The fields that determine the links to a record. */
export interface Addressable {
  readonly type: SearchableType;
  readonly id: string;
  readonly parentType: string | null;
  readonly parentId: string | null;
  readonly formType: string | null;
}

/** @returns the record, with its parent if links can lead to records of the parent's type */
export function recordOf({ type, id, parentType, parentId, formType }: Addressable): RecordReference {
  if (formType !== null) return { type, id, parent: { type: 'evidence_form', id: formType } };
  const hasLinkedParent = parentType !== null && parentId !== null && isRecordType(parentType);
  return { type, id, parent: hasLinkedParent ? { type: parentType, id: parentId } : undefined };
}
