/** Fills a database with risks. Each risk has a treatment and a task; every second one also has an owner and a mitigation task. */
import { sql } from 'kysely';
import { migrate } from '#platform/database/migrate';
import type { SystemDatabase } from '#platform/database/handle';
import { openDatabase, type DatabaseOptions } from '#platform/database/open';
import { newMember, newOrganization } from '../../../test/support/organization.ts';

/** `risks` is the number of risks in each organization. */
export interface Size {
  readonly organizations: number;
  readonly risks: number;
}
/** The measured organization: its key, and one of its risks. `keys` has the keys of all organizations. */
export interface MeasuredOrganization {
  readonly organization: string;
  readonly key: string;
  readonly keys: readonly string[];
  readonly risk: string;
}

/** Fills an empty database. @returns the first organization */
export async function fillDatabase(where: DatabaseOptions, { organizations, risks }: Size): Promise<MeasuredOrganization> {
  const database = await openDatabase(where);
  try {
    await migrate(database.system);
    const created = [];
    for (let n = 0; n < organizations; n += 1) {
      // Writing a million search entries takes half an hour, so only the measured organization has them.
      if (n === 1) await switchSearch(database.system, 'disable');
      const organization = await newOrganization(database);
      const { id: owner } = await newMember(database, organization.id, ['admin'], { name: 'Ada Marsh' });
      for (const row of rowsOf(organization.id, owner, risks)) await row.execute(database.system);
      created.push(organization);
    }
    await switchSearch(database.system, 'enable');
    await sql`vacuum (analyze)`.execute(database.system);
    const [first] = created;
    const {
      rows: [firstRow],
    } = await sql<{
      id: string;
    }>`select id from risk where organization_id = ${first?.id} and title = ${`Laptop theft ${Math.ceil(risks / 2)}`}`.execute(
      database.system,
    );
    return { organization: first?.id ?? '', key: first?.key ?? '', keys: created.map(({ key }) => key), risk: firstRow?.id ?? '' };
  } finally {
    await database.close();
  }
}

/** Switches the triggers that add written records to the search index. */
async function switchSearch(system: SystemDatabase, action: 'enable' | 'disable'): Promise<void> {
  for (const table of ['risk', 'risk_treatment', 'task_item'])
    await sql`alter table ${sql.table(table)} ${sql.raw(action)} trigger ${sql.ref(`index_${table}`)}`.execute(system);
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
