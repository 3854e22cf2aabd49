/** Other organizations, at work on the same connections: each remembers what it was told was kept, and looks whose rows it is shown. */
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
  const foreign: string[] = [];
  const look = (rows: readonly Row[]) => foreign.push(...rows.filter(({ title }) => title !== organizationId).map(({ id }) => id));

  /** Writes a record and reads the latest. What fails was not acknowledged, and is nothing that is held against anybody. */
  async function work() {
    const made = await call(base, 'POST', '/v1/risks', {
      key,
      body: { title: organizationId, description: 'Written by a neighbour.', category: 'technology' },
    });
    if (made.status === 201) {
      look([made.body.data]);
      acknowledged.add(made.body.data.id);
    }
    const read = await call(base, 'GET', '/v1/risks?limit=5&sortBy=createdAt&sortOrder=desc', { key });
    if (read.status === 200) look(read.body.data);
  }
  return {
    /** Stands in each of its rows. */
    organizationId,
    /** At least once, and until `done`. */
    async workUntil(done: () => boolean) {
      do await work();
      while (!done());
    },
    /** @returns how much was acknowledged, what of it is not there, and whose rows were shown or written that are not its own */
    async account() {
      const rows = await database.system.selectFrom('risk').select(['id', 'title']).where('organization_id', '=', organizationId).execute();
      const kept = new Set(rows.map(({ id }) => id));
      look(rows);
      const verified = (await call(base, 'GET', '/v1/audit-logs/verification', { key })).body;
      return {
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter((id) => !kept.has(id)),
        foreign,
        isIntact: verified.intact === true,
      };
    },
  };
}
