/** Operations whose address is their credential: by its signature (server/platform/files/signatures.ts), or by a token or a name in its path. */
import { inSeconds, signatureOf, type SignedAddress } from '../../server/platform/files/signatures.ts';
import type { Secrets } from '../../server/platform/ports/secrets.ts';
import type { contract } from './contract.ts';
import { linkTokenOf } from './trust-access.ts';

type Operation = Pick<(typeof contract)[number], 'method' | 'template' | 'parameters'>;

export const isSigned = ({ parameters }: Pick<Operation, 'parameters'>) =>
  parameters.some(({ name, in: where }) => where === 'query' && name === 'signature');

/** The query that makes an address of it, for the id that stands in its path. @param expires in seconds since 1970 */
export function signedQuery(
  { method, parameters }: Pick<Operation, 'method' | 'parameters'>,
  secrets: Secrets,
  organizationId: string,
  id: string,
  expires = inSeconds(600),
): string {
  const isShown = parameters.some(({ name }) => name === 'disposition');
  const address: SignedAddress = { method: method === 'PUT' ? 'PUT' : 'GET', id, expires, ...(isShown && { disposition: 'attachment' }) };
  return new URLSearchParams({ expires: String(expires), signature: signatureOf(secrets, address, organizationId) }).toString();
}

/** A path with the links and the page of an organization (test/support/trust-access.ts). */
function led(template: string, path: string, organizationId: string): string {
  const steps = path.split('/');
  const token = linkTokenOf(organizationId, template.includes('/nda/') ? 'nda' : 'access');
  return template
    .split('/')
    .map((step, index) => (step === '{friendlyUrl}' ? organizationId : step === '{token}' ? token : steps[index]))
    .join('/');
}

/** A path that is a valid address of an organization, with another query or other steps than it has. Of other operations it stays as it is. */
export function signed(operation: Operation, path: string, secrets: Secrets, organizationId: string, expires?: number): string {
  const [place = '', ...queries] = path.split('?');
  if (operation.template.startsWith('/v1/trust-access/')) return [led(operation.template, place, organizationId), ...queries].join('?');
  if (!isSigned(operation)) return path;
  const steps = place.split('/');
  const id = steps[operation.template.split('/').findIndex((step) => step.startsWith('{'))] ?? '';
  return `${place}?${signedQuery(operation, secrets, organizationId, decodeURIComponent(id), expires)}`;
}
