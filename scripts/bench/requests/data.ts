/** The organizations that are measured: each with its risks, each risk with a treatment and a task, every other one with an owner. */
import { sql } from 'kysely';
import { migrate } from '../../../server/platform/database/migrate.ts';
import type { SystemDatabase } from '../../../server/platform/database/handle.ts';
import { openDatabase, type Where } from '../../../server/platform/database/open.ts';
import { newMember, newOrganization } from '../../../test/support/organization.ts';

export interface Size {
  readonly organizations: number;
  readonly risks: number;
}
/** The first of the organizations: its key, and one of its risks. */
export interface Measured {
  readonly organization: string;
  readonly key: string;
  readonly keys: readonly string[];
  readonly risk: string;
}

/** Into an empty database. @param size with so many risks in each organization */
export async function fillDatabase(where: Where, { organizations, risks }: Size): Promise<Measured> {
  const database = await openDatabase(where);
  try {
    await migrate(database.system);
    const made = [];
    for (let n = 0; n < organizations; n += 1) {
      // Writing a million entries of the search takes half an hour, so only the organization that is measured has them.
      if (n === 1) await turnSearch(database.system, 'disable');
      const organization = await newOrganization(database);
      const { id: owner } = await newMember(database, organization.id, ['admin'], { name: 'Ada Marsh' });
      for (const row of rowsOf(organization.id, owner, risks)) await row.execute(database.system);
      made.push(organization);
    }
    await turnSearch(database.system, 'enable');
    await sql`vacuum (analyze)`.execute(database.system);
    const [first] = made;
    const {
      rows: [one],
    } = await sql<{
      id: string;
    }>`select id from risk where organization_id = ${first?.id} and title = ${`Laptop theft ${Math.ceil(risks / 2)}`}`.execute(
      database.system,
    );
    return { organization: first?.id ?? '', key: first?.key ?? '', keys: made.map(({ key }) => key), risk: one?.id ?? '' };
  } finally {
    await database.close();
  }
}

/** Whether records enter the index of the search when they are written. */
async function turnSearch(system: SystemDatabase, turn: 'enable' | 'disable'): Promise<void> {
  for (const table of ['risk', 'risk_treatment', 'task_item'])
    await sql`alter table ${sql.table(table)} ${sql.raw(turn)} trigger ${sql.ref(`index_${table}`)}`.execute(system);
}

function rowsOf(organization: string, owner: string, risks: number) {
  const id = (prefix: string, n = 'n') =>
    sql`${prefix}::text || '_' || substr(md5(${prefix}::text || ${organization}::text || ${sql.raw(n)}), 1, 24)`;
  const count = sql.lit(risks);
  return [
    sql`insert into control (organization_id, id, name) select ${organization}, ${id('ctl')}, 'Control ' || n from generate_series(0, 19) n`,
    sql`insert into task (organization_id, id, title) select ${organization}, ${id('tsk')}, 'Task ' || n from generate_series(0, 19) n`,
    sql`insert into control_task (organization_id, id, control_id, task_id) select ${organization}, ${id('ctk')}, ${id('ctl')}, ${id('tsk')} from generate_series(0, 19) n`,
    sql`insert into risk (organization_id, id, title, description, category, probability, impact, residual_probability, residual_impact, assignee_id, created_at)
      select ${organization}, ${id('rsk')}, 'Laptop theft ' || n, 'A laptop with customer data is lost or stolen while its owner travels.', 'technology', n % 11, n % 7, n % 5, n % 3,
        case when n % 2 = 0 then ${owner}::text end, now() - n * interval '1 minute' from generate_series(1, ${count}) n`,
    sql`insert into risk_treatment (organization_id, id, risk_id, type, description) select ${organization}, ${id('rts')}, ${id('rsk')}, 'mitigate', 'Encrypt every disk.' from generate_series(1, ${count}) n`,
    sql`insert into risk_task (organization_id, id, risk_id, task_id) select ${organization}, ${id('rtk')}, ${id('rsk')}, ${id('tsk', 'n % 20')} from generate_series(1, ${count}) n`,
    sql`insert into task_item (organization_id, id, risk_id, title, description, assignee_id, created_by_id, created_by_snapshot)
      select ${organization}, ${id('tski')}, ${id('rsk')}, 'Roll out disk encryption', 'All laptops.', ${owner}, ${owner}, '{}' from generate_series(2, ${count}, 2) n`,
  ];
}
