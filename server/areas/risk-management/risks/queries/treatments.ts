/** Queries for treatments of risks. Each type that was ever chosen has its own row, which keeps the text of the type (risks, rule 4). */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Params, PreparedQuery } from '#platform/database/prepared';

type Schemas = components['schemas'];

const activeTreatment = new PreparedQuery((db, param: Params<{ riskId: string }>) =>
  db
    .selectFrom('risk_treatment')
    .select(columnsOf('risk_treatment', 'id', 'type', 'description', 'createdAt', 'updatedAt'))
    .where('risk_id', '=', param('riskId'))
    .where('active', '=', true),
);

/** @returns the active treatment of a risk; undefined if the risk does not exist */
export async function findTreatment(db: OrganizationDatabase, riskId: string): Promise<Schemas['TreatmentStrategy'] | undefined> {
  const [treatment] = await db.run(activeTreatment, { riskId });
  return treatment;
}

interface NewTreatment {
  readonly id: string;
  readonly riskId: string;
  readonly type: Schemas['TreatmentType'];
  readonly description: string;
}
const insertQuery = new PreparedQuery((db, param: Params<NewTreatment>) =>
  db
    .insertInto('risk_treatment')
    .values({ id: param('id'), risk_id: param('riskId'), type: param('type'), description: param('description') }),
);

/** Creates the first treatment of a new risk. */
export async function insertTreatment(
  db: OrganizationDatabase,
  riskId: string,
  { type, description = '' }: { readonly type: Schemas['TreatmentType']; readonly description?: string },
): Promise<void> {
  await db.run(insertQuery, { id: newId('rts'), riskId, type, description });
}

/** Changes the type of the treatment if `type` is given. A description changes the text of the type that is active afterwards. */
export async function setTreatment(
  db: OrganizationDatabase,
  riskId: string,
  { type, description }: NonNullable<Schemas['RiskUpdate']['treatmentStrategy']>,
): Promise<void> {
  const values = { active: true, ...(description !== undefined && { description }) };
  const activeUpdate = db.updateTable('risk_treatment').where('risk_id', '=', riskId).where('active', '=', true);
  if (type === undefined) return void (await activeUpdate.set(values).execute());
  await activeUpdate.where('type', '!=', type).set({ active: false }).execute();
  await db
    .insertInto('risk_treatment')
    .values({ id: newId('rts'), risk_id: riskId, type, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'risk_id', 'type']).doUpdateSet(values))
    .execute();
}
