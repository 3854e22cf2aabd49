/** Derives statuses from the current time, so that no job has to mark grants and links as expired (trust-access, rule 4). */
import { sql } from 'kysely';
import type { components } from '#generated/api';

type Schemas = components['schemas'];

/** @param alias alias of a joined `trust_access_grant` */
export const grantStatus = (alias: string) => sql<Schemas['TrustAccessGrantStatus']>`
  case when ${sql.ref(`${alias}.revoked_at`)} is not null then 'revoked' when ${sql.ref(`${alias}.expires_at`)} <= now() then 'expired' else 'active' end`;

/** @param alias alias of a `trust_nda_agreement` in a left join */
export const ndaStatus = (alias: string) => sql<Schemas['TrustAccessRequest']['ndaStatus']>`
  case when ${sql.ref(`${alias}.id`)} is null then 'not_required'
    when ${sql.ref(`${alias}.status`)} = 'pending' and ${sql.ref(`${alias}.sign_token_expires_at`)} <= now() then 'expired'
    else ${sql.ref(`${alias}.status`)} end`;
