import type { PublicPage } from '#domain/trust/portal/public-page';
import { stampText } from '#documents/watermarks/stamp-text';
import type { Ports } from '#platform/ports/index';
import type { AgreementPages } from '../documents/agreement.ts';
import { standardSections } from '../rules/standard-nda.ts';

interface Asked {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
}

/**
 * @returns the content of an agreement's document
 * @param signature null for a copy to read
 */
export async function buildAgreementPages(
  { ndaTemplate }: Pick<Ports, 'ndaTemplate'>,
  { organizationId, organizationName, primaryColor }: PublicPage,
  { name, email, company }: Asked,
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
