/** Finds controls by the codes that identify them in tables (controls, rule 17). */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface CodedControl {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly controlTemplateId: string | null;
  readonly archivedAt: string | null;
}

/** @returns all controls, locked against deletion until the transaction ends, in the order of `listCodedControls` */
export function lockCodedControls(db: OrganizationDatabase): Promise<CodedControl[]> {
  return listCoded(db).forKeyShare().execute();
}

/** @returns all controls, newest first, so that the code of a template identifies its oldest copy */
export function listCodedControls(db: OrganizationDatabase): Promise<CodedControl[]> {
  return listCoded(db).execute();
}

function listCoded(db: OrganizationDatabase) {
  return db
    .selectFrom('control')
    .select(columnsOf('control', 'id', 'name', 'externalId', 'controlTemplateId', 'archivedAt'))
    .orderBy('id', 'desc');
}

export interface ControlCodes {
  /** Returns the code that identifies the control in this organization, and (if it is not the control's id) in other organizations. */
  readonly codeOf: (control: Omit<CodedControl, 'name' | 'archivedAt'>) => string;
  /** Finds a control by its external id, its template's id, or its own id. */
  readonly find: (code: string) => CodedControl | undefined;
}

/** @param controls all controls of the organization */
export function createControlCodes(controls: readonly CodedControl[]): ControlCodes {
  const indexBy = (code: (control: CodedControl) => string | null) =>
    new Map(controls.flatMap((control) => (code(control) === null ? [] : [[code(control), control] as const])));
  const indexes = [indexBy(({ externalId }) => externalId), indexBy(({ controlTemplateId }) => controlTemplateId), indexBy(({ id }) => id)];
  const find = (code: string) => indexes.map((index) => index.get(code)).find((control) => control !== undefined);
  return {
    find,
    codeOf: ({ id, externalId, controlTemplateId }) =>
      [externalId, controlTemplateId].find((code) => code !== null && find(code)?.id === id) ?? id,
  };
}
