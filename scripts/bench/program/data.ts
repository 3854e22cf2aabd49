/** The organizations that are measured: each with a whole program. */
import { sql } from 'kysely';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { newMember, newOrganization } from '../../../test/support/organization.ts';
import { fillProgram, type ProgramSize } from '../../../test/support/program.ts';

/** The first of the organizations: its key, and the framework that it has adopted. */
export interface Measured {
  readonly organization: string;
  readonly key: string;
  readonly framework: string;
}

/** Fills an empty database. @param organizations how many there are @param size of the program of each @returns the first one */
export async function fillPrograms(databaseUrl: string, organizations: number, size: ProgramSize): Promise<Measured> {
  const database = await openDatabase({ databaseUrl });
  try {
    await migrate(database.system);
    const made: Measured[] = [];
    while (made.length < organizations) {
      const { id, key } = await newOrganization(database);
      const { id: owner } = await newMember(database, id, ['admin'], { name: 'Ada Marsh' });
      made.push({ organization: id, key, framework: await fillProgram(database, id, owner, size) });
    }
    await sql`vacuum (analyze)`.execute(database.system);
    const [first] = made;
    if (!first) throw new Error('there is nothing to measure');
    return first;
  } finally {
    await database.close();
  }
}
