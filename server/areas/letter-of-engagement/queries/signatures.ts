/** The signatures of letters. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { hashOf } from '../../../platform/identity/keys.ts';
import { newSigningToken } from '../../../platform/identity/outsiders.ts';

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
);

/** @returns the signatures of each letter, that of the organization first */
export async function signaturesOf(db: OrganizationDatabase, letterIds: readonly string[]): Promise<ReadonlyMap<string, Signature[]>> {
  if (!letterIds.length) return new Map();
  const rows = await db
    .selectFrom('engagement_letter_signature')
    .select(columns)
    .where('letter_id', 'in', letterIds)
    .orderBy('party', 'desc')
    .execute();
  return Map.groupBy(rows, ({ letterId }) => letterId);
}

/** Who is expected to sign. */
export interface Expected {
  readonly party: Party;
  readonly signerName: string;
  readonly signerEmail: string;
}

/** Opens the slots of a letter that is being sent. */
export async function insertSlots(db: OrganizationDatabase, letterId: string, expected: readonly Expected[]): Promise<void> {
  await db
    .insertInto('engagement_letter_signature')
    .values(
      expected.map(({ party, signerName, signerEmail }) => ({
        id: newId('los'),
        letter_id: letterId,
        party,
        signer_name: signerName,
        signer_email: signerEmail,
      })),
    )
    .execute();
}

/** What is known of a signature once it is given. */
export interface Given {
  readonly signerName: string;
  readonly signerEmail: string;
  readonly signerTitle: string | null;
  readonly method: Schemas['EngagementLetterSignatureMethod'];
  /** Now, if not said. */
  readonly signedAt?: string;
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | null;
  readonly fileKey?: string;
}

export async function giveSignature(db: OrganizationDatabase, id: string, given: Given): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({
      status: 'signed',
      signer_name: given.signerName,
      signer_email: given.signerEmail,
      signer_title: given.signerTitle,
      method: given.method,
      signed_at: given.signedAt ?? sql<string>`now()`,
      ip_address: given.ipAddress ?? null,
      user_agent: given.userAgent ?? null,
      file_key: given.fileKey ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends the slots that nobody has signed, and the links of the letter. @param declined the slot of the party that declines */
export async function endSlots(db: OrganizationDatabase, letterId: string, declined?: Party): Promise<void> {
  if (declined !== undefined)
    await db
      .updateTable('engagement_letter_signature')
      .set({ status: 'declined' })
      .where('letter_id', '=', letterId)
      .where('party', '=', declined)
      .execute();
  await db
    .updateTable('engagement_letter_signature')
    .set({ status: 'void' })
    .where('letter_id', '=', letterId)
    .where('status', '=', 'pending')
    .execute();
  await endLinks(db, letterId);
}

export async function removeSlots(db: OrganizationDatabase, letterId: string): Promise<void> {
  await db.deleteFrom('engagement_letter_signature').where('letter_id', '=', letterId).execute();
}

async function endLinks(db: OrganizationDatabase, letterId: string, party?: Party): Promise<void> {
  await db
    .updateTable('engagement_letter_link')
    .set({ ended_at: sql<string>`now()` })
    .where('letter_id', '=', letterId)
    .where('ended_at', 'is', null)
    .$if(party !== undefined, (query) => query.where('party', '=', party ?? 'auditor'))
    .execute();
}

/** A new link for a party, in place of the one before. @returns its token, which is known only now */
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

/** @param at when the schedule looked, whose clock may be ahead of the database */
export async function noteReminder(db: OrganizationDatabase, signatureId: string, at?: Date): Promise<void> {
  await db
    .updateTable('engagement_letter_signature')
    .set({ reminded_at: sql<string>`greatest(now(), ${at?.toISOString() ?? null}::timestamptz)` })
    .where('id', '=', signatureId)
    .execute();
}

/** A link, whatever has become of it. */
export interface Link {
  readonly letterId: string;
  readonly party: Party;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export function findLink(db: OrganizationDatabase, id: string): Promise<Link | undefined> {
  return db
    .selectFrom('engagement_letter_link')
    .select(columnsOf('engagement_letter_link', 'letterId', 'party', 'expiresAt', 'endedAt'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns keys of the countersigned papers of a letter, that of the organization first */
export async function paperKeys(db: OrganizationDatabase, letterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('engagement_letter_signature')
    .select('file_key as key')
    .where('letter_id', '=', letterId)
    .where('file_key', 'is not', null)
    .orderBy('party', 'desc')
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
}
