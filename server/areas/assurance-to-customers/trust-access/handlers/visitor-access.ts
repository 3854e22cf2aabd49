/** Gives visitors without an account access by a published page, a personal link or a signing link (trust-access, rules 1 and 7). */
import { InOrganization } from '#contract/replies';
import type { OrganizationContext, PublicContext } from '#platform/context';
import { refusal } from '#platform/refusals/refusal';

/** The work to do within the organization. */
type Work<A> = (context: OrganizationContext) => Promise<A>;
type VisitorContext = Pick<PublicContext, 'externalParties'>;

/** Runs `work` for anyone who opens a published page. */
export async function withPublishedPage<A>(
  { path, externalParties }: VisitorContext & { readonly path: { readonly friendlyUrl: string } },
  work: Work<A>,
) {
  const visitor = await externalParties.visitorOf(path.friendlyUrl);
  return visitor ? new InOrganization<A>(visitor.organizationId, work, visitor) : refusal('trust_portal_not_found');
}

/** Runs `work` for the holder of a personal link. */
export async function withPersonalLink<A>(
  { path, externalParties }: VisitorContext & { readonly path: { readonly token: string } },
  work: Work<A>,
) {
  const grant = await externalParties.grantOf(path.token);
  if (!grant) return refusal('access_token_not_found');
  if (!grant.isActive) return refusal('access_token_expired');
  return new InOrganization<A>(grant.actor.organizationId, work, grant.actor);
}

/** Runs `work` for the holder of a signing link. The id of the actor is the id of the agreement. */
export async function withSigningLink<A>(
  { path, externalParties }: VisitorContext & { readonly path: { readonly token: string } },
  work: Work<A>,
) {
  const signer = await externalParties.signerOf(path.token);
  return signer ? new InOrganization<A>(signer.organizationId, work, signer) : refusal('signing_link_not_found');
}
