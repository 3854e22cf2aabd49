/** Data of an automation of a task, its check and the results of its runs. `created` and `ago` are numbers of days before today. */
import type { PersonName } from './people.ts';
import type { TaskName } from './tasks.ts';

export const automation = {
  task: 'endpointReport' satisfies TaskName,
  by: 'tobias' satisfies PersonName,
  name: 'Devices that report to the endpoint protection',
  description: 'The status page counts the devices that have not reported for a week. There must be none.',
  created: 40,
  host: 'status.example.com',
  fileName: 'silent-devices.json',
  changelog: 'Counts the devices that are silent.',
} as const;

export const check = {
  request: { url: `https://${automation.host}/api/endpoints` },
  extract: { devices: '/body/devices', silent: '/body/silent' },
  criteria: [
    { path: '/status', operator: 'equals', value: 200 },
    { path: '/body/silent', operator: 'equals', value: 0 },
  ],
} as const;

/** The runs, oldest first. */
export const automationRuns = [
  { ago: 9, devices: 24, silent: 2, milliseconds: 412 },
  { ago: 2, devices: 25, silent: 0, milliseconds: 388 },
] as const;
