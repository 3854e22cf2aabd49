import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { LetterSource } from '../documents/source.ts';
import type { Letter } from './letters.ts';
import { paperKeys } from './signatures.ts';

/** Everything that the file of a letter is made of. */
export interface Findings {
  readonly source: LetterSource;
  readonly logoKey: string | null;
  readonly paperKeys: readonly string[];
  /** Of the signed letter, once it is stored. */
  readonly pdfKey: string | null;
}

/** @param withoutFee whether the reader gets neither the fee nor papers that may show it */
export async function findDocument(db: OrganizationDatabase, letter: Letter, withoutFee: boolean): Promise<Findings> {
  const [brand, keys, { key: pdfKey }] = await Promise.all([
    db.selectFrom('organization').select(['name', 'primary_color as color', 'logo_key as logoKey']).executeTakeFirstOrThrow(),
    paperKeys(db, letter.id),
    db.selectFrom('engagement_letter').select('pdf_key as key').where('id', '=', letter.id).executeTakeFirstOrThrow(),
  ]);
  const { name: organization, color, logoKey } = brand;
  return {
    source: { letter: withoutFee ? { ...letter, fee: null } : letter, organization, color, withoutFee },
    logoKey,
    paperKeys: keys,
    pdfKey,
  };
}
