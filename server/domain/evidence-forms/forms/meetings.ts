import type { FormDefinition, FormField, FormType } from '../definition.ts';

/** @returns the fields of meeting minutes @param agenda the usual agenda of this kind of meeting */
function fieldsWith(agenda: readonly string[]): readonly FormField[] {
  return [
    { key: 'attendees', label: 'Attendees', type: 'text', required: true, placeholder: 'Ada Marsh, Chen Liu' },
    { key: 'date', label: 'Day of the meeting', type: 'date', required: true },
    {
      key: 'meetingMinutes',
      label: 'Minutes',
      type: 'textarea',
      required: true,
      description: 'What was discussed, what was decided, and who does what until when.',
      placeholder: [...agenda, 'Action items with owners and dates'].map((item, index) => `${index + 1}. ${item}`).join('\n'),
    },
    { key: 'meetingMinutesApprovedBy', label: 'Minutes approved by', type: 'text', required: true, placeholder: 'Mira Castellan' },
    { key: 'approvedDate', label: 'Day of the approval', type: 'date', required: true },
  ];
}

const minutes = { category: 'governance', submissionDateMode: 'custom' } as const;
const kindOfMeeting = { ...minutes, hidden: true, kindOf: 'meeting' satisfies FormType } as const;

export const meetings: readonly FormDefinition[] = [
  {
    ...minutes,
    type: 'meeting',
    title: 'Meeting minutes',
    description: 'Minutes of a meeting in which the organization steers its security and compliance.',
    fields: fieldsWith(['Open items of the last meeting', 'Security and compliance since then', 'Decisions']),
  },
  {
    ...kindOfMeeting,
    type: 'board-meeting',
    title: 'Board meeting minutes',
    description: 'Minutes of a meeting of the board or of the owners.',
    fields: fieldsWith(['Financial situation', 'Risk and compliance', 'Strategy', 'Staff', 'Business continuity', 'Capital and funding']),
  },
  {
    ...kindOfMeeting,
    type: 'it-leadership-meeting',
    title: 'IT leadership meeting minutes',
    description: 'Minutes of a meeting of those who lead IT.',
    fields: fieldsWith([
      'Changes to the network diagram',
      'Organization of the IT teams',
      'Firewall rules',
      'Inventory of assets',
      'Baseline configuration',
    ]),
  },
  {
    ...kindOfMeeting,
    type: 'risk-committee-meeting',
    title: 'Risk committee meeting minutes',
    description: 'Minutes of a meeting of those who decide about risks.',
    fields: fieldsWith([
      'Compliance assessment',
      'Risk assessment',
      'Improvements',
      'Budget',
      'New measures',
      'Fraud',
      'Succession of key people',
    ]),
  },
];
