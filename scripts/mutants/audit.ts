import type { Mutant } from './mutant.ts';

/** Breaks the audit log, which must convince even people who do not trust its database. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a checkpoint whose signature is not checked',
    file: 'server/platform/audit/checkpoint.ts',
    from: "return key.verify(textToSign({ ...checkpoint, organizationId }), checkpoint.signature) ? undefined : 'signature_invalid';",
    to: 'return undefined;',
    tests: ['test/areas/accountability/audit-logs.checkpoints.test.ts'],
  },
  {
    name: 'a checkpoint signed with an unknown key',
    file: 'server/platform/audit/checkpoint.ts',
    from: "if (!key) return 'key_unknown';",
    to: 'if (!key) return undefined;',
    tests: ['test/areas/accountability/audit-logs.checkpoints.test.ts'],
  },
  {
    name: 'a checkpoint of another organization',
    file: 'server/platform/audit/checkpoint.ts',
    from: 'textToSign({ ...checkpoint, organizationId })',
    to: 'textToSign({ ...checkpoint, organizationId: checkpoint.organizationId || organizationId })',
    tests: ['test/outside/anchor.test.ts'],
  },
  {
    name: 'a checkpoint that is not compared with its entry',
    file: 'server/platform/audit/chain.ts',
    from: "if (checkpoint.hash !== hash || checkpoint.sequence !== sequence) return 'checkpoint_differs';",
    to: '',
    tests: ['test/areas/accountability/audit-logs.checkpoints.test.ts'],
  },
  {
    name: 'a missing checkpoint that is not noticed',
    file: 'server/platform/audit/chain.ts',
    from: "if (checkpoint.previousCheckpointHash !== this.#checkpointHash) return 'checkpoint_missing';",
    to: '',
    tests: ['test/areas/accountability/audit-logs.checkpoints.test.ts'],
  },
  {
    name: 'a log that ends before its last checkpoint',
    file: 'server/platform/audit/stored-chain.ts',
    from: '[lastEntry, recordedHead, lastCheckpoint].reduce(',
    to: '[lastEntry, recordedHead].reduce(',
    tests: ['test/areas/accountability/audit-logs.checkpoints.test.ts'],
  },
  {
    name: 'a stored log that is not compared with the anchored checkpoints',
    file: 'server/platform/audit/stored-chain.ts',
    from: `mergeCheckpoints(
        checkpoints,
        anchored.filter(({ sequence }) => sequence >= batchStart && sequence <= upTo),
      )`,
    to: 'checkpoints',
    tests: ['test/admin.audit.test.ts'],
  },
  {
    name: 'an exported log that is not compared with the anchored checkpoints',
    file: 'server/admin/verify-audit.ts',
    from: 'mergeCheckpoints(log.checkpoints, checkpoints === undefined ?',
    to: 'mergeCheckpoints(log.checkpoints, checkpoints !== organizationId ?',
    tests: ['test/admin.audit.test.ts'],
  },
  {
    name: 'a second checkpoint without new entries',
    file: 'server/platform/audit/make-checkpoints.ts',
    from: 'if (!head || head.hash === null || head.sequence <= (lastCheckpoint?.sequence ?? 0)) return undefined;',
    to: 'if (!head || head.hash === null) return undefined;',
    tests: ['test/outside/anchor.test.ts'],
  },
  {
    name: 'a checkpoint that counts as anchored although the anchor refused it',
    file: 'server/platform/ports/anchor.ts',
    from: 'if (status < 200 || status > 299)',
    to: 'if (status < 200)',
    tests: ['test/outside/anchor.test.ts'],
  },
  {
    name: 'an S3 object without the configured lock',
    file: 'server/platform/ports/s3-anchor.ts',
    from: '...(retention && {',
    to: '...(retention === undefined && {',
    tests: ['test/outside/anchor.test.ts'],
  },
  {
    name: 'a POST without a creation that is logged as a creation',
    file: 'server/contract/run-operation.ts',
    from: "(method === 'post' && !isCreated)",
    to: "(method === 'post' && isCreated)",
    tests: ['test/contract/audit.test.ts'],
  },
];
