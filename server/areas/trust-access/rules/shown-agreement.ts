import type { components } from '../../../../generated/api.d.ts';
import type { Agreement } from '../queries/agreements.ts';

/** @param pdfDownloadUrl a link to the signed PDF, where one is given out @returns the agreement without what only the service knows of it */
export function shownAgreement(
  { pdfKey: _key, tokenHash: _hash, tokenCounter: _counter, linkStatus: _status, isLinkOver: _isOver, ...agreement }: Agreement,
  pdfDownloadUrl: string | null = null,
): components['schemas']['TrustNdaAgreement'] {
  return { ...agreement, pdfDownloadUrl };
}
