/** The organization that is measured: 10 000 risks, each with a treatment and a task, every other one with an owner. */
import { sql } from 'kysely';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase, type Where } from '../../server/database/open.ts';
import { newMember, newOrganization } from '../../test/support/organization.ts';

export const size = 10_000;
export interface Measured { readonly organization: string; readonly key: string; readonly risk: string }

/** Into an empty database. */
export async function fillDatabase(where: Where): Promise<Measured> {
  const database = await openDatabase(where);
  try {
    await migrate(database.system);
    const { id: organization, key } = await newOrganization(database);
    const { id: owner } = await newMember(database, organization, ['admin'], { name: 'Ada Marsh' });
    const id = (prefix: string, n = 'n') => sql.raw(`'${prefix}_' || substr(md5('${prefix}' || ${n}), 1, 24)`);
    const rows = [
      sql`insert into control (organization_id, id, name) select ${organization}, ${id('ctl')}, 'Control ' || n from generate_series(0, 19) n`,
      sql`insert into task (organization_id, id, title) select ${organization}, ${id('tsk')}, 'Task ' || n from generate_series(0, 19) n`,
      sql`insert into control_task (organization_id, id, control_id, task_id) select ${organization}, ${id('ctk')}, ${id('ctl')}, ${id('tsk')} from generate_series(0, 19) n`,
      sql`insert into risk (organization_id, id, title, description, category, probability, impact, residual_probability, residual_impact, assignee_id, created_at)
        select ${organization}, ${id('rsk')}, 'Laptop theft ' || n, 'A laptop with customer data is lost or stolen while its owner travels.', 'technology', n % 11, n % 7, n % 5, n % 3,
          case when n % 2 = 0 then ${owner} end, now() - n * interval '1 minute' from generate_series(1, ${sql.lit(size)}) n`,
      sql`insert into risk_treatment (organization_id, id, risk_id, type, description) select ${organization}, ${id('rts')}, ${id('rsk')}, 'mitigate', 'Encrypt every disk.' from generate_series(1, ${sql.lit(size)}) n`,
      sql`insert into risk_task (organization_id, id, risk_id, task_id) select ${organization}, ${id('rtk')}, ${id('rsk')}, ${id('tsk', 'n % 20')} from generate_series(1, ${sql.lit(size)}) n`,
      sql`insert into task_item (organization_id, id, risk_id, title, description, assignee_id, created_by_id, created_by_snapshot) select ${organization}, ${id('tski')}, ${id('rsk')}, 'Roll out disk encryption', 'All laptops.', ${owner}, ${owner}, '{}' from generate_series(2, ${sql.lit(size)}, 2) n`,
      sql`analyze`,
    ];
    for (const row of rows) await row.execute(database.system);
    const { rows: [one] } = await sql<{ risk: string }>`select ${id('rsk')} as risk from (values (${sql.lit(size / 2)})) v(n)`.execute(database.system);
    return { organization, key, risk: one?.risk ?? '' };
  } finally {
    await database.close();
  }
}
