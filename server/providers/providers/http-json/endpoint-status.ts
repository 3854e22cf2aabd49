/** Checks whether a URL responds with the expected status, and whether its content meets a condition. */
import { type Check, type CheckContext, textValue, type Variables } from '../../manifest.ts';

const operators = {
  exists: 'Is there',
  eq: 'Is',
  neq: 'Is not',
  contains: 'Contains',
  gt: 'Is greater than',
  lt: 'Is less than',
} as const;

export const endpointStatus: Check = {
  id: 'endpoint-status',
  name: 'Address answers as expected',
  description: 'The address answers with the expected status, and what it says meets the condition.',
  service: 'availability',
  task: 'app-availability',
  severity: 'high',
  variables: [
    {
      id: 'endpoint_path',
      label: 'Path',
      type: 'text',
      role: 'path',
      required: true,
      placeholder: '/health',
      helpText: 'What is asked for, below the address of the connection.',
    },
    { id: 'expected_status', label: 'Expected status', type: 'number', role: 'other', default: 200 },
    {
      id: 'json_path',
      label: 'Field',
      type: 'text',
      role: 'other',
      placeholder: 'status.database',
      helpText: 'A field of the JSON that is answered, its steps separated by dots. Without it only the status counts.',
    },
    {
      id: 'json_operator',
      label: 'Condition',
      type: 'select',
      role: 'other',
      default: 'exists',
      options: Object.entries(operators).map(([value, label]) => ({ value, label })),
    },
    { id: 'json_value', label: 'Value', type: 'text', role: 'other', placeholder: 'ok', helpText: 'What the field is compared with.' },
  ],
  async run(context) {
    const { variables, baseUrl, request, pass, fail } = context;
    const path = textValue(variables, 'endpoint_path');
    const resource = { resourceType: 'endpoint', resourceId: `${baseUrl}${path}` };
    const { status, text } = await request(path);
    const expected = Number(variables.expected_status);
    const problem = status === expected ? findUnmetCondition(text, variables) : `It answered ${status}, and ${expected} is expected.`;
    const evidence = { url: resource.resourceId, status, ...selectedValue(context, text) };
    if (problem === undefined)
      return pass({ ...resource, title: `${path} answers with ${status}`, description: 'The address answers as expected.', evidence });
    fail({
      ...resource,
      title: `${path} does not answer as expected`,
      description: problem,
      remediation: 'Find out from the log of the service why it answers otherwise, and mend it.',
      evidence,
    });
  },
};

/** @returns a message if the condition is not met, otherwise undefined */
export function findUnmetCondition(text: string, variables: Variables): string | undefined {
  const path = textValue(variables, 'json_path');
  if (path === '') return undefined;
  const body = parseJson(text);
  if (body === undefined) return 'The answer is not JSON.';
  const value = getValueAt(body, path);
  const operator = textValue(variables, 'json_operator');
  const expected = textValue(variables, 'json_value');
  return meetsCondition(value, operator, expected)
    ? undefined
    : `The field ${path} is ${value === undefined ? 'not there' : JSON.stringify(value).slice(0, 200)}. Demanded: ${operator} ${expected}`.trim();
}

function meetsCondition(value: unknown, operator: string, expected: string): boolean {
  switch (operator) {
    case 'eq':
      return toComparableText(value) === expected;
    case 'neq':
      return toComparableText(value) !== expected;
    case 'contains':
      return Array.isArray(value)
        ? value.some((item) => toComparableText(item) === expected)
        : typeof value === 'string' && value.includes(expected);
    case 'gt':
      return typeof value === 'number' && value > Number(expected);
    case 'lt':
      return typeof value === 'number' && value < Number(expected);
    default:
      return value !== undefined && value !== null;
  }
}

const toComparableText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function selectedValue({ variables }: CheckContext, text: string): object {
  const field = textValue(variables, 'json_path');
  return field === '' ? {} : { field, value: getValueAt(parseJson(text), field) ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns the value at a dotted path: for `{ a: [{ b: 1 }] }`, the path `a.0.b` has the value 1 */
function getValueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (inner, step) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
          ? Object.entries(inner).find(([name]) => name === step)?.[1]
          : undefined,
      value,
    );
}
