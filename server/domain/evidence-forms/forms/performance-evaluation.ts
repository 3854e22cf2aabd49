import type { FormDefinition } from '../definition.ts';

export const performanceEvaluation: FormDefinition = {
  type: 'employee-performance-evaluation',
  title: 'Performance evaluation',
  description: 'The evaluation of an employee over a period, signed by the manager.',
  category: 'people',
  submissionDateMode: 'custom',
  fields: [
    { key: 'employeeName', label: 'Employee', type: 'text', required: true, trimmed: true, placeholder: 'Ada Marsh' },
    { key: 'manager', label: 'Manager', type: 'text', required: true, trimmed: true, placeholder: 'Chen Liu' },
    { key: 'reviewPeriodTo', label: 'End of the period', type: 'date', required: true },
    {
      key: 'overallRating',
      label: 'Rating',
      type: 'select',
      required: true,
      options: [
        { value: 'needs-improvement', label: 'Needs improvement' },
        { value: 'meets-expectations', label: 'Meets expectations' },
        { value: 'exceeds-expectations', label: 'Exceeds expectations' },
      ],
    },
    {
      key: 'managerSignature',
      label: 'Signature of the manager',
      type: 'text',
      required: true,
      trimmed: true,
      description: 'The typed name of the manager.',
    },
    { key: 'managerSignatureDate', label: 'Day of the signature', type: 'date', required: true },
    {
      key: 'managerComments',
      label: 'Comments of the manager',
      type: 'textarea',
      required: true,
      trimmed: true,
      placeholder: 'What went well, and what is agreed for the next period.',
    },
  ],
};
