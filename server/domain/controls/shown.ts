import { personColumns, personIn } from '../members/person.ts';
import type { Person } from '../members/person.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { implementationStatus, type ImplementationStatus } from './implementation-status.ts';

interface Derived {
  readonly owner: Person | null;
  readonly implementationStatus: ImplementationStatus;
}

/** @param controls with `controlColumns` @returns them in the same order, with what is derived from other records */
export async function asShown<Control extends { readonly id: string }>(
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
  const byId = new Map(rows.map((row) => [row.id, { owner: personIn(row, 'owner'), implementationStatus: row.implementationStatus }]));
  return controls.map((control) => {
    const derived = byId.get(control.id);
    if (!derived) throw new Error(`${control.id} is gone`);
    return { ...control, ...derived };
  });
}
