import type { FormDefinition } from '../definition.ts';

export const tabletopExercise: FormDefinition = {
  type: 'tabletop-exercise',
  title: 'Incident response exercise',
  description: 'A rehearsal of an incident: the scenario, who took part, what was learned and what follows from it.',
  category: 'security',
  submissionDateMode: 'custom',
  fields: [
    { key: 'exerciseDate', label: 'Day of the exercise', type: 'date', required: true },
    { key: 'facilitator', label: 'Facilitator', type: 'text', required: true, trimmed: true, placeholder: 'Ada Marsh' },
    {
      key: 'scenarioType',
      label: 'Kind of incident',
      type: 'select',
      required: true,
      options: [
        { value: 'data-breach', label: 'Data breach' },
        { value: 'ransomware', label: 'Ransomware' },
        { value: 'insider-threat', label: 'Insider threat' },
        { value: 'phishing', label: 'Phishing' },
        { value: 'ddos', label: 'Denial of service' },
        { value: 'third-party-breach', label: 'Breach at a third party' },
        { value: 'natural-disaster', label: 'Natural disaster' },
        { value: 'custom', label: 'Another one' },
      ],
    },
    {
      key: 'scenarioDescription',
      label: 'Scenario',
      type: 'textarea',
      required: true,
      placeholder: 'How the incident begins, and how it develops.',
    },
    {
      key: 'attendees',
      label: 'Attendees',
      type: 'matrix',
      required: true,
      addRowLabel: 'Add attendee',
      columns: [
        { key: 'name', label: 'Name', type: 'text', required: true, placeholder: 'Chen Liu' },
        { key: 'roleTitle', label: 'Role', type: 'text', required: true, placeholder: 'On-call engineer' },
        { key: 'department', label: 'Department', type: 'text', required: true, placeholder: 'IT' },
      ],
    },
    {
      key: 'sessionNotes',
      label: 'Notes',
      type: 'textarea',
      required: true,
      placeholder: 'What was decided when, what went well, and what was missing.',
    },
    {
      key: 'actionItems',
      label: 'Action items',
      type: 'matrix',
      required: true,
      addRowLabel: 'Add action item',
      columns: [
        { key: 'finding', label: 'What was found', type: 'text', required: true, placeholder: 'Nobody knew the number of the insurer' },
        { key: 'improvementAction', label: 'What is done about it', type: 'text', required: true, placeholder: 'Add it to the plan' },
        { key: 'assignedOwner', label: 'Owner', type: 'text', required: true, placeholder: 'Ada Marsh' },
        { key: 'dueDate', label: 'Due', type: 'text', required: true, placeholder: '2026-06-30' },
      ],
    },
    {
      key: 'evidenceFile',
      label: 'File',
      type: 'file',
      accept: ['.pdf', '.doc', '.docx', '.png', '.jpg', '.jpeg', '.csv', '.xlsx', '.xls'],
    },
  ],
};
