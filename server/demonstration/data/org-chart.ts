/** Data of the organization chart. */
import type { PersonName } from './people.ts';

/** The positions in each row of the chart, from the top. Positions without a person are vacancies. */
export const orgChart: readonly (readonly {
  readonly id: string;
  readonly who: PersonName | { readonly vacancy: string };
  readonly reportsTo?: string;
}[])[] = [
  [{ id: 'executive', who: 'mira' }],
  [
    { id: 'technology', who: 'tobias', reportsTo: 'executive' },
    { id: 'compliance', who: 'noor', reportsTo: 'executive' },
    { id: 'people', who: 'ingrid', reportsTo: 'executive' },
    { id: 'finance', who: 'camille', reportsTo: 'executive' },
    { id: 'customers', who: 'ruben', reportsTo: 'executive' },
  ],
  [
    { id: 'platform', who: 'yusuf', reportsTo: 'technology' },
    { id: 'systems', who: { vacancy: 'Systems Administrator' }, reportsTo: 'technology' },
  ],
  [{ id: 'software', who: 'saoirse', reportsTo: 'platform' }],
];
