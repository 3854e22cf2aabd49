import type { OrganizationDatabase } from '#platform/database/handle';
import type { LetterSource } from '../documents/source.ts';
import type { Letter } from './letters.ts';
import { findPaperKeys } from './signatures.ts';

/** Everything that is needed to create the file of a letter. */
export interface DocumentInput {
  readonly source: LetterSource;
  readonly logoKey: string | null;
  readonly paperKeys: readonly string[];
  /** The key of the signed letter, once it is stored. */
  readonly pdfKey: string | null;
}

/** @param withoutFee whether to leave out the fee, and the hash and papers that may reveal it */
export async function findDocumentInput(db: OrganizationDatabase, letter: Letter, withoutFee: boolean): Promise<DocumentInput> {
  const [brand, keys, { key: pdfKey }] = await Promise.all([
    db.selectFrom('organization').select(['name', 'primary_color as color', 'logo_key as logoKey']).executeTakeFirstOrThrow(),
    findPaperKeys(db, letter.id),
    db.selectFrom('engagement_letter').select('pdf_key as key').where('id', '=', letter.id).executeTakeFirstOrThrow(),
  ]);
  const { name: organization, color, logoKey } = brand;
  return {
    source: { letter: withoutFee ? { ...letter, fee: null, contentHash: null } : letter, organization, color, withoutFee },
    logoKey,
    paperKeys: keys,
    pdfKey,
  };
}
