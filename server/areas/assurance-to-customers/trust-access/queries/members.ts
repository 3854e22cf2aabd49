import type { components } from '#generated/api';

/**
 * @param member columns of a left join, all null if there is no member
 * @returns the member in the format of requests and grants
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
