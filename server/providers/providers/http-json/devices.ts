/** Devices that a service lists as JSON. */
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

/** Maximum number of devices. */
const maxDevices = 50_000;

/** @throws Incomplete without a path, UnexpectedAnswer when the answer is not a list */
export async function listDevices({ variables, read }: Source): Promise<object[]> {
  const path = textValue(variables, 'devices_path');
  if (path === '') throw new MissingValue('The variable devices_path is not set');
  const pointer = textValue(variables, 'devices_pointer').trim();
  const places = placesIn(textValue(variables, 'device_fields'));
  const found = valueAt(await read(path), pointer);
  if (!Array.isArray(found)) throw new UnexpectedAnswer(`There is no list of devices at ${pointer || 'the top'} of the answer`);
  if (found.length > maxDevices) throw new UnexpectedAnswer(`The list has more than ${maxDevices} devices`);
  return found.map((item: unknown) => {
    const own = Object.entries(isObject(item) ? item : {});
    return parseDevice(new Map<string, unknown>([...own, ...places.map(([field, place]) => [field, valueAt(item, place)] as const)]));
  });
}

function placesIn(lines: string): (readonly [string, string])[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const place = line.indexOf('=');
      if (place < 1) throw new MissingValue('The variable device_fields has a line that is not field=pointer');
      return [line.slice(0, place).trim(), line.slice(place + 1).trim()] as const;
    });
}

/** The value at a JSON Pointer (RFC 6901). */
function valueAt(value: unknown, pointer: string): unknown {
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
