import type { FormDefinition } from '../definition.ts';

const statuses = [
  { value: 'Allowed', label: 'Allowed' },
  { value: 'Disallowed', label: 'Disallowed' },
] as const;
const disallowed = (accountType: string) => ({ accountType, status: 'Disallowed', justification: '' });

export const accountTypes: FormDefinition = {
  type: 'account-types',
  title: 'Allowed account types',
  description: 'Which kinds of accounts may exist, and why.',
  category: 'security',
  submissionDateMode: 'custom',
  hidden: true,
  optional: true,
  fields: [
    {
      key: 'accountTypeRows',
      label: 'Kinds of accounts',
      type: 'matrix',
      required: true,
      addRowLabel: 'Add kind of account',
      skipsEmptyRows: true,
      columns: [
        { key: 'accountType', label: 'Kind of account', type: 'text', required: true, placeholder: 'Individual' },
        { key: 'status', label: 'Status', type: 'select', required: true, options: statuses },
        {
          key: 'justification',
          label: 'Justification',
          type: 'text',
          requiredWhen: { column: 'status', value: 'Allowed' },
          description: 'Needed for kinds that are allowed.',
          placeholder: 'Needed by everybody who works here',
        },
      ],
      defaultRows: [
        { accountType: 'Individual', status: 'Allowed', justification: 'Everybody who works here needs one.' },
        { accountType: 'System or sysadmin', status: 'Allowed', justification: 'Administrators need one for their work.' },
        disallowed('Developer'),
        { accountType: 'Service account', status: 'Allowed', justification: 'Services in the background need one.' },
        disallowed('Shared'),
        disallowed('Group'),
        disallowed('Emergency'),
        disallowed('Anonymous'),
        disallowed('Temporary'),
        disallowed('Guest'),
      ],
    },
  ],
};
