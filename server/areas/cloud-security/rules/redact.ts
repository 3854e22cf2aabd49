/** Evidence without secrets (spec/areas/cloud-security, rule 4). */
import { hidden } from '../../../domain/redaction/redact.ts';
import { storable } from '../../../domain/providers/redaction.ts';

const secretName =
  /(?:passwords?|secrets?|tokens?|credentials?|privatekeys?|publickeys?|accesskeys?|accesskeyid|secretaccesskey|apikeys?|signingkeys?|sessionid|sessiontokens?|bearer|authorization|cookies?)$/;
/** Levels that are looked at; what is deeper is left out. */
const deepest = 32;

/** Whether the value of a member with this name is secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.toLowerCase().replaceAll(/[\s._-]/g, ''));
}

/** @param value of JSON @returns the same without secrets, and without what the database does not take */
export function withoutSecrets(value: unknown, isSecret = false, depth = 0): unknown {
  if (typeof value === 'string') return isSecret ? hidden : storable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return depth < deepest ? value.map((item) => withoutSecrets(item, isSecret, depth + 1)) : [];
  if (isSecret) return hidden;
  if (depth >= deepest) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storable(name), withoutSecrets(inner, isSecretName(name), depth + 1)]),
  );
}
