import type { FormDefinition } from '../definition.ts';

export const rbacMatrix: FormDefinition = {
  type: 'rbac-matrix',
  title: 'Role matrix',
  description: 'Which roles each system has, what they may do, and who approved them. It is typed in or sent as a file.',
  category: 'security',
  submissionDateMode: 'custom',
  oneOf: ['matrixRows', 'matrixFile'],
  fields: [
    {
      key: 'matrixRows',
      label: 'Roles',
      type: 'matrix',
      description: 'At least one role, unless the matrix is sent as a file.',
      addRowLabel: 'Add role',
      skipsEmptyRows: true,
      replacedBy: 'matrixFile',
      columns: [
        { key: 'system', label: 'System', type: 'text', required: true, placeholder: 'Billing' },
        { key: 'roleName', label: 'Role', type: 'text', required: true, placeholder: 'Clerk' },
        { key: 'permissionsScope', label: 'Permissions', type: 'text', required: true, placeholder: 'Creates invoices, refunds nothing' },
        { key: 'approvedBy', label: 'Approved by', type: 'text', required: true, placeholder: 'Chen Liu' },
        { key: 'lastReviewed', label: 'Last reviewed', type: 'text', required: true, placeholder: '2026-03-31' },
      ],
    },
    {
      key: 'matrixFile',
      label: 'Matrix as a file',
      type: 'file',
      description: 'With a file, the rows may be incomplete.',
      accept: ['.csv', '.xlsx', '.xls', '.pdf'],
    },
  ],
};
