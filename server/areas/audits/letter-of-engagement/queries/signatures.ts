/** Queries of the signatures of letters and of the links for signing and confirming. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { hashOf } from '#platform/identity/keys';
import { newSigningToken } from '#platform/identity/external-parties';

type Schemas = components['schemas'];
export type Signature = Schemas['EngagementLetterSignature'];
export type Party = Schemas['EngagementLetterParty'];

const columns = columnsOf(
  'engagement_letter_signature',
  'id',
  'letterId',
  'party',
  'status',
  'signerName',
  'signerEmail',
  'signerTitle',
  'method',
  'signedAt',
  'ipAddress',
  'userAgent',
  'tokenExpiresAt',
  'remindedAt',
  'recordedByName',
  'confirmedAt',
);

/** @returns the signatures of each letter, the organization's signature first */
export async function findSignaturesOf(db: OrganizationDatabase, letterIds: readonly string[]): Promise<ReadonlyMap<string, Signature[]>> {
  if (!letterIds.length) return new Map();
  const rows = await db
    .selectFrom('engagement_letter_signature')
    .select(columns)
    .where('letter_id', 'in', letterIds)
    .orderBy('party', 'desc')
    .execute();
  return Map.groupBy(rows, ({ letterId }) => letterId);
}

/** A party that must sign, and its signer. */
export interface ExpectedSigner {
  readonly party: Party;
  readonly signerName: string;
  readonly signerEmail: string;
}

/** Adds the pending signatures of a letter that is being sent. */
export async function insertPendingSignatures(
  db: OrganizationDatabase,
  letterId: string,
  signers: readonly ExpectedSigner[],
): Promise<void> {
  await db
    .insertInto('engagement_letter_signature')
    .values(
      signers.map(({ party, signerName, signerEmail }) => ({
        id: newId('los'),
        letter_id: letterId,
        party,
        signer_name: signerName,
        signer_email: signerEmail,
      })),
    )
    .execute();
}

/** The data of a completed signature. */
export interface SignatureData {
  readonly signerName: string;
  readonly signerEmail: string;
  readonly signerTitle: string | null;
  readonly method: Schemas['EngagementLetterSignatureMethod'];
  /** Defaults to now. */
  readonly signedAt?: string;
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | null;
  readonly fileKey?: string;
}

export async function storeSignature(db: OrganizationDatabase, id: string, signatureData: SignatureData): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({ ...signatureColumns(signatureData), status: 'signed' })
    .where('id', '=', id)
    .execute();
}

const signatureColumns = (signatureData: SignatureData) => ({
  signer_name: signatureData.signerName,
  signer_email: signatureData.signerEmail,
  signer_title: signatureData.signerTitle,
  method: signatureData.method,
  signed_at: signatureData.signedAt ?? sql<string>`now()`,
  ip_address: signatureData.ipAddress ?? null,
  user_agent: signatureData.userAgent ?? null,
  file_key: signatureData.fileKey ?? null,
});

/** The data of a signature on paper. */
export interface RecordedSignatureData extends SignatureData {
  readonly signedAt: string;
  readonly fileKey: string;
  readonly recordedById: string | null;
  readonly recordedByName: string;
}

/** Stores a signature on paper, which must be confirmed by the other party. */
export async function recordSignature(db: OrganizationDatabase, signature: Signature, signatureData: RecordedSignatureData): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({
      ...signatureColumns(signatureData),
      status: 'unconfirmed',
      recorded_by_id: signatureData.recordedById,
      recorded_by_name: signatureData.recordedByName,
      named_name: signature.signerName,
      named_email: signature.signerEmail,
      confirmed_at: null,
      // From now on, this column stores the time of the last reminder to confirm.
      reminded_at: null,
    })
    .where('id', '=', signature.id)
    .execute();
}

