import type { FormDefinition } from '../definition.ts';

export const networkDiagram: FormDefinition = {
  type: 'network-diagram',
  title: 'Network diagram',
  description: 'A drawing of the networks and of what connects them, as a link or as a file.',
  category: 'security',
  submissionDateMode: 'custom',
  oneOf: ['diagramFile', 'diagramUrl'],
  fields: [
    {
      key: 'diagramUrl',
      label: 'Link to the diagram',
      type: 'text',
      trimmed: true,
      isAddress: true,
      description: 'Needed unless the diagram is sent as a file.',
      placeholder: 'https://diagrams.example.com/network',
    },
    {
      key: 'diagramFile',
      label: 'Diagram as a file',
      type: 'file',
      description: 'Needed unless there is a link.',
      accept: ['.pdf', '.png', '.jpg', '.jpeg', '.svg', '.vsdx'],
    },
  ],
};
