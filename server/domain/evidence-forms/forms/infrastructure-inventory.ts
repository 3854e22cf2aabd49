import type { FormDefinition } from '../definition.ts';

export const infrastructureInventory: FormDefinition = {
  type: 'infrastructure-inventory',
  title: 'Infrastructure inventory',
  description: 'The systems that the organization runs, with their owners.',
  category: 'security',
  submissionDateMode: 'custom',
  fields: [
    {
      key: 'inventoryRows',
      label: 'Systems',
      type: 'matrix',
      required: true,
      addRowLabel: 'Add system',
      columns: [
        { key: 'assetId', label: 'Asset', type: 'text', required: true, placeholder: 'db-primary' },
        { key: 'systemType', label: 'Kind of system', type: 'text', required: true, placeholder: 'Database' },
        { key: 'environment', label: 'Environment', type: 'text', required: true, placeholder: 'Production' },
        { key: 'location', label: 'Location', type: 'text', placeholder: 'Frankfurt' },
        { key: 'assignedOwner', label: 'Owner', type: 'text', required: true, placeholder: 'Ada Marsh' },
        { key: 'lastReviewed', label: 'Last reviewed', type: 'text', required: true, placeholder: '2026-03-31' },
      ],
    },
  ],
};
