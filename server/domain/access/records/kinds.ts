/** Maps each kind of record to the permissions that it requires (spec/conventions, 3). */
import type { components } from '#generated/api';
import type { Actor } from '#platform/identity/actor';
import { checkPermissions } from '#platform/identity/missing-permission';
import type { SubjectKind } from '../targets/subjects.ts';

/** The kinds in the contract that comments, files and search results refer to. */
export type RecordKind = SubjectKind | components['schemas']['SearchableType'];
export type Access = 'read' | 'change';

const resources = {
  risk: 'risk',
  vendor: 'vendor',
  task: 'task',
  task_item: 'task',
  policy: 'policy',
  control: 'control',
  framework: 'framework',
  requirement: 'framework',
  finding: 'finding',
  evidence_submission: 'evidence',
  context: 'evidence',
  isms_document: 'evidence',
  questionnaire: 'questionnaire',
  questionnaire_answer: 'questionnaire',
  manual_answer: 'questionnaire',
  knowledge_base_document: 'questionnaire',
  soa_answer: 'audit',
  person: 'member',
  employment_onboard: 'member',
  employment_offboard: 'member',
  background_check: 'member',
  offboarding_checklist: 'member',
  device: 'app',
  integration: 'integration',
  cloud_finding: 'integration',
  penetration_test: 'pentest',
  trust_document: 'trust',
  trust_nda: 'trust',
} as const satisfies Readonly<Record<Exclude<RecordKind, 'comment' | 'attachment'>, string>>;

/** A kind with its own permission. Comments and files use the permission of the record that they belong to. */
export type OwnKind = keyof typeof resources;

/** @returns the permission to read records of a kind */
export function permissionToRead(kind: OwnKind): string {
  return permissionFor(kind, 'read');
}

/** @returns the permission to change records of a kind, including their comments and files */
export function permissionToChange(kind: OwnKind): string {
  return permissionFor(kind, 'change');
}

export function permissionFor(kind: OwnKind, access: Access): string {
  return `${resources[kind]}:${access === 'read' ? 'read' : 'update'}`;
}

/** @returns the resource name in the permissions for a kind, such as `task` in `task:read` */
export function resourceOfKind(kind: OwnKind): string {
  return resources[kind];
}

/** @returns whether the caller has the permission to read the kind. Some records of the kind may still be hidden. */
export function mayRead({ permissions }: Pick<Actor, 'permissions'>, kind: OwnKind): boolean {
  return permissions.has(permissionToRead(kind));
}

/** @returns whether the caller has the permission to change the kind, including its comments and files */
export function mayChange({ permissions }: Pick<Actor, 'permissions'>, kind: OwnKind): boolean {
  return permissions.has(permissionToChange(kind));
}

/** @returns a refusal that lists the missing read permissions; undefined if the caller may read all these kinds */
export function checkReadPermission(actor: Pick<Actor, 'permissions'>, ...kinds: readonly OwnKind[]) {
  return checkPermissions(actor, ...kinds.map(permissionToRead));
}

/** @returns whether a string is a kind with its own permission */
export function isOwnKind(kind: string): kind is OwnKind {
  return Object.hasOwn(resources, kind);
}
