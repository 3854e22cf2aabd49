/**
 * Operations whose URL is the credential: by its signature (server/platform/files/signatures.ts), or by a token or a name in its path.
 */
import { inSeconds, signatureOf, type SignedUrl } from '#platform/files/signatures';
import type { Secrets } from '#platform/ports/secrets';
import type { contract } from './contract.ts';
import { linkTokenOf } from './trust-access.ts';

type Operation = Pick<(typeof contract)[number], 'method' | 'template' | 'parameters'>;

export const isSigned = ({ parameters }: Pick<Operation, 'parameters'>) =>
  parameters.some(({ name, in: where }) => where === 'query' && name === 'signature');

/** The signed query for the id in a path. @param expires in seconds since 1970 */
export function signedQuery(
  { method, parameters }: Pick<Operation, 'method' | 'parameters'>,
  secrets: Secrets,
  organizationId: string,
  id: string,
  expires = inSeconds(600),
): string {
  const isFile = parameters.some(({ name }) => name === 'disposition');
  const signedUrl: SignedUrl = { method: method === 'PUT' ? 'PUT' : 'GET', id, expires, ...(isFile && { disposition: 'attachment' }) };
  return new URLSearchParams({ expires: String(expires), signature: signatureOf(secrets, signedUrl, organizationId) }).toString();
}

/** @returns the path with the link token and the trust portal of an organization (test/support/trust-access.ts) */
function withLinks(template: string, path: string, organizationId: string): string {
  const steps = path.split('/');
  const token = linkTokenOf(organizationId, template.includes('/nda/') ? 'nda' : 'access');
  return template
    .split('/')
    .map((step, index) => (step === '{friendlyUrl}' ? organizationId : step === '{token}' ? token : steps[index]))
    .join('/');
}

/** Turns a path into a valid URL of an organization by replacing its query or segments. Paths of other operations stay the same. */
export function withValidAddress(operation: Operation, path: string, secrets: Secrets, organizationId: string, expires?: number): string {
  const [pathname = '', ...queries] = path.split('?');
  if (operation.template.startsWith('/v1/trust-access/'))
    return [withLinks(operation.template, pathname, organizationId), ...queries].join('?');
  if (!isSigned(operation)) return path;
  const steps = pathname.split('/');
  const id = steps[operation.template.split('/').findIndex((step) => step.startsWith('{'))] ?? '';
  return `${pathname}?${signedQuery(operation, secrets, organizationId, decodeURIComponent(id), expires)}`;
}
