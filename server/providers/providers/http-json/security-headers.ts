/** Checks whether a URL sends the security headers for browsers. */
import { type Check, textValue } from '../../manifest.ts';

const selectableHeaders = [
  'Content-Security-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
  'Permissions-Policy',
];

export const securityHeaders: Check = {
  id: 'security-headers',
  name: 'Security headers are set',
  description: 'The address answers with each of the headers that are demanded.',
  service: 'headers',
  task: 'sanitized-inputs',
  variables: [
    {
      id: 'required_headers',
      label: 'Headers',
      type: 'multi_select',
      role: 'other',
      default: selectableHeaders.slice(0, 3).map((name) => name.toLowerCase()),
      options: selectableHeaders.map((label) => ({ value: label.toLowerCase(), label })),
    },
  ],
  async run({ variables, baseUrl, request, pass, fail }) {
    const path = textValue(variables, 'endpoint_path') || '/';
    const resource = { resourceType: 'endpoint', resourceId: `${baseUrl}${path}` };
    const requiredHeaders = [variables.required_headers ?? []].flat().map(String);
    const { status, headers } = await request(path);
    const evidence = {
      url: resource.resourceId,
      status,
      headers: Object.fromEntries(requiredHeaders.map((name) => [name, headers[name] ?? null])),
    };
    const missingHeaders = requiredHeaders.filter((name) => headers[name] === undefined);
    if (missingHeaders.length === 0)
      return pass({
        ...resource,
        title: 'All required headers are sent',
        description: `Sent: ${requiredHeaders.join(', ') || 'none is demanded'}.`,
        evidence,
      });
    fail({
      ...resource,
      title: `${missingHeaders.length} of ${requiredHeaders.length} headers are missing`,
      description: `Not sent: ${missingHeaders.join(', ')}.`,
      remediation: 'Have the service, or the proxy before it, send them with every answer.',
      evidence,
    });
  },
};
