/** Queries about treatments of risks: one row for each type that was ever chosen, so that each keeps its own text (risks, rule 4). */
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

/** Finds the active treatment. */
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
const inserting = new PreparedQuery((db, param: Params<NewTreatment>) =>
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
  await db.run(inserting, { id: newId('rts'), riskId, type, description });
}

/** Switches to `type` if given. The description is stored for the type that is active afterwards, which otherwise keeps its own. */
export async function setTreatment(
  db: OrganizationDatabase,
  riskId: string,
  { type, description }: NonNullable<Schemas['RiskUpdate']['treatmentStrategy']>,
): Promise<void> {
  const chosen = { active: true, ...(description !== undefined && { description }) };
  const active = db.updateTable('risk_treatment').where('risk_id', '=', riskId).where('active', '=', true);
  if (type === undefined) return void (await active.set(chosen).execute());
  await active.where('type', '!=', type).set({ active: false }).execute();
  await db
    .insertInto('risk_treatment')
    .values({ id: newId('rts'), risk_id: riskId, type, ...chosen })
    .onConflict((conflict) => conflict.columns(['organization_id', 'risk_id', 'type']).doUpdateSet(chosen))
    .execute();
}
