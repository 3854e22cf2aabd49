/** Sections of the risk treatment plan (clause 6.1.3). */
import type { components } from '#generated/api';
import { levelLabels } from '#domain/ratings/levels';
import { type Section, type SectionData, tableOf, wordsOf } from './blocks.ts';

const columns = ['Inherent', 'Treatment and controls', 'Owner', 'Residual', 'Acceptance'];

export function planSections({ plan: { risks, vendors } }: SectionData): Section[] {
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
    levelLabels[row.inherentLevel],
    [row.treatment, ...row.controls].join('\n'),
    row.ownerName ?? '',
    levelLabels[row.residualLevel],
    `${wordsOf(row.acceptanceState)}${row.acceptance === '' ? '' : `: ${row.acceptance}`}`,
  ];
}
