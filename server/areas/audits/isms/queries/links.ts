/** Queries of the controls linked to documents. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { linkSet } from '#domain/access/links/link-set';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newRowId } from '#platform/database/ids';

type Link = components['schemas']['IsmsControlLink'];

/** @returns the links of each of these documents, sorted by control name */
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
  return new Map(
    [...Map.groupBy(links, ({ documentId }) => documentId)].map(([id, documentLinks]) => [id, documentLinks.map(({ link }) => link)]),
  );
}

/** Links between documents and controls. */
export const documentControls = linkSet('isms_document_control', 'control_id');

/** Links a new document to the active controls whose templates meet at least one of these requirements. */
export async function linkControlsOfRequirements(
  db: OrganizationDatabase,
  documentId: string,
  requirementIds: readonly string[],
): Promise<void> {
  if (!requirementIds.length) return;
  const controls = db
    .selectFrom('control')
    .select([newRowId('idc').as('id'), sql<string>`${documentId}::text`.as('document_id'), 'control.id as control_id'])
    .where('archived_at', 'is', null)
    .where(
      'control_template_id',
      'in',
      db.selectFrom('control_template_requirement').select('control_template_id').where('requirement_id', 'in', requirementIds),
    )
    .orderBy('control.id')
    .forKeyShare();
  await db
    .insertInto('isms_document_control')
    .columns(['id', 'document_id', 'control_id'])
    .expression(controls)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
