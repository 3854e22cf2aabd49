import type { Config } from '../platform/config.ts';

/** The text that is printed at the start: the addresses, and the API key, which is shown only once. */
export function banner(
  { url, demonstrationKey }: { readonly url: string; readonly demonstrationKey: string | undefined },
  { databaseUrl, dataDir }: Config,
): string {
  const lines = [
    ['Compliance automation service', url],
    ['Reference', `${url}/docs/`],
    ['Contract', `${url}/openapi.json`],
    ['Data', databaseUrl === undefined ? `${dataDir} (embedded database)` : 'PostgreSQL'],
    ...(demonstrationKey === undefined
      ? []
      : [
          ['API key', `${demonstrationKey} (of the demonstration organization; shown only once)`],
          ['Try', `curl -H "X-API-Key: ${demonstrationKey}" "${url}/v1/risks?limit=3"`],
        ]),
  ];
  return `\n${lines.map(([name = '', value = '']) => `  ${name.padEnd(31)}${value}`).join('\n')}\n\n`;
}
