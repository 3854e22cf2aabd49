/** A non-disclosure agreement as it is stored. */
import type { components } from '#generated/api';
import type { StoredToken } from '#domain/trust/access/tokens';

export interface Agreement extends Omit<components['schemas']['TrustNdaAgreement'], 'pdfDownloadUrl'>, StoredToken {
  readonly pdfKey: string | null;
  /** The status of the signing link, including `expired`. */
  readonly linkStatus: components['schemas']['TrustAccessRequest']['ndaStatus'];
  readonly isLinkExpired: boolean;
}
