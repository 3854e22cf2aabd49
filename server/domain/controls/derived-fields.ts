import { personColumns, personFromRow } from '#domain/people/members/person';
import type { Person } from '#domain/people/members/person';
import type { OrganizationDatabase } from '#platform/database/handle';
import { implementationStatus, type ImplementationStatus } from './implementation-status.ts';

interface Derived {
  readonly owner: Person | null;
  readonly implementationStatus: ImplementationStatus;
}

/** @param controls rows with `controlColumns` @returns the controls in the same order, with their owner and implementation status */
export async function addDerivedFields<Control extends { readonly id: string }>(
  db: OrganizationDatabase,
  controls: readonly Control[],
): Promise<(Control & Derived)[]> {
  if (!controls.length) return [];
  const rows = await db
    .selectFrom('control')
    .leftJoin('member as owner', 'owner.id', 'control.owner_id')
    .select(['control.id', implementationStatus.as('implementationStatus'), ...personColumns('owner')])
    .where(
      'control.id',
      'in',
      controls.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { owner: personFromRow(row, 'owner'), implementationStatus: row.implementationStatus }]));
  return controls.map((control) => {
    const derived = byId.get(control.id);
    if (!derived) throw new Error(`${control.id} was not found`);
    return { ...control, ...derived };
  });
}
