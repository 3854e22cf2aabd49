/** Checks that a certificate is trusted and does not expire soon, and that the server does not use a version older than TLS 1.2. */
import type { Check } from '../../manifest.ts';

const day = 86_400_000;

export const tlsCertificate: Check = {
  id: 'tls-certificate',
  name: 'Certificate and version of TLS',
  description: 'The certificate is trusted and does not run out soon, and nothing older than TLS 1.2 is spoken.',
  service: 'transport',
  task: 'tls-https',
  severity: 'high',
  variables: [{ id: 'certificate_days', label: 'Days that a certificate must last', type: 'number', role: 'other', default: 30 }],
  async run({ baseUrl, variables, http, signal, note, pass, fail }) {
    const url = new URL(baseUrl);
    const resource = { resourceType: 'certificate', resourceId: `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}` };
    if (url.protocol !== 'https:') {
      return fail({
        ...resource,
        title: `${url.hostname} is not encrypted`,
        description: 'The address begins with http://.',
        remediation: 'Serve it over HTTPS, and redirect there.',
        evidence: { url: baseUrl },
      });
    }
    const { protocol, fault, ...certificate } = await http.certificate(url, signal);
    note('info', `${protocol} with ${resource.resourceId}`);
    const evidence = { protocol, ...certificate, trusted: fault === undefined, ...(fault !== undefined && { fault }) };
    const [daysLeft, minDays] = [Math.floor((Date.parse(certificate.validTo) - Date.now()) / day), Number(variables.certificate_days)];
    const until = `It is valid until ${certificate.validTo.slice(0, 10)}`;
    if (fault !== undefined)
      return fail({
        ...resource,
        title: `The certificate of ${url.hostname} is not trusted`,
        description: `Its check says ${fault}. ${until}.`,
        remediation: 'Install a certificate of a public authority that names this host.',
        evidence,
      });
    if (daysLeft < minDays)
      return fail({
        ...resource,
        title: `The certificate of ${url.hostname} expires in ${daysLeft} days`,
        description: `${until}, and at least ${minDays} days are demanded.`,
        remediation: 'Renew the certificate, and have it renewed by itself from now on.',
        evidence,
      });
    if (!['TLSv1.2', 'TLSv1.3'].includes(protocol))
      return fail({
        ...resource,
        title: `${url.hostname} speaks ${protocol}`,
        description: 'TLS 1.2 or newer is demanded.',
        remediation: 'Switch TLS 1.2 and 1.3 on, and everything older off.',
        evidence,
      });
    pass({
      ...resource,
      title: `${url.hostname} is encrypted`,
      description: `${protocol} with a trusted certificate. ${until}.`,
      evidence,
    });
  },
};
