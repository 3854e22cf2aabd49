/** Fills a database with organizations that each have a complete compliance program. */
import { sql } from 'kysely';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { newMember, newOrganization } from '../../../test/support/organization.ts';
import { fillProgram, type ProgramSize } from '../../../test/support/program.ts';

/** The measured organization: its key, and the framework that it has adopted. */
export interface MeasuredOrganization {
  readonly organization: string;
  readonly key: string;
  readonly framework: string;
}

/**
 * Fills an empty database.
 * @param organizations number of organizations @param size of the program of each @returns the first one
 */
export async function fillPrograms(databaseUrl: string, organizations: number, size: ProgramSize): Promise<MeasuredOrganization> {
  const database = await openDatabase({ databaseUrl });
  try {
    await migrate(database.system);
    const created: MeasuredOrganization[] = [];
    while (created.length < organizations) {
      const { id, key } = await newOrganization(database);
      const { id: owner } = await newMember(database, id, ['admin'], { name: 'Ada Marsh' });
      created.push({ organization: id, key, framework: await fillProgram(database, id, owner, size) });
    }
    await sql`vacuum (analyze)`.execute(database.system);
    const [first] = created;
    if (!first) throw new Error('no organization was created');
    return first;
  } finally {
    await database.close();
  }
}
