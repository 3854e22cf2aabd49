/** Checks that each change of a record can be made conditional on the version that its caller knows (spec/conventions, 5). */
import { type Contract, type Fault, own } from './document.ts';

/** Changes without `If-Match`, each with the reason. */
export const withoutIfMatch: Readonly<Record<string, string>> = {
  bulkAssignTasks: 'changes many records, each with a version of its own',
  bulkDeleteTasks: 'deletes many records, each with a version of its own',
  bulkUpdateTaskStatus: 'changes many records, each with a version of its own',
  completeTrainingVideo: 'records once that the caller has watched a video, which repeating does not change',
  deleteAllManualAnswers: 'deletes a whole collection',
  ensureIsmsSetup: 'creates what is missing, and changes nothing that exists',
  ensureSoaSetup: 'creates what is missing, and changes nothing that exists',
  removeMemberHost: 'removes a computer from the device management, which has no versions',
  reorderTasks: 'changes the order of many records',
  reorderTrustCustomLinks: 'changes the order of a whole collection',
  revokeApiKey: 'a key never changes between its creation and its revocation',
  revokeDeviceAgentSession: 'a session is no record: it has no content that somebody could have changed',
  undoVendorRevocation: 'a revocation is made and undone, and never changes',
  updateNotification: 'a person says what they have read, which nobody else changes',
  uploadContent: 'the bytes of an upload are sent once, to an address that is signed for it',
  upsertControls: 'changes many records, each with a version of its own',
  upsertMembers: 'changes many records, each with a version of its own',
  upsertRisks: 'changes many records, each with a version of its own',
  upsertVendors: 'changes many records, each with a version of its own',
};

export function checkIfMatch({ operations }: Contract, fault: Fault): void {
  const ids = new Set(operations.map(({ id }) => id));
  for (const { id, method, operation, has } of operations) {
    const isChange = method === 'put' || method === 'patch' || method === 'delete';
    if (isChange && !has('If-Match') && !Object.hasOwn(withoutIfMatch, id))
      fault('if-match', id, 'takes no If-Match: answer the version, name the GET of the record in x-if-match, or give a reason');
    if (Object.hasOwn(withoutIfMatch, id) && (has('If-Match') || !isChange)) fault('if-match', id, 'needs no reason to take no If-Match');
    const read = own(operation, 'x-if-match');
    const reading = operations.find((other) => other.id === read);
    if (read !== undefined && !reading?.has('If-None-Match')) fault('if-match', id, 'x-if-match must name a GET that answers an ETag');
  }
  for (const id of Object.keys(withoutIfMatch))
    if (!ids.has(id)) fault('if-match', id, 'has a reason to take no If-Match, and does not exist');
}
