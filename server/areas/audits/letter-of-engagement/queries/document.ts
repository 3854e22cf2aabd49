/** Reads everything that is needed to create the PDF of a letter. */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LetterSource } from '../documents/source.ts';
import type { Letter } from './letters.ts';
import { findPaperKeys } from './signatures.ts';

/** The input for creating the PDF of a letter. */
export interface DocumentInput {
  readonly source: LetterSource;
  readonly logoKey: string | null;
  readonly paperKeys: readonly string[];
  /** The key of the stored PDF of a signed letter; null until it is stored. */
  readonly pdfKey: string | null;
}

/** @param withoutFee whether to omit the fee, and the hash and papers, which may reveal it */
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
