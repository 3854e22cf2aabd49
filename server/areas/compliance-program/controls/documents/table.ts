/** Exports controls as a table (controls, rule 17). */
import type { Table } from '#documents/tables/table';
import type { listControlsWithCodes } from '../queries/export.ts';

export function toControlsTable(controls: Awaited<ReturnType<typeof listControlsWithCodes>>): Table {
  return {
    sheet: 'Controls',
    columns: [
      { heading: 'Control ID', width: 32 },
      { heading: 'Name', width: 40 },
      { heading: 'Description', width: 80 },
      { heading: 'Owner', width: 30 },
      { heading: 'Status', width: 16 },
      { heading: 'Last review', width: 26 },
      { heading: 'Next review', width: 26 },
    ],
    rows: controls.map(({ code, name, description, owner, implementationStatus, lastReviewDate, nextReviewDate }) => [
      code,
      name,
      description,
      owner?.user.email ?? '',
      implementationStatus,
      lastReviewDate ?? '',
      nextReviewDate ?? '',
    ]),
  };
}
