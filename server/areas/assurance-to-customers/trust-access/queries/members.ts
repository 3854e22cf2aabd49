import type { components } from '#generated/api';

/**
 * @param member joined, or nulls for none
 * @returns the member in the shape of requests and grants
 */
export function memberFromRow({
  id,
  name,
  email,
}: {
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}): components['schemas']['TrustAccessMember'] {
  return id === null || name === null || email === null ? null : { id, user: { name, email } };
}
