/** Who has an account. The staff have addresses at example.com, people from outside at example.org. */
import type { BuiltInRole } from '../../identity/roles.ts';
import type { RoleName } from './roles.ts';

export interface PersonData {
  readonly name: string;
  readonly email: string;
  /** The leading one first. */
  readonly roles: readonly [BuiltInRole | RoleName, ...(BuiltInRole | RoleName)[]];
  readonly department: string;
  readonly title: string;
  /** Days ago, as are the others. */
  readonly joined: number;
  readonly lastLogin: number;
  readonly deactivated?: number;
}

export const people = {
  mira: { name: 'Mira Castellan', email: 'mira.castellan@example.com', roles: ['owner'], department: 'gov', title: 'Chief Executive', joined: 241, lastLogin: 3 },
  tobias: { name: 'Tobias Renner', email: 'tobias.renner@example.com', roles: ['admin'], department: 'it', title: 'Chief Technology Officer', joined: 241, lastLogin: 1 },
  noor: { name: 'Noor Haddad', email: 'noor.haddad@example.com', roles: ['admin', 'employee'], department: 'gov', title: 'Head of Compliance', joined: 240, lastLogin: 1 },
  gideon: { name: 'Gideon Marsh', email: 'gideon.marsh@example.com', roles: ['admin'], department: 'itsm', title: 'Systems Administrator', joined: 240, lastLogin: 47, deactivated: 46 },
  yusuf: { name: 'Yusuf Adeyemi', email: 'yusuf.adeyemi@example.com', roles: ['riskOwner', 'employee'], department: 'it', title: 'Head of Platform Engineering', joined: 234, lastLogin: 1 },
  ingrid: { name: 'Ingrid Solheim', email: 'ingrid.solheim@example.com', roles: ['admin', 'riskOwner'], department: 'hr', title: 'People Operations Lead', joined: 234, lastLogin: 2 },
  camille: { name: 'Camille Okafor', email: 'camille.okafor@example.com', roles: ['riskOwner', 'employee'], department: 'admin', title: 'Finance Director', joined: 233, lastLogin: 5 },
  ruben: { name: 'Ruben Itoh', email: 'ruben.itoh@example.com', roles: ['riskOwner', 'employee'], department: 'Customer care', title: 'Customer Care Lead', joined: 231, lastLogin: 2 },
  saoirse: { name: 'Saoirse Lindqvist', email: 'saoirse.lindqvist@example.com', roles: ['employee'], department: 'it', title: 'Software Engineer', joined: 229, lastLogin: 8 },
  helena: { name: 'Helena Brandvold', email: 'helena.brandvold@example.org', roles: ['boardObserver'], department: 'gov', title: 'Member of the Board', joined: 152, lastLogin: 20 },
  pavel: { name: 'Pavel Dragan', email: 'pavel.dragan@example.org', roles: ['contractor'], department: 'it', title: 'Penetration Tester', joined: 110, lastLogin: 12 },
  dorothea: { name: 'Dorothea Vance', email: 'dorothea.vance@example.org', roles: ['auditor'], department: 'none', title: 'Lead Auditor, Alder & Finch Assurance', joined: 70, lastLogin: 4 },
} satisfies Record<string, PersonData>;

export type PersonName = keyof typeof people;
