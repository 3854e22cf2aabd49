/** Reads a CSV list of devices, which a connection may have in addition to the list of people. */
import { parseDevice } from '../../device-fields.ts';
import { MissingValue } from '../../failures.ts';
import { readListRows } from '../../list.ts';
import { type Source, textValue, type Variable } from '../../manifest.ts';

export const deviceVariables: readonly Variable[] = [
  {
    id: 'devices_csv',
    label: 'List of devices',
    type: 'text',
    role: 'other',
    placeholder: 'name,platform,userEmail,serialNumber',
    helpText: 'A first line with the names of the columns, then a line for each device. Longer lists are put at an address.',
  },
  {
    id: 'devices_url',
    label: 'Address of the list of devices',
    type: 'text',
    role: 'link',
    placeholder: 'https://files.example.com/devices.csv',
    helpText: 'Fetched anew at each sync of devices. The list above comes before it.',
  },
];

/** @throws MissingValue if neither a list nor a URL is set */
export async function listDevices(source: Source): Promise<object[]> {
  const { variables } = source;
  const [csv, url] = [textValue(variables, 'devices_csv'), textValue(variables, 'devices_url')];
  if (csv === '' && url === '') throw new MissingValue('The variable devices_csv or devices_url is not set');
  if (csv === '' && !/^https?:\/\//.test(url))
    throw new MissingValue('The variable devices_url is not an address that begins with https://');
  return (await readListRows(source, csv, url, 'userEmail')).map(({ row, cells }) => ({ ...parseDevice(cells), row }));
}
