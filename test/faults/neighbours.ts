/** Other organizations that use the same connections. Each records its acknowledged writes and checks that it sees only its own rows. */
import type { Database } from '#platform/database/open';
import { call } from '../support/app.ts';
import { newOrganization } from '../support/organization.ts';

interface Row {
  readonly id: string;
  readonly title: string;
}

export type Neighbour = Awaited<ReturnType<typeof newNeighbour>>;

export async function newNeighbour(database: Database, base: string) {
  const { id: organizationId, key } = await newOrganization(database);
  const acknowledged = new Set<string>();
  const foreignIds: string[] = [];
  const recordForeignRows = (rows: readonly Row[]) =>
    foreignIds.push(...rows.filter(({ title }) => title !== organizationId).map(({ id }) => id));

  /** Writes a record and reads the latest records. A failed request was not acknowledged, so it is no error of this test. */
  async function work() {
    const createAnswer = await call(base, 'POST', '/v1/risks', {
      key,
      body: { title: organizationId, description: 'Written by a neighbour.', category: 'technology' },
    });
    if (createAnswer.status === 201) {
      recordForeignRows([createAnswer.body.data]);
      acknowledged.add(createAnswer.body.data.id);
    }
    const listAnswer = await call(base, 'GET', '/v1/risks?limit=5&sortBy=createdAt&sortOrder=desc', { key });
    if (listAnswer.status === 200) recordForeignRows(listAnswer.body.data);
  }
  return {
    /** The id of the organization, which is also the title of each of its rows. */
    organizationId,
    /** Writes and reads at least once, and then until `done` returns true. */
    async workUntil(done: () => boolean) {
      do await work();
      while (!done());
    },
    /** @returns the number of acknowledged writes, the ids of lost writes, the ids of foreign rows, and whether the log is intact */
    async account() {
      const rows = await database.system.selectFrom('risk').select(['id', 'title']).where('organization_id', '=', organizationId).execute();
      const storedIds = new Set(rows.map(({ id }) => id));
      recordForeignRows(rows);
      const verification = (await call(base, 'GET', '/v1/audit-logs/verification', { key })).body;
      return {
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter((id) => !storedIds.has(id)),
        foreign: foreignIds,
        isIntact: verification.intact === true,
      };
    },
  };
}
