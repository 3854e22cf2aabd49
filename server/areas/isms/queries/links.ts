/** Queries about the controls that are linked to documents. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

type Link = components['schemas']['IsmsControlLink'];

/** @returns the links of each of these documents, by the names of the controls */
export async function linksOf(db: OrganizationDatabase, documentIds: readonly string[]): Promise<ReadonlyMap<string, Link[]>> {
  if (!documentIds.length) return new Map();
  const rows = await db
    .selectFrom('isms_document_control as l')
    .innerJoin('control as c', 'c.id', 'l.control_id')
    .select(['l.id', 'l.document_id as documentId', 'c.id as controlId', 'c.name'])
    .where('l.document_id', 'in', documentIds)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
  const links = rows.map(({ documentId, id, controlId, name }) => ({
    documentId,
    link: { id, controlId, control: { id: controlId, name } },
  }));
  return new Map([...Map.groupBy(links, ({ documentId }) => documentId)].map(([id, own]) => [id, own.map(({ link }) => link)]));
}

/** @returns which of these are controls of the organization; they stay until the transaction ends */
export async function knownControls(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('control').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute();
  return new Set(rows.map(({ id }) => id));
}

/** @returns how many of the links are new */
export async function insertLinks(db: OrganizationDatabase, documentId: string, controlIds: readonly string[]): Promise<number> {
  if (!controlIds.length) return 0;
  const rows = await db
    .insertInto('isms_document_control')
    .values(controlIds.map((control_id) => ({ id: newId('idc'), document_id: documentId, control_id })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id', 'control_id']).doNothing())
    .returning('id')
    .execute();
  return rows.length;
}

/** @returns how many links were removed: 0 or 1 */
export async function deleteLink(db: OrganizationDatabase, documentId: string, controlId: string): Promise<number> {
  const rows = await db
    .deleteFrom('isms_document_control')
    .where('document_id', '=', documentId)
    .where('control_id', '=', controlId)
    .returning('id')
    .execute();
  return rows.length;
}

/** @returns the controls in use that were made from templates that meet one of these requirements */
export async function controlsMeeting(db: OrganizationDatabase, requirementIds: readonly string[]): Promise<string[]> {
  if (!requirementIds.length) return [];
  const rows = await db
    .selectFrom('control')
    .select('id')
    .where('archived_at', 'is', null)
    .where(
      'control_template_id',
      'in',
      db.selectFrom('control_template_requirement').select('control_template_id').where('requirement_id', 'in', requirementIds),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}
