/** By which ids controls are known in tables (spec/areas/controls, rule 17). */
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

export interface Coded {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly controlTemplateId: string | null;
  readonly archivedAt: string | null;
}

/** All controls of the organization, which nobody deletes until the transaction ends. Newest first: of copies of one template the oldest counts. */
export function holdCoded(db: OrganizationDatabase): Promise<Coded[]> {
  return listCoded(db).forKeyShare().execute();
}

export function findCoded(db: OrganizationDatabase): Promise<Coded[]> {
  return listCoded(db).execute();
}

function listCoded(db: OrganizationDatabase) {
  return db
    .selectFrom('control')
    .select(columnsOf('control', 'id', 'name', 'externalId', 'controlTemplateId', 'archivedAt'))
    .orderBy('id', 'desc');
}

export interface Codes {
  /** The code that leads back to the control, in this organization and, unless it is the own id, in others. */
  readonly codeOf: (control: Omit<Coded, 'name' | 'archivedAt'>) => string;
  /** Finds a control by its external id, by that of its template, or by its own. */
  readonly find: (code: string) => Coded | undefined;
}

/** @param controls all of the organization */
export function codesOf(controls: readonly Coded[]): Codes {
  const by = (code: (control: Coded) => string | null) =>
    new Map(controls.flatMap((control) => (code(control) === null ? [] : [[code(control), control] as const])));
  const places = [by(({ externalId }) => externalId), by(({ controlTemplateId }) => controlTemplateId), by(({ id }) => id)];
  const find = (code: string) => places.map((place) => place.get(code)).find((control) => control !== undefined);
  return {
    find,
    codeOf: ({ id, externalId, controlTemplateId }) =>
      [externalId, controlTemplateId].find((code) => code !== null && find(code)?.id === id) ?? id,
  };
}
