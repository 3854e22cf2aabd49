import type { components } from '#generated/api';
import type { Agreement } from './agreement.ts';

/**
 * @param pdfDownloadUrl link to the signed PDF, if the caller may download it
 * @returns the agreement without internal fields
 */
export function toContractAgreement(
  { pdfKey: _key, tokenHash: _hash, tokenCounter: _counter, linkStatus: _status, isLinkExpired: _isExpired, ...agreement }: Agreement,
  pdfDownloadUrl: string | null = null,
): components['schemas']['TrustNdaAgreement'] {
  return { ...agreement, pdfDownloadUrl };
}
