/** Data of the invitations of people who have not joined yet. */
import type { BuiltInRole } from '#platform/identity/roles';
import type { PersonName } from './people.ts';

export interface InvitationData {
  readonly email: string;
  readonly roles: readonly BuiltInRole[];
  readonly by: PersonName;
  /** When the person was invited, in days before today. Invitations expire after seven days. */
  readonly invited: number;
}

export const invitations: readonly InvitationData[] = [
  { email: 'leonie.hartwig@example.com', roles: ['admin'], by: 'mira', invited: 2 },
  { email: 'oskar.brandt@example.org', roles: ['auditor'], by: 'noor', invited: 16 },
];
