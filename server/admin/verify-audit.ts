import { readFileSync } from 'node:fs';
import { ChainWalk, type ChainFault } from '#platform/audit/chain';
import { mergeCheckpoints } from '#platform/audit/checkpoint';
import { findChainEnd, type VerificationResult, verifyStored } from '#platform/audit/stored-chain';
import { readTransaction } from '#platform/database/handle';
import { listPendingMigrations } from '#platform/database/migrate';
import { type CheckpointKey, parseCheckpointKeys } from '#platform/ports/checkpoint-keys';
import { openUnmigrated } from '#start/open';
import { command, Failure, UsageError, type Work } from './command.ts';
import { readCheckpoints, readExportedLog } from './exported-log.ts';
import { withInstallation } from './installation.ts';

interface Sources {
  /** File with checkpoints as AUDIT_ANCHOR writes them. */
  readonly checkpoints: string | undefined;
  /** File with public keys in PEM form. */
  readonly publicKey: string | undefined;
}

export const verifyAudit = command({
  name: 'audit verify',
  meaning:
    'Verifies the audit log of an organization in the database, or in a file from "export" or GET /v1/audit-logs/export. A file needs neither database nor secret, but the public key. A file of checkpoints, as AUDIT_ANCHOR writes them, also reveals that the newest entries were removed together with their checkpoints; it is required for a file from GET /v1/audit-logs/export, which contains no checkpoints. Entries that no checkpoint covers are listed on standard error.',
  allowed: { organization: 'ID', in: 'FILE', checkpoints: 'FILE', 'public-key': 'FILE' },
  plan({ organization, in: file, checkpoints, 'public-key': publicKey }) {
    const sources = { checkpoints, publicKey };
    if (organization !== undefined && file === undefined) return verifyInDatabase(organization, sources);
    if (organization !== undefined || file === undefined) throw new UsageError('exactly one of --organization and --in is required');
    if (publicKey === undefined) throw new UsageError('--public-key is required with --in');
    return async () => withFileErrors(() => verifyFile(file, { ...sources, publicKey }));
  },
});

function verifyInDatabase(organizationId: string, { checkpoints, publicKey }: Sources): Work {
  return withInstallation(
    async ({ database, ports }) =>
      withFileErrors(async () => {
        const pending = await listPendingMigrations(database.system);
        if (pending.length) throw new Failure(`the schema lacks ${pending.join(', ')}; run: npm run admin -- migrate`);
        if (!(await database.system.selectFrom('organization').select('id').where('id', '=', organizationId).executeTakeFirst()))
          throw new Failure(`there is no organization ${organizationId}`);
        const trustedKeys = publicKey === undefined ? (await ports()).checkpointKeys.trusted : readKeys(publicKey);
        const anchored = checkpoints === undefined ? [] : mergeCheckpoints(await readCheckpoints(checkpoints, organizationId));
        const { head, noted: recordedHead } = await readTransaction(database.tenant, organizationId, findChainEnd);
        const lastSequence = Math.max(head.sequence, anchored.at(-1)?.sequence ?? 0);
        return createReport(
          organizationId,
          lastSequence,
          await verifyStored((work) => readTransaction(database.tenant, organizationId, work), {
            from: 1,
            to: lastSequence,
            noted: recordedHead,
            trusted: trustedKeys,
            anchored,
          }),
        );
      }),
    openUnmigrated,
  );
}

async function verifyFile(file: string, { checkpoints, publicKey }: Sources & { readonly publicKey: string }): Promise<object> {
  const trustedKeys = readKeys(publicKey);
  const { organizationId, entries, noted: recordedHead, ...log } = await readExportedLog(file);
  // Without signatures, anyone could have truncated or resealed the entries.
  if (!recordedHead && checkpoints === undefined)
    throw new UsageError('--checkpoints is required with --in for a file from GET /v1/audit-logs/export, which contains no checkpoints');
  const allCheckpoints = mergeCheckpoints(
    log.checkpoints,
    checkpoints === undefined ? [] : await readCheckpoints(checkpoints, organizationId),
  );
  const lastSequence = Math.max(recordedHead?.sequence ?? 0, entries.at(-1)?.sequence ?? 0, allCheckpoints.at(-1)?.sequence ?? 0);
  const walk = new ChainWalk({
    organizationId,
    trusted: trustedKeys,
    from: 1,
    to: lastSequence,
    previousHash: null,
    previousCheckpoint: undefined,
    recordedHead,
  });
  const broken = walk.read({ entries, checkpoints: allCheckpoints, upTo: lastSequence });
  return createReport(organizationId, lastSequence, { broken, checkpoints: walk.verifiedCheckpoints, covered: walk.lastVerifiedPosition });
}

const faultTexts: Readonly<Record<ChainFault, string>> = {
  entry_missing: 'it is missing',
  entry_changed: 'its hash does not match its content, or it does not follow the previous entry',
  head_changed: 'the log does not end at the entry that was written last',
  checkpoint_differs: 'it is not the entry that its checkpoint signed',
  checkpoint_missing: 'its checkpoint does not follow the previous checkpoint',
  signature_invalid: 'the signature of its checkpoint is invalid',
  key_unknown: 'its checkpoint was signed with a key that is not trusted',
};

function createReport(organizationId: string, headSequence: number, { broken, checkpoints, covered }: VerificationResult): object {
  if (broken)
    throw new Failure(
      `the audit log of ${organizationId} is broken at entry ${broken.sequence} (${broken.fault}): ${faultTexts[broken.fault]}; the entries up to ${covered} match their signed checkpoints`,
    );
  if (covered < headSequence)
    console.error(
      covered + 1 === headSequence
        ? `no checkpoint covers entry ${headSequence}`
        : `no checkpoint covers the entries ${covered + 1} to ${headSequence}`,
    );
  return { organizationId, intact: true, headSequence, checkpoints, coveredSequence: covered };
}

function readKeys(file: string): CheckpointKey[] {
  const pem = readFileSync(file, 'utf8');
  try {
    return parseCheckpointKeys(pem);
  } catch (error) {
    throw new Failure(`${file} contains no Ed25519 public key in PEM form`, { cause: error });
  }
}

/** Turns a system error for a file into a message for the operator. @throws Failure */
async function withFileErrors(work: () => Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'path' in error)
      throw new Failure(`a file could not be read: ${error.message}`, { cause: error });
    throw error;
  }
}
