/** Reads devices that a service lists as JSON. */
import { deviceFields, parseDevice } from '../../device-fields.ts';
import { MissingValue, UnexpectedAnswer } from '../../failures.ts';
import { isObject } from '#platform/json-object';
import { type Source, textValue, type Variable } from '../../manifest.ts';

export const deviceVariables: readonly Variable[] = [
  {
    id: 'devices_path',
    label: 'Path of the devices',
    type: 'text',
    role: 'path',
    placeholder: '/api/devices',
    helpText: 'Where devices are listed as JSON, below the address of the connection.',
  },
  {
    id: 'devices_pointer',
    label: 'Place of the list',
    type: 'text',
    role: 'other',
    placeholder: '/data/devices',
    helpText: 'A JSON Pointer to the list in the answer. Without it the whole answer is the list.',
  },
  {
    id: 'device_fields',
    label: 'Fields of a device',
    type: 'text',
    role: 'other',
    placeholder: 'userEmail=/owner/email',
    helpText: `A line field=pointer for each field that has another name or place: ${deviceFields.join(', ')}, or check: and the id of a check.`,
  },
];

/** The maximum number of devices in a list. */
const maxDevices = 50_000;

/** @throws MissingValue if the path is not set, UnexpectedAnswer if the response is not a list */
export async function listDevices({ variables, read }: Source): Promise<object[]> {
  const path = textValue(variables, 'devices_path');
  if (path === '') throw new MissingValue('The variable devices_path is not set');
  const pointer = textValue(variables, 'devices_pointer').trim();
  const pointersByField = parsePointers(textValue(variables, 'device_fields'));
  const items = getValueAt(await read(path), pointer);
  if (!Array.isArray(items)) throw new UnexpectedAnswer(`There is no list of devices at ${pointer || 'the top'} of the answer`);
  if (items.length > maxDevices) throw new UnexpectedAnswer(`The list has more than ${maxDevices} devices`);
  return items.map((item: unknown) => {
    const ownFields = Object.entries(isObject(item) ? item : {});
    return parseDevice(
      new Map<string, unknown>([...ownFields, ...pointersByField.map(([field, pointer]) => [field, getValueAt(item, pointer)] as const)]),
    );
  });
}

function parsePointers(lines: string): (readonly [string, string])[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const separator = line.indexOf('=');
      if (separator < 1) throw new MissingValue('The variable device_fields has a line that is not field=pointer');
      return [line.slice(0, separator).trim(), line.slice(separator + 1).trim()] as const;
    });
}

/** @returns the value at a JSON Pointer (RFC 6901), or undefined if there is none */
function getValueAt(value: unknown, pointer: string): unknown {
  if (pointer === '') return value;
  if (!pointer.startsWith('/')) throw new MissingValue('A JSON Pointer begins with a slash');
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, step) => {
      if (Array.isArray(inner)) return /^\d+$/.test(step) ? inner[Number(step)] : undefined;
      return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
    }, value);
}
