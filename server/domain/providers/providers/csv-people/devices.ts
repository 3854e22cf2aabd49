/** A list of devices in CSV, beside the list of people. */
import { deviceOf } from '../../device-fields.ts';
import { Incomplete } from '../../failures.ts';
import { listedRows } from '../../list.ts';
import { type Source, textIn, type Variable } from '../../manifest.ts';

export const deviceVariables: readonly Variable[] = [
  {
    id: 'devices_csv',
    label: 'List of devices',
    type: 'text',
    placeholder: 'name,platform,userEmail,serialNumber',
    helpText: 'A first line with the names of the columns, then a line for each device. Longer lists are put at an address.',
  },
  {
    id: 'devices_url',
    label: 'Address of the list of devices',
    type: 'text',
    placeholder: 'https://files.example.com/devices.csv',
    helpText: 'Fetched anew at each sync of devices. The list above comes before it.',
  },
];

/** @throws Incomplete when there is neither a list nor an address */
export async function devicesOf(source: Source): Promise<object[]> {
  const { variables } = source;
  const [csv, url] = [textIn(variables, 'devices_csv'), textIn(variables, 'devices_url')];
  if (csv === '' && url === '') throw new Incomplete('The variable devices_csv or devices_url is not set');
  if (csv === '' && !/^https?:\/\//.test(url)) throw new Incomplete('The variable devices_url is not an address that begins with https://');
  return (await listedRows(source, csv, url, 'userEmail')).map(({ row, cells }) => ({ ...deviceOf(cells), row }));
}
