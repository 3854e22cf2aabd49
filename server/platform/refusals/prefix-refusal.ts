/** A refusal of a part of a body. */
interface PartRefusal {
  readonly status: number;
  readonly body: {
    readonly success: false;
    readonly error: string;
    readonly details?: Readonly<Record<string, { readonly _errors: string[] } | string[]>>;
  };
}

/**
 * Prefixes the fields of a refusal for a part of the body. Messages about the whole part become messages of the part's own field.
 * @param fieldPath of the part, such as `attachments.0`
 */
export function prefixRefusal<R extends PartRefusal>(fieldPath: string, partRefusal: R): R {
  const { details } = partRefusal.body;
  if (!details) return partRefusal;
  const prefixedDetails = Object.entries(details).map(([field, messages]) =>
    Array.isArray(messages) ? ([fieldPath, { _errors: messages }] as const) : ([`${fieldPath}.${field}`, messages] as const),
  );
  return { ...partRefusal, body: { ...partRefusal.body, details: Object.fromEntries(prefixedDetails) } };
}
