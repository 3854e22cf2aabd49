/** Queries of the organization's own letter templates. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';
import { violates } from '#platform/database/violations';

type Schemas = components['schemas'];
type Template = Schemas['EngagementLetterTemplate'];

const columns = columnsOf(
  'engagement_letter_template',
  'id',
  'organizationId',
  'name',
  'engagementType',
  'scope',
  'criteria',
  'deliverables',
  'organizationResponsibilities',
  'auditorResponsibilities',
  'independenceStatement',
  'confidentialityTerms',
  'otherTerms',
  'isActive',
  'createdAt',
  'updatedAt',
  'version',
);

/** @returns all templates of the organization, sorted by name */
export function listTemplates(db: OrganizationDatabase): Promise<Template[]> {
  return db
    .selectFrom('engagement_letter_template')
    .select(columns)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute();
}

export function findTemplate(db: OrganizationDatabase, id: string): Promise<Template | undefined> {
  return db.selectFrom('engagement_letter_template').select(columns).where('id', '=', id).executeTakeFirst();
}

/** @returns the template, locked until the transaction ends */
export function lockTemplate(db: OrganizationDatabase, id: string): Promise<Template | undefined> {
  return db.selectFrom('engagement_letter_template').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Fields = Schemas['EngagementLetterTemplateUpdate'];

function rowOf(fields: Fields) {
  return {
    name: fields.name,
    engagement_type: fields.engagementType,
    scope: fields.scope,
    criteria: fields.criteria,
    deliverables: fields.deliverables,
    organization_responsibilities: fields.organizationResponsibilities,
    auditor_responsibilities: fields.auditorResponsibilities,
    independence_statement: fields.independenceStatement,
    confidentiality_terms: fields.confidentialityTerms,
    other_terms: fields.otherTerms,
    is_active: fields.isActive,
  };
}

/** @returns the new template; undefined if its name is taken */
export function insertTemplate(db: OrganizationDatabase, fields: Schemas['EngagementLetterTemplateCreate']): Promise<Template | undefined> {
  return writeUnlessNameTaken(() =>
    db
      .insertInto('engagement_letter_template')
      .values({ ...rowOf(fields), id: newId('lot'), name: fields.name, engagement_type: fields.engagementType })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
}

/** @returns the updated template; undefined if its name is taken */
export function updateTemplate(db: OrganizationDatabase, id: string, fields: Fields): Promise<Template | undefined> {
  return writeUnlessNameTaken(() =>
    db
      .updateTable('engagement_letter_template')
      .set({ ...touchUpdatedAt, ...rowOf(fields) })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );
}

export async function deleteTemplate(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('engagement_letter_template').where('id', '=', id).execute();
}

async function writeUnlessNameTaken(write: () => Promise<Template>): Promise<Template | undefined> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'engagement_letter_template_name')) return undefined;
    throw error;
  }
}
