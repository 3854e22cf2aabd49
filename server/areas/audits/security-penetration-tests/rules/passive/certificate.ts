/** Checks the certificate and the TLS versions of a server. */
import type { Certificate } from '#platform/ports/certificate';
import { type Weakness, createWeakness } from './issues.ts';

const dayMs = 86_400_000;
/** A certificate should be replaced at least this many days before it expires. */
const renewalDays = 21;

const verification = 'Connect with a browser and read the certificate.';

export function checkCertificate({ subject, issuer, validFrom, validTo, fault }: Certificate, now: Date): Weakness[] {
  const proof = `subject: ${subject}\nissuer: ${issuer}\nvalid from ${validFrom} to ${validTo}${fault === undefined ? '' : `\n${fault}`}`;
  if (Date.parse(validTo) < now.getTime())
    return [
      createWeakness(
        ['TLS-EXPIRED', 'high', 'CWE-298'],
        [
          'Certificate has expired',
          `The certificate was valid until ${validTo}.`,
          'Clients refuse the connection, or get used to warnings that would also show an attack.',
          'Install a new certificate, and renew it by a program.',
          verification,
        ],
        proof,
      ),
    ];
  if (fault !== undefined)
    return [
      createWeakness(
        ['TLS-UNTRUSTED', 'high', 'CWE-295'],
        [
          'Certificate is not trusted',
          `The certificate cannot be verified (${fault}).`,
          'Clients cannot tell the server from somebody in between.',
          'Install a certificate of a public authority for this host, with its whole chain.',
          verification,
        ],
        proof,
      ),
    ];
  const daysLeft = Math.floor((Date.parse(validTo) - now.getTime()) / dayMs);
  if (daysLeft >= renewalDays) return [];
  return [
    createWeakness(
      ['TLS-EXPIRING', 'low', 'CWE-298'],
      [
        'Certificate is about to expire',
        `The certificate is valid for ${daysLeft} more ${daysLeft === 1 ? 'day' : 'days'}.`,
        'Clients refuse the connection once it has expired.',
        'Renew the certificate by a program.',
        verification,
      ],
      proof,
    ),
  ];
}

export const obsoleteVersions = ['TLSv1', 'TLSv1.1'] as const;

/** @param acceptedVersions the obsolete TLS versions that the server accepts */
export function checkTlsVersions(acceptedVersions: readonly string[]): Weakness[] {
  if (!acceptedVersions.length) return [];
  return [
    createWeakness(
      ['TLS-VERSION', 'medium', 'CWE-327'],
      [
        'Former version of TLS is accepted',
        `The server accepts ${acceptedVersions.join(' and ')}, which RFC 8996 deprecates.`,
        'Connections could be made with weak cryptography.',
        'Accept TLS 1.2 and 1.3 only.',
        'Connect with the former version and see the connection refused.',
      ],
      `accepted: ${acceptedVersions.join(', ')}`,
    ),
  ];
}

export function createNoTlsIssue(): Weakness {
  return createWeakness(
    ['TLS-NONE', 'high', 'CWE-319'],
    [
      'Content is served without encryption',
      'The target answers over http and does not lead to https.',
      'Somebody on the network can read and change everything that is sent.',
      'Serve the content over https, and redirect http to it.',
      'Open the address with http and see it redirected to https.',
    ],
    'answered over http without a redirect to https',
  );
}
