import type { FormDefinition } from '../definition.ts';

export const accessRequest: FormDefinition = {
  type: 'access-request',
  title: 'Access request',
  description: 'A request for access to a system, with its reason and with the person who grants it.',
  category: 'security',
  submissionDateMode: 'custom',
  portalAccessible: true,
  optional: true,
  fields: [
    { key: 'userName', label: 'Person who needs access', type: 'text', required: true, placeholder: 'Ada Marsh' },
    {
      key: 'accountsNeeded',
      label: 'Systems and accounts',
      type: 'textarea',
      required: true,
      placeholder: 'Support tool\nAnalytics, read only',
    },
    {
      key: 'permissionsNeeded',
      label: 'Permissions',
      type: 'select',
      required: true,
      options: [
        { value: 'read', label: 'Read' },
        { value: 'write', label: 'Write' },
        { value: 'admin', label: 'Administer' },
      ],
    },
    {
      key: 'reasonForRequest',
      label: 'Reason',
      type: 'textarea',
      required: true,
      placeholder: 'Which work needs the access, and for how long.',
    },
    { key: 'accessGrantedBy', label: 'Access granted by', type: 'text', required: true, placeholder: 'Chen Liu' },
    { key: 'dateAccessGranted', label: 'Day on which access is granted', type: 'date', required: true },
  ],
};
