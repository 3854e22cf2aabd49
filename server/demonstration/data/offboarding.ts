/** Data of a member's partly completed offboarding. `ago` is a number of days before today. */
import type { FileName } from '../files.ts';
import type { PersonName } from './people.ts';

interface DoneData {
  /** The key of the item in the default offboarding template. */
  readonly item: string;
  readonly by: PersonName;
  readonly ago: number;
  readonly notes?: string;
  readonly file?: FileName;
}

export const departure: {
  readonly who: PersonName;
  readonly done: readonly DoneData[];
  /** The vendors whose access was revoked in one request. */
  readonly revoked: { readonly vendors: readonly string[]; readonly by: PersonName; readonly ago: number; readonly notes: string };
} = {
  who: 'gideon',
  done: [
    { item: 'exit_interview', by: 'ingrid', ago: 47, notes: 'Confidentiality goes on for two years.' },
    { item: 'identity_provider', by: 'tobias', ago: 46, file: 'signOn' },
    { item: 'equipment', by: 'ingrid', ago: 45, notes: 'The laptop was erased on the same day.', file: 'handover' },
    { item: 'mailbox', by: 'tobias', ago: 45, notes: 'Redirected to Yusuf for three months.', file: 'redirection' },
    { item: 'inform_teams', by: 'ingrid', ago: 44 },
    { item: 'org_chart', by: 'ingrid', ago: 44 },
  ],
  revoked: {
    vendors: ['Fjord Cloud', 'Lantern Mail', 'Meridian Payroll', 'Beacon Errors'],
    by: 'tobias',
    ago: 44,
    notes: 'By single sign-on. Seen in the list of users of each vendor.',
  },
};
