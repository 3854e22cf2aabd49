import type { components } from '../../../../generated/api.d.ts';

/** @param member joined, or nulls for none @returns the member as requests and grants show one */
export function memberIn({
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