export async function confirmSignature(db: OrganizationDatabase, id: string): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({ status: 'signed', confirmed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Withdraws a recorded signature, so that the party can sign again. */
export async function withdrawSignature(db: OrganizationDatabase, id: string): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set((eb) => ({
      status: 'pending',
      signer_name: eb.fn.coalesce('named_name', 'signer_name'),
      signer_email: eb.fn.coalesce('named_email', 'signer_email'),
      signer_title: null,
      method: null,
      signed_at: null,
      file_key: null,
      recorded_by_id: null,
      recorded_by_name: null,
      named_name: null,
      named_email: null,
      reminded_at: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** @returns who filed each party's paper, and the name and address that the letter was sent to for that party */
export async function listRecordings(db: OrganizationDatabase, letterId: string) {
  return db
    .selectFrom('engagement_letter_signature')
    .select(['party', 'recorded_by_id as recordedById'])
    .select((eb) => [
      eb.fn.coalesce('named_name', 'signer_name').as('namedName'),
      eb.fn.coalesce('named_email', 'signer_email').as('namedEmail'),
    ])
    .where('letter_id', '=', letterId)
    .execute();
}

/** @returns the parties that must confirm recorded signatures, by signature id */
export async function findConfirmingParties(db: OrganizationDatabase, letterId: string): Promise<ReadonlyMap<string, Party>> {
  const links = await db
    .selectFrom('engagement_letter_link')
    .select(['confirms_id as confirmsId', 'party'])
    .where('letter_id', '=', letterId)
    .where('confirms_id', 'is not', null)
    .where('ended_at', 'is', null)
    .execute();
  return new Map(links.map(({ confirmsId, party }) => [confirmsId ?? '', party]));
}

/** Ends the pending and unconfirmed signatures and the links of a letter. @param decliningParty the party that declined, if any */
export async function endPendingSignatures(db: OrganizationDatabase, letterId: string, decliningParty?: Party): Promise<void> {
  if (decliningParty !== undefined)
    await db
      .updateTable('engagement_letter_signature')
      .set({ status: 'declined' })
      .where('letter_id', '=', letterId)
      .where('party', '=', decliningParty)
      .execute();
  await db
    .updateTable('engagement_letter_signature')
    .set({ status: 'void' })
    .where('letter_id', '=', letterId)
    .where('status', 'in', ['pending', 'unconfirmed'])
    .execute();
  await endLinks(db, letterId);
}

export async function deleteSignatures(db: OrganizationDatabase, letterId: string): Promise<void> {
  await db.deleteFrom('engagement_letter_signature').where('letter_id', '=', letterId).execute();
}

/** @param party the party whose signing links end; if undefined, all links of the letter end */
async function endLinks(db: OrganizationDatabase, letterId: string, party?: Party): Promise<void> {
  await db
    .updateTable('engagement_letter_link')
    .set({ ended_at: sql<string>`now()` })
    .where('letter_id', '=', letterId)
    .where('ended_at', 'is', null)
    .$if(party !== undefined, (query) => query.where('party', '=', party ?? 'auditor').where('confirms_id', 'is', null))
    .execute();
}

/** Creates a new signing link for a party, which replaces the previous one. @returns its token, which is not stored */
export async function openLink(db: OrganizationDatabase, letterId: string, party: Party, expiresAt: string): Promise<string> {
  await endLinks(db, letterId, party);
  const token = newSigningToken();
  await db
    .insertInto('engagement_letter_link')
    .values({ id: newId('lol'), letter_id: letterId, party, token_hash: hashOf(token), expires_at: expiresAt })
    .execute();
  await db
    .updateTable('engagement_letter_signature')
    .set({ token_expires_at: expiresAt })
    .where('letter_id', '=', letterId)
    .where('party', '=', party)
    .execute();
  return token;
}

/** Creates a link for confirming a signature, which replaces the previous one. @returns its token, which is not stored */
export async function openConfirmation(
  db: OrganizationDatabase,
  letterId: string,
  { party, signatureId, expiresAt }: { readonly party: Party; readonly signatureId: string; readonly expiresAt: string },
): Promise<string> {
  await endConfirmation(db, signatureId);
  const token = newSigningToken();
  await db
    .insertInto('engagement_letter_link')
    .values({ id: newId('lol'), letter_id: letterId, party, confirms_id: signatureId, token_hash: hashOf(token), expires_at: expiresAt })
    .execute();
  return token;
}

/** Ends all links for confirming this signature. */
export async function endConfirmation(db: OrganizationDatabase, signatureId: string): Promise<void> {
  await db
    .updateTable('engagement_letter_link')
    .set({ ended_at: sql<string>`now()` })
    .where('confirms_id', '=', signatureId)
    .where('ended_at', 'is', null)
    .execute();
}

/** @param checkedAt the time of the scheduled check, which may be ahead of the database's clock */
export async function recordReminder(db: OrganizationDatabase, signatureId: string, checkedAt?: Date): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({ reminded_at: sql<string>`greatest(now(), ${checkedAt?.toISOString() ?? null}::timestamptz)` })
    .where('id', '=', signatureId)
    .execute();
}

/** A signing or confirmation link, whether or not it has ended. */
export interface Link {
  readonly letterId: string;
  readonly party: Party;
  readonly expiresAt: string;
  readonly endedAt: string | null;
  /** The signature that the link confirms; null for a signing link. */
  readonly confirmsId: string | null;
}

export function findLink(db: OrganizationDatabase, id: string): Promise<Link | undefined> {
  return db
    .selectFrom('engagement_letter_link')
    .select(columnsOf('engagement_letter_link', 'letterId', 'party', 'expiresAt', 'endedAt', 'confirmsId'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns the keys of a letter's countersigned papers, the organization's paper first */
export async function findPaperKeys(db: OrganizationDatabase, letterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('engagement_letter_signature')
    .select('file_key as key')
    .where('letter_id', '=', letterId)
    .where('file_key', 'is not', null)
    .orderBy('party', 'desc')
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}
