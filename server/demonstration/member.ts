/** Types of the members of the demonstration. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import type { ActingUser } from '#platform/identity/actor';
import type { PersonData, PersonName } from './data/people.ts';
import type { Named } from './named.ts';

export interface Member {
  readonly id: string;
  readonly data: PersonData;
  readonly roles: readonly string[];
  readonly user: ActingUser;
  readonly row: Insertable<SystemTables['member']>;
}
export type Members = Named<PersonName, Member>;
