import type { Mutant } from './mutant.ts';

const content = ['test/areas/collaboration/uploads.content.test.ts'];
const usage = ['test/areas/collaboration/uploads.usage.test.ts'];
const orphans = ['test/areas/collaboration/uploads.orphans.test.ts'];
const bucket = ['test/outside/bucket.test.ts'];

export const mutants: readonly Mutant[] = [
  {
    name: 'files that group and others may read in an embedded database',
    file: 'server/platform/database/durable.ts',
    from: '{ ...attributes, mode: attributes.mode & typeAndOwnerMask }',
    to: '{ ...attributes }',
    tests: ['test/faults/modes.test.ts'],
  },
  {
    name: 'files in an existing data directory whose modes are not restricted',
    file: 'server/platform/ports/modes.ts',
    from: 'if (stats.isDirectory()) for',
    to: 'if (stats.isSocket()) for',
    tests: ['test/faults/modes.test.ts'],
  },
  {
    name: 'files of others whose directory is closed, too',
    file: 'server/platform/ports/modes.ts',
    from: 'if (names.length && names.every(',
    to: 'if (names.length && names.some(',
    tests: ['test/faults/modes.test.ts'],
  },
  {
    name: 'files whose directory is not synced after the rename',
    file: 'server/platform/ports/local-files.ts',
    from: 'await rename(draft, file);\n    await syncDirectory(path.dirname(file));',
    to: 'await rename(draft, file);',
    tests: ['test/outside/files.test.ts'],
  },
  {
    name: 'files of an upload that are accepted although they are damaged',
    file: 'server/documents/files/receive.ts',
    from: 'actual.size === measure.size && actual.sha256 === measure.sha256',
    to: 'actual.size >= 0',
    tests: content,
  },
  {
    name: 'files of an upload that stay after a rollback',
    file: 'server/areas/collaboration/uploads/handlers.ts',
    from: 'await removeUnlessRegistered((work) => withOrganization(organizationId, work), files, key).catch(() => undefined);',
    to: '',
    tests: content,
  },
  {
    name: 'files of an upload that overwrite earlier content',
    file: 'server/areas/collaboration/uploads/handlers.ts',
    from: 'const key = newKey(organizationId, contentFolder, id);',
    to: 'const key = `${organizationId}/${contentFolder}/${id}`;',
    tests: content,
  },
  {
    name: 'files that are removed although their change was committed',
    file: 'server/platform/files/store.ts',
    from: 'if (isUnregistered) await',
    to: 'if (isUnregistered || key) await',
    tests: content,
  },
  {
    name: 'files that exceed the storage quota',
    file: 'server/platform/files/store.ts',
    from: 'quota > 0 && usedBytes + additionalBytes > quota',
    to: 'quota > 0 && usedBytes > quota',
    tests: usage,
  },
  {
    name: 'files that count twice when they are replaced',
    file: 'server/areas/collaboration/uploads/queries.ts',
    from: 'set({ size, sha256, content_key: null',
    to: 'set({ size, sha256,',
    tests: usage,
  },
  {
    name: 'files of one unfinished upload too many',
    file: 'server/areas/collaboration/uploads/handlers.ts',
    from: 'if (unfinishedCount > storage.unfinished)',
    to: 'if (unfinishedCount > storage.unfinished + 1)',
    tests: usage,
  },
  {
    name: 'files that are removed as orphans before the minimum age',
    file: 'server/platform/files/sweep.ts',
    from: 'if (file.changedAt > Date.now() - (lifetimeOf(file.key) ?? age)) continue;',
    to: '',
    tests: orphans,
  },
  {
    name: 'files that are removed as orphans although a row names them',
    file: 'server/platform/files/sweep.ts',
    from: 'if (!knownKeys.has(key)) await',
    to: 'await',
    tests: orphans,
  },
  {
    name: 'files that a bucket link shows in the browser',
    file: 'server/platform/ports/file-links.ts',
    from: 'if (files.direct && !presentation.inline &&',
    to: 'if (files.direct &&',
    tests: bucket,
  },
  {
    name: 'files of attachments that a bucket link shows in the browser',
    file: 'server/domain/collaboration/attachments/attachments.ts',
    from: "if (files.direct && disposition === 'attachment')",
    to: 'if (files.direct)',
    tests: bucket,
  },
  {
    name: 'files of an unreachable bucket that are reported as an internal error',
    file: 'server/platform/ports/s3-files.ts',
    from: 'throw isUnreachable ?',
    to: 'throw !isUnreachable && !(error instanceof Error) ?',
    tests: bucket,
  },
  {
    name: 'files uploaded directly to a bucket that are not counted',
    file: 'server/platform/files/uploads.ts',
    from: 'if (!files.direct) return;',
    to: 'if (!files.direct || db) return;',
    tests: bucket,
  },
];
