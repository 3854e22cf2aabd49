/** Provider for CSV lists of people. It is the simplest source of employees, and lets users import them manually. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { type ListSource, readListRows } from '../../list.ts';
import { type Manifest, type Source, textValue } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { listDevices, deviceVariables } from './devices.ts';
import { parsePersonRows, type PersonRow } from './people.ts';

export const csvPeople: Manifest = {
  slug: 'csv-people',
  name: 'People list',
  description: 'Brings employees and devices in from lists in CSV, pasted or fetched from an address.',
  category: 'HR & People',
  auth: { type: 'custom' },
  credentialFields: [
    {
      id: 'csv',
      label: 'The list itself',
      type: 'textarea',
      role: 'other',
      required: false,
      placeholder: 'email,name,status,role,department,startDate,externalId',
      helpText: 'A first line with the names of the columns, then a line for each person. Only email is required.',
    },
    {
      id: 'url',
      label: 'Address of the list',
      type: 'url',
      role: 'link',
      required: false,
      placeholder: 'https://files.example.com/people.csv',
      helpText: 'Fetched anew at each sync. Either the list or its address, not both.',
    },
  ],
  setupInstructions:
    'Save the list as CSV in UTF-8 with the columns email, name, status, role, department, startDate and externalId, in any order.\nPaste it, or put it where this service can fetch it.\n',
  variables: [
    {
      id: 'is_directory',
      label: 'The list is complete',
      type: 'boolean',
      role: 'other',
      default: false,
      helpText: 'Whether it says who works here, so that members who are no longer on it are deactivated.',
    },
    ...filterVariables(async (source) => toOptions((await readPeople(source)).flatMap(({ department }) => department ?? []))),
    ...deviceVariables,
  ],
  devices: listDevices,
  isDirectorySource: ({ is_directory }) => is_directory === true,
  supportsMultipleConnections: true,
  employees: readPeople,
  findErrors: ({ csv, url }) =>
    (csv === undefined) === (url === undefined) ? { 'credentials.csv': fieldErrors.eitherOr('csv', 'url') } : {},
  async test(source) {
    return `The list has ${(await readPeople(source)).length} people`;
  },
};

async function readPeople(source: ListSource & Pick<Source, 'credentials'>): Promise<PersonRow[]> {
  const [csv, url] = [textValue(source.credentials, 'csv'), textValue(source.credentials, 'url')];
  return parsePersonRows(await readListRows(source, csv, url, 'email'));
}
