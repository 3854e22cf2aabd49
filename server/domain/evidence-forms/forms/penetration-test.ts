import type { FormDefinition } from '../definition.ts';

export const penetrationTest: FormDefinition = {
  type: 'penetration-test',
  title: 'Penetration test',
  description: 'The report of a penetration test by somebody from outside.',
  category: 'security',
  submissionDateMode: 'custom',
  fields: [
    { key: 'testDate', label: 'Day of the test', type: 'date', required: true },
    { key: 'vendorName', label: 'Testing firm', type: 'text', required: true, placeholder: 'Northlight Security' },
    {
      key: 'summary',
      label: 'Summary',
      type: 'textarea',
      required: true,
      placeholder: 'Scope of the test, what was found, and what has been fixed.',
    },
    { key: 'pentestReport', label: 'Report', type: 'file', required: true, accept: ['.pdf'] },
  ],
};
