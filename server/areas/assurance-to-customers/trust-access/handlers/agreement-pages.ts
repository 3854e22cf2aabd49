/** Builds the content of agreements for their PDF. */
import type { PublicPage } from '#domain/trust/portal/public-page';
import { stampText } from '#documents/watermarks/stamp-text';
import type { Ports } from '#platform/ports/index';
import type { AgreementPages } from '../documents/agreement.ts';
import { standardSections } from '../rules/standard-nda.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
}

/**
 * @returns the content of the PDF of an agreement
 * @param signature null for a preview
 */
export async function buildAgreementPages(
  { ndaTemplate }: Pick<Ports, 'ndaTemplate'>,
  { organizationId, organizationName, primaryColor }: PublicPage,
  { name, email, company }: Recipient,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  signature: AgreementPages['signature'] = null,
): Promise<AgreementPages> {
  const parties = { organization: organizationName, person: name, company };
  const ownSections = await ndaTemplate?.sectionsFor(organizationId, parties);
  return {
    id,
    parties,
    email,
    color: primaryColor,
    date: createdAt,
    sections: ownSections ?? standardSections(parties),
    signature,
    watermark: stampText({ organization: organizationName, email }),
  };
}
