import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { StoredVersion } from './versions.ts';

/** @returns the content that an approval covers: the name of the policy, the text, and the hash of the PDF */
export async function findApprovedContent(
  db: OrganizationDatabase,
  { id, name }: Pick<components['schemas']['Policy'], 'id' | 'name'>,
  { version, content, pdfKey }: StoredVersion,
): Promise<object> {
  const file =
    pdfKey === null ? undefined : await db.selectFrom('stored_file').select('sha256').where('id', '=', pdfKey).executeTakeFirst();
  return { policyId: id, name, version, content, pdf: pdfKey === null ? null : { key: pdfKey, sha256: file?.sha256 ?? null } };
}
