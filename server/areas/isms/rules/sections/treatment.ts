/** The sections of the risk treatment plan (clause 6.1.3). */
import type { components } from '../../../../../generated/api.d.ts';
import { labels } from '../../../../domain/ratings/levels.ts';
import { type Section, type Shown, tableOf, worded } from './blocks.ts';

const columns = ['Inherent', 'Treatment and controls', 'Owner', 'Residual', 'Acceptance'];

export function planSections({ plan: { risks, vendors } }: Shown): Section[] {
  return [
    {
      heading: 'Risks',
      blocks: [
        tableOf(
          'risk',
          ['No.', 'Risk', ...columns],
          risks.map((risk) => [risk.reference, ...cellsOf(risk)]),
        ),
      ],
    },
    { heading: 'Vendors', blocks: [tableOf('vendor', ['Vendor', ...columns], vendors.map(cellsOf))] },
  ];
}

function cellsOf(row: components['schemas']['IsmsVendorTreatmentRow']): string[] {
  return [
    row.title,
    labels[row.inherentLevel],
    [row.treatment, ...row.controls].join('\n'),
    row.ownerName ?? '',
    labels[row.residualLevel],
    `${worded(row.acceptanceState)}${row.acceptance === '' ? '' : `: ${row.acceptance}`}`,
  ];
}
