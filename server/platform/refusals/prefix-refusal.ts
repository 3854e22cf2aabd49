import type { Details } from './details.ts';

/** A refusal of a part of a body. */
interface PartRefusal {
  readonly status: number;
  readonly body: { readonly success: false; readonly error: string; readonly details?: Details };
}

/**
 * Prefixes the fields of a refusal for a part of the body. Messages about the whole part become messages of the part's own field.
 * @param fieldPath of the part, such as `attachments.0`
 */
export function prefixRefusal<R extends PartRefusal>(fieldPath: string, partRefusal: R): R {
  const { details } = partRefusal.body;
  if (!details) return partRefusal;
  const { _codes: reasons = [], ...fields } = details;
  const prefixedDetails = Object.entries(fields).map(([field, messages]) =>
    Array.isArray(messages)
      ? ([fieldPath, { _errors: messages, _codes: reasons, in: 'body' as const }] as const)
      : ([`${fieldPath}.${field}`, messages] as const),
  );
  return { ...partRefusal, body: { ...partRefusal.body, details: Object.fromEntries(prefixedDetails) } };
}
