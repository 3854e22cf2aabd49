/** A list of people as CSV: the simplest source of employees, and the way to bring them in by hand. */
import { type Listing, listedRows } from '../../list.ts';
import { type Manifest, type Source, textIn } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { filterVariables } from '../../people-filter.ts';
import { devicesOf, deviceVariables } from './devices.ts';
import { peopleIn, type PersonRow } from './people.ts';

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
      required: false,
      placeholder: 'email,name,status,role,department,startDate,externalId',
      helpText: 'A first line with the names of the columns, then a line for each person. Only email is required.',
    },
    {
      id: 'url',
      label: 'Address of the list',
      type: 'url',
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
      default: false,
      helpText: 'Whether it says who works here, so that members who are no longer on it are deactivated.',
    },
    ...filterVariables(async (source) => optionsOf((await rowsOf(source)).flatMap(({ department }) => department ?? []))),
    ...deviceVariables,
  ],
  devices: devicesOf,
  isDirectorySource: ({ is_directory }) => is_directory === true,
  supportsMultipleConnections: true,
  employees: rowsOf,
  faults: ({ csv, url }) =>
    (csv === undefined) === (url === undefined)
      ? { 'credentials.csv': 'must be set if url is not set, and must not be set otherwise' }
      : {},
  async test(source) {
    return `The list has ${(await rowsOf(source)).length} people`;
  },
};

async function rowsOf(source: Listing & Pick<Source, 'credentials'>): Promise<PersonRow[]> {
  const [csv, url] = [textIn(source.credentials, 'csv'), textIn(source.credentials, 'url')];
  return peopleIn(await listedRows(source, csv, url, 'email'));
}
