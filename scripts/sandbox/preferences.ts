/** Reads the `Prefer` header (RFC 7240), such as `delay=800, status=503`. Other preferences are ignored. */

export interface Preferences {
  /** Milliseconds to wait before anything else. */
  readonly delay: number;
  /** The status of the error to answer. */
  readonly status: number | undefined;
  /** The name of the example of that status. */
  readonly example: string | undefined;
  /** What is wrong with the preferences. */
  readonly fault: string | undefined;
}

const maxDelay = 60_000;

/** @param header all `Prefer` headers of the request, joined by commas */
export function preferencesFrom(header = ''): Preferences {
  const values = new Map(
    header.split(/[,;]/).map((preference) => {
      const [name = '', value = ''] = preference.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
    }),
  );
  const [delay = '0', status, example] = ['delay', 'status', 'example'].map((name) => values.get(name));
  const faults = [
    ...(/^\d{1,5}$/.test(delay) && Number(delay) <= maxDelay ? [] : [`delay is a number of milliseconds from 0 to ${maxDelay}`]),
    ...(status === undefined || /^[45]\d\d$/.test(status) ? [] : ['status is an error from 400 to 599']),
    ...(example === undefined || status !== undefined ? [] : ['example is for an error, together with status']),
  ];
  return {
    delay: faults.length ? 0 : Number(delay),
    status: status === undefined ? undefined : Number(status),
    example,
    fault: faults.length ? faults.join('; ') : undefined,
  };
}
