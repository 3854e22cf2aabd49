/** Data of the people with an account. Staff have addresses at example.com, and external parties have addresses at example.org. */
import type { components } from '#generated/api';
import type { BuiltInRole } from '#platform/identity/roles';
import type { RoleName } from './roles.ts';

export interface PersonData {
  readonly name: string;
  readonly email: string;
  /** The roles, of which the first role is the primary role. */
  readonly roles: readonly [BuiltInRole | RoleName, ...(BuiltInRole | RoleName)[]];
  readonly department: string;
  readonly title: string;
  /** When the person joined, in days before today. `lastLogin` and `deactivated` are also in days before today. */
  readonly joined: number;
  readonly lastLogin: number;
  readonly deactivated?: number;
  /** The number of completed training modules, out of five; undefined if no training was assigned. */
  readonly trained?: number;
  readonly check?: { readonly status: components['schemas']['BackgroundCheckStatus']; readonly notes?: string };
  readonly exempt?: { readonly reason: string; readonly justification: string };
  /** The label in the device management system, and the findings of manual checks. */
  readonly devices?: { readonly label: number; readonly found: readonly { readonly id: string; readonly name: string; readonly response: components['schemas']['DevicePolicyResult']['response'] }[] };
}

export const people = {
  mira: {
    name: 'Mira Castellan', email: 'mira.castellan@example.com', roles: ['owner'], department: 'gov', title: 'Chief Executive', joined: 241, lastLogin: 3,
    trained: 5, exempt: { reason: 'other', justification: 'Founded the company; known to the board for twelve years.' },
  },
  tobias: {
    name: 'Tobias Renner', email: 'tobias.renner@example.com', roles: ['admin'], department: 'it', title: 'Chief Technology Officer', joined: 241, lastLogin: 1,
    trained: 5, check: { status: 'completed' },
    devices: { label: 31, found: [{ id: '204', name: 'Disk is encrypted', response: 'pass' }, { id: '211', name: 'Screen locks after five minutes', response: 'fail' }] },
  },
  noor: {
    name: 'Noor Haddad', email: 'noor.haddad@example.com', roles: ['admin', 'employee'], department: 'gov', title: 'Head of Compliance', joined: 240, lastLogin: 1,
    trained: 5, check: { status: 'completed' }, devices: { label: 32, found: [{ id: '204', name: 'Disk is encrypted', response: 'pass' }] },
  },
  gideon: {
    name: 'Gideon Marsh', email: 'gideon.marsh@example.com', roles: ['admin'], department: 'itsm', title: 'Systems Administrator', joined: 240, lastLogin: 47, deactivated: 46,
    trained: 2, check: { status: 'failed', notes: 'Two earlier employers could not be confirmed.' },
  },
  yusuf: {
    name: 'Yusuf Adeyemi', email: 'yusuf.adeyemi@example.com', roles: ['riskOwner', 'employee'], department: 'it', title: 'Head of Platform Engineering', joined: 234, lastLogin: 1,
    trained: 5, check: { status: 'completed_with_flags', notes: 'Name at birth differs; documents seen.' },
  },
  ingrid: {
    name: 'Ingrid Solheim', email: 'ingrid.solheim@example.com', roles: ['admin', 'riskOwner'], department: 'hr', title: 'People Operations Lead', joined: 234, lastLogin: 2,
    trained: 5, check: { status: 'completed' },
  },
  camille: {
    name: 'Camille Okafor', email: 'camille.okafor@example.com', roles: ['riskOwner', 'employee'], department: 'admin', title: 'Finance Director', joined: 233, lastLogin: 5,
    trained: 3, check: { status: 'completed' },
  },
  ruben: {
    name: 'Ruben Itoh', email: 'ruben.itoh@example.com', roles: ['riskOwner', 'employee'], department: 'Customer care', title: 'Customer Care Lead', joined: 231, lastLogin: 2,
    trained: 0, check: { status: 'in_review' },
  },
  saoirse: {
    name: 'Saoirse Lindqvist', email: 'saoirse.lindqvist@example.com', roles: ['employee'], department: 'it', title: 'Software Engineer', joined: 229, lastLogin: 8,
    trained: 4, check: { status: 'in_progress', notes: 'The university was asked for the degree.' },
  },
  helena: { name: 'Helena Brandvold', email: 'helena.brandvold@example.org', roles: ['boardObserver'], department: 'gov', title: 'Member of the Board', joined: 152, lastLogin: 20 },
  pavel: {
    name: 'Pavel Dragan', email: 'pavel.dragan@example.org', roles: ['contractor'], department: 'it', title: 'Penetration Tester', joined: 110, lastLogin: 12,
    trained: 1, exempt: { reason: 'contractor_with_vendor_check', justification: 'Checked by the agency in the year of the contract; report on file.' },
  },
  dorothea: { name: 'Dorothea Vance', email: 'dorothea.vance@example.org', roles: ['auditor'], department: 'none', title: 'Lead Auditor, Alder & Finch Assurance', joined: 70, lastLogin: 4 },
} satisfies Record<string, PersonData>;

export type PersonName = keyof typeof people;
