/** Refusals of parts of a body. */
interface Refused {
  readonly status: number;
  readonly body: {
    readonly success: false;
    readonly error: string;
    readonly details?: Readonly<Record<string, { readonly _errors: string[] } | string[]>>;
  };
}

/** The refusal of a part of the body, with its fields named from the whole. @param place such as `attachments.0` */
export function refusedAt<R extends Refused>(place: string, refused: R): R {
  const { details } = refused.body;
  if (!details) return refused;
  const named = Object.entries(details).map(([field, found]) =>
    Array.isArray(found) ? ([place, { _errors: found }] as const) : ([`${place}.${field}`, found] as const),
  );
  return { ...refused, body: { ...refused.body, details: Object.fromEntries(named) } };
}
