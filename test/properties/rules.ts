/** Why a request that fits the contract may be refused as invalid all the same: by what no schema can say. */
import { operations, type Operation } from '../../generated/operations.ts';
import type { GeneratedRequest } from './requests.ts';
import { signatureMark } from './values.ts';

export interface Rule {
  /** As in `details`, with `*` for the place in a list. */
  readonly field: string;
  readonly reason: string;
  /** Fits the contract, and is refused. */
  readonly shownBy: GeneratedRequest;
}

const request = { credential: 'session', path: {}, query: [], headers: {} } as const;

/** Each is shown to be needed by a request (requests.test.ts). */
export const rules: readonly Rule[] = [
  { field: 'name', reason: 'a built-in role has this name already; and the spaces at its end, which do not count, may be all there is of it', shownBy: { ...request, operation: 'createRole', body: { name: 'Owner', permissions: {} } } },
  { field: 'name', reason: 'as on creation', shownBy: { ...request, operation: 'updateRole', path: { roleId: '@id:rol:0' }, body: { name: 'a ' } } },
  { field: 'toSequence', reason: 'it is compared with fromSequence', shownBy: { ...request, operation: 'verifyAuditLog', query: [['fromSequence', '2'], ['toSequence', '1']] } },
  { field: 'justification', reason: 'a control that does not apply has to say why', shownBy: { ...request, operation: 'updateSoaAnswer', path: { documentId: '@id:soa_doc:0', questionId: 'A.5.1' }, body: { isApplicable: false } } },
  { field: 'settings.*.role', reason: 'the name of a role of the organization, each of them once', shownBy: { ...request, operation: 'updateRoleNotificationSettings', body: { settings: [{ role: 'nonsense', policyNotifications: true, taskReminders: true, taskAssignments: true, taskMentions: true, weeklyTaskDigest: true, findingNotifications: true }] } } },
  { field: 'role', reason: 'a role of the organization, by id or name', shownBy: { ...request, operation: 'createMember', body: { userId: '@id:usr:0', role: 'nonsense' } } },
  { field: 'role', reason: 'as on creation', shownBy: { ...request, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { role: 'nonsense' } } },
  { field: 'roles', reason: 'either this or role', shownBy: { ...request, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { role: 'admin', roles: ['admin'] } } },
  { field: 'roles.*', reason: 'each a role of the organization', shownBy: { ...request, operation: 'updateMember', path: { id: '@id:mem:0' }, body: { roles: ['admin', 'nonsense'] } } },
  { field: '_errors', reason: 'bytes have no schema that could say how many there are', shownBy: { ...request, operation: 'putUploadContent', credential: 'none', path: { id: '@id:upl:0' }, query: [['expires', '9999999999'], ['signature', signatureMark]], bytes: '' } },
];

/** What succeeds only on a record in a state that takes several right requests to reach, and so hardly ever when they are drawn by lot. */
export const rare: Readonly<Record<string, string>> = {
  submitSoaForApproval: 'a document with all of its controls decided, and an owner or admin',
  approveSoaDocument: 'a document that waits for the caller',
  declineSoaDocument: 'as for the approval',
  exportSoa: 'an approved document',
};

/** What names a record or a file: whether it is there, and may be named here, is for the database to say. */
const reference = /(^i|I)ds?(\.\d+)?$|(^|\.)fileKey$/;

/** Whether a field of a request that fits the contract may be called invalid. */
export function mayBeRefused({ operation }: GeneratedRequest, field: string): boolean {
  const { paged }: Operation = operations[operation];
  return reference.test(field) || (paged !== undefined && field === 'cursor')
    || rules.some((rule) => rule.shownBy.operation === operation && rule.field === field.replace(/\.\d+(?=\.|$)/g, '.*'));
}
