/** Refusals of parts of a body. */
interface Refused {
  readonly status: number;
  readonly body: {
    readonly success: false;
    readonly error: string;
    readonly details?: Readonly<Record<string, { readonly _errors: string[] } | string[]>>;
  };
}

/** Prefixes the fields of a refusal for a part of the body. @param place such as `attachments.0` */
export function prefixRefusal<R extends Refused>(place: string, refused: R): R {
  const { details } = refused.body;
  if (!details) return refused;
  const named = Object.entries(details).map(([field, found]) =>
    Array.isArray(found) ? ([place, { _errors: found }] as const) : ([`${place}.${field}`, found] as const),
  );
  return { ...refused, body: { ...refused.body, details: Object.fromEntries(named) } };
}
