/** Handles requests that list, export and verify the audit log (spec/areas/accountability/audit-logs). */
import type { FieldError } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findChainEnd, verifyStored } from '#platform/audit/stored-chain';
import { listCheckpoints } from './queries/checkpoints.ts';
import { exportEntries } from './steps/export.ts';
import { findEntry, listEntries } from './queries/entries.ts';
import { Deferred } from '#contract/replies';

/** The maximum number of entries that one request verifies. */
const maxEntries = 100_000;
const emptyResult = { broken: undefined, checkpoints: 0, covered: 0 };

export const auditLogs: Handlers<'audit-logs'> = {
  async listAuditLogs({ query, page, actor, db }) {
    return { status: 200, page: await listEntries(db, query, actor, page) };
  },

  async exportAuditLogs({ query, actor, db, newReadTransaction }) {
    const body = await exportEntries({ db, newReadTransaction, actor }, query);
    const day = new Date().toISOString().slice(0, 10);
    return {
      status: 200,
      type: 'application/x-ndjson',
      headers: { 'Content-Disposition': `attachment; filename="audit-log-${day}.ndjson"` },
      body,
    };
  },

  async listAuditCheckpoints({ query, page, db }) {
    return { status: 200, page: await listCheckpoints(db, query, page) };
  },

  async listAuditCheckpointKeys({
    ports: {
      checkpointKeys: { current, trusted },
    },
  }) {
    return { status: 200, body: { data: trusted.map(({ id, publicKey }) => ({ keyId: id, publicKey, isCurrent: id === current.id })) } };
  },

  async verifyAuditLog({ query: { fromSequence: from = 1, toSequence }, db, newReadTransaction, ports }) {
    if (toSequence !== undefined && toSequence < from)
      return invalid(
        { toSequence: { code: 'too_small', message: 'must not be less than fromSequence', params: { minimum: from } } },
        'query',
      );
    if (toSequence !== undefined && toSequence - from >= maxEntries)
      return invalid({ toSequence: tooManyEntries(from + maxEntries - 1) }, 'query');
    const { head, noted } = await findChainEnd(db);
    const to = Math.min(toSequence ?? from + maxEntries - 1, head.sequence);
    const hasEntries = from <= to;
    return new Deferred(async () => {
      const { broken, checkpoints, covered } = hasEntries
        ? await verifyStored(newReadTransaction, { from, to, noted, trusted: ports.checkpointKeys.trusted })
        : emptyResult;
      return {
        status: 200,
        body: {
          intact: broken === undefined,
          fromSequence: hasEntries ? from : 0,
          toSequence: hasEntries ? to : 0,
          firstBrokenSequence: broken?.sequence ?? null,
          fault: broken?.fault ?? null,
          checkpoints,
          coveredSequence: covered,
          headSequence: head.sequence,
          headHash: head.hash,
          checkedAt: new Date().toISOString(),
        },
      };
    });
  },

  async getAuditLog({ path, actor, db }) {
    const entry = await findEntry(db, path.id, actor);
    return entry ? { status: 200, body: entry } : refusal('audit_log_not_found');
  },
};

const tooManyEntries = (maximum: number): FieldError => ({
  code: 'too_big',
  message: `must be at most ${maxEntries - 1} more than fromSequence`,
  params: { maximum },
});
