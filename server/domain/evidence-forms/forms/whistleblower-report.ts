import type { FormDefinition } from '../definition.ts';

export const whistleblowerReport: FormDefinition = {
  type: 'whistleblower-report',
  title: 'Whistleblower report',
  description: 'A report of misconduct. Unless the person who reports wants to be named, nobody is recorded as its author.',
  category: 'security',
  submissionDateMode: 'auto',
  portalAccessible: true,
  optional: true,
  fields: [
    { key: 'incidentDate', label: 'Day of the incident', type: 'date', required: true },
    {
      key: 'complaintDetails',
      label: 'What happened',
      type: 'textarea',
      required: true,
      placeholder: 'Where and how it happened, and since when.',
    },
    {
      key: 'individualsInvolved',
      label: 'People involved',
      type: 'textarea',
      required: true,
      placeholder: 'Names or functions of those who took part and of those who saw it.',
    },
    { key: 'evidence', label: 'What supports the report', type: 'textarea', required: true, placeholder: 'Messages, records, witnesses.' },
    {
      key: 'evidenceFile',
      label: 'File',
      type: 'file',
      description: 'A file may name its author in its properties. Remove them to stay anonymous.',
      accept: ['.pdf', '.doc', '.docx', '.txt', '.png', '.jpg', '.jpeg', '.csv', '.xlsx', '.xls'],
    },
  ],
};
