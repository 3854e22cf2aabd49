/** Stored rows, and their conversion to and from the API. */
import { isObject, type JsonObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';
import { type RegisterName, registers, type Row } from './registers.ts';

export interface StoredRow {
  readonly id: string;
  readonly documentId: string;
  readonly register: RegisterName;
  readonly parentId: string | null;
  readonly position: number;
  readonly key: string | null;
  readonly reference: string | null;
  readonly source: 'derived' | 'manual';
  readonly derivedFrom: string | null;
  readonly memberId: string | null;
  readonly secondMemberId: string | null;
  readonly linkedId: string | null;
  readonly fields: unknown;
  readonly enteredVia: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** @returns the row as the API returns it, with the fields of its register */
export function rowOf(row: StoredRow): Row {
  const { isDerivable, keyField, reference, parent, link, members, isRecorded } = registers[row.register];
  const [first, second] = members;
  return trusted<Row>(
    {
      id: row.id,
      register: row.register,
      documentId: row.documentId,
      position: row.position,
      ...(isObject(row.fields) && row.fields),
      ...(isDerivable && { source: row.source, derivedFrom: row.derivedFrom }),
      ...(keyField !== undefined && { [keyField]: row.key }),
      ...(reference && { reference: row.reference }),
      ...(parent && { [parent.field]: row.parentId }),
      ...(link && { [link.field]: row.linkedId }),
      ...(first !== undefined && { [first]: row.memberId }),
      ...(second !== undefined && { [second]: row.secondMemberId }),
      ...(isRecorded && { recordedAt: row.createdAt }),
      ...(row.register === 'measurements' && { enteredVia: row.enteredVia }),
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      version: row.version,
    },
    'the contract checks what is sent for each register, and writtenIn adds the defaults of the register',
  );
}

/** The values of a request, grouped by the column they are stored in. Values that were not sent are absent. */
export interface RowValues {
  readonly position?: number;
  readonly parentId?: string;
  readonly memberId?: string | null;
  readonly secondMemberId?: string | null;
  readonly linkedId?: string | null;
  readonly fields: JsonObject;
}

/**
 * @param body fields of the register as in the contract; texts may have surrounding whitespace
 * @returns trimmed values; blank texts become null if the field is nullable
 */
export function parseRowValues(register: RegisterName, body: object): RowValues {
  const { parent, link, members, defaults } = registers[register];
  const [first, second] = members;
  const fields: Record<string, unknown> = {};
  const columnValues: { -readonly [Column in Exclude<keyof RowValues, 'fields'>]?: RowValues[Column] } = {};
  for (const [field, rawValue] of Object.entries(body)) {
    const value: unknown = typeof rawValue === 'string' ? rawValue.trim() : rawValue;
    const id = typeof value === 'string' && value !== '' ? value : null;
    if (field === 'position' && typeof value === 'number') columnValues.position = value;
    else if (field === parent?.field) columnValues.parentId = id ?? '';
    else if (field === link?.field) columnValues.linkedId = id;
    else if (field === first) columnValues.memberId = id;
    else if (field === second) columnValues.secondMemberId = id;
    else fields[field] = value === '' && defaults[field] === null ? null : value;
  }
  return { ...columnValues, fields };
}
