import { invalid, refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import { findBreak, findEnd } from './chain.ts';
import { exportLines } from './export.ts';
import { findEntry, listEntries } from './queries.ts';

/** How many entries one call checks. */
const window = 100_000;

export const auditLogs: Handlers<'audit-logs'> = {
  async listAuditLogs({ query, page, db }) {
    return { status: 200, page: await listEntries(db, query, page) };
  },

  async exportAuditLogs({ query, db, again }) {
    const body = await exportLines({ db, again }, query);
    const day = new Date().toISOString().slice(0, 10);
    return { status: 200, type: 'application/x-ndjson', headers: { 'Content-Disposition': `attachment; filename="audit-log-${day}.ndjson"` }, body };
  },

  async verifyAuditLog({ query: { fromSequence: from = 1, toSequence }, db, again }) {
    if (toSequence !== undefined && toSequence < from) return invalid({ toSequence: 'must not be less than fromSequence' });
    if (toSequence !== undefined && toSequence - from >= window) return invalid({ toSequence: `must be at most ${window - 1} more than fromSequence` });
    const end = await findEnd(db);
    const isNoted = end.notedSequence > end.newestSequence;
    const [headSequence, headHash] = isNoted ? [end.notedSequence, end.notedHash] : [end.newestSequence, end.newestHash];
    const to = Math.min(toSequence ?? from + window - 1, headSequence);
    const checked = from <= to;
    return {
      status: 200,
      async later() {
        const firstBrokenSequence = checked ? await findBreak(again, from, to, end) ?? null : null;
        return {
          status: 200,
          body: {
            intact: firstBrokenSequence === null, fromSequence: checked ? from : 0, toSequence: checked ? to : 0, firstBrokenSequence,
            headSequence, headHash, checkedAt: new Date().toISOString(),
          },
        };
      },
    };
  },

  async getAuditLog({ path, db }) {
    const entry = await findEntry(db, path.id);
    return entry ? { status: 200, body: entry } : refusal(404, 'Audit log entry not found');
  },
};
