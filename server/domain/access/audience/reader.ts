/** Defines the readers of records: members, and visitors of the trust portal, who see only released records (spec/conventions, 3). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { mayRead, type OwnKind } from '../records/kinds.ts';
import type { Reader as MemberReader } from '../records/rows.ts';

export type Audience = components['schemas']['Audience'];
/** An audience that visitors can belong to. */
export type VisitorAudience = Exclude<Audience, 'internal'>;

export type Reader =
  | ({ readonly kind: 'member' } & MemberReader)
  | {
      readonly kind: 'visitor';
      readonly audiences: readonly VisitorAudience[];
      /** The id of the member who previews the page as a visitor; policies that are hidden from this member remain hidden. */
      readonly previewedBy?: string | undefined;
    };

const allAudiences: readonly Audience[] = ['internal', 'nda', 'public'];
export const withoutNda: readonly VisitorAudience[] = ['public'];
export const withNda: readonly VisitorAudience[] = ['public', 'nda'];

export function memberReader({ permissions, memberId, restrictedTo }: MemberReader): Reader {
  return { kind: 'member', permissions, memberId, restrictedTo };
}

/** @returns the kinds that the reader may see: members need a permission, visitors see all kinds because each record has an audience */
export function readableKinds<Kind extends OwnKind>(reader: Reader, kinds: readonly Kind[]): Kind[] {
  return kinds.filter((kind) => reader.kind === 'visitor' || mayRead(reader, kind));
}

/** @returns the audiences whose records are visible to the reader */
export function audiencesOf(reader: Reader): readonly Audience[] {
  return reader.kind === 'member' ? allAudiences : reader.audiences;
}

/** @returns the reader that the actor currently is; every actor that is not a member is a visitor */
export async function readerOf(db: OrganizationDatabase, actor: Actor): Promise<Reader> {
  const { credential, id } = actor;
  if (credential === 'key' || credential === 'session') return memberReader(actor);
  return { kind: 'visitor', audiences: credential === 'grant' ? await audiencesOfGrant(db, id) : withoutNda };
}

/** @returns the audiences of the grant's holder; they include `nda` once the NDA is signed */
export async function audiencesOfGrant(db: OrganizationDatabase, grantId: string): Promise<readonly VisitorAudience[]> {
  const signed = await db
    .selectFrom('trust_nda_agreement')
    .select('id')
    .where('grant_id', '=', grantId)
    .where('status', '=', 'signed')
    .executeTakeFirst();
  return signed ? withNda : withoutNda;
}
