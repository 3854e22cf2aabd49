/** Formats the text that the server prints when it has started. */
import type { Config } from '#platform/config';

/** The URLs of the started server, and the API key of a new demonstration organization. */
interface Started {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly demonstrationKey: string | undefined;
}

/** The first command prints the organization id that the second command needs. */
const newKeyHint = 'npm run -s admin -- organization list, then npm run -s admin -- key create --organization ID --owner EMAIL';

/** Returns the text to print: the URLs, and the API key, which is shown only once. */
export function banner({ url, metricsUrl, demonstrationKey }: Started, { databaseUrl, dataDir, demo }: Config): string {
  const lines = [
    ['Compliance automation service', url],
    ['Reference', `${url}/docs/`],
    ['Contract', `${url}/openapi.json`],
    ['Data', databaseUrl === undefined ? `${dataDir} (embedded database)` : 'PostgreSQL'],
    ...(metricsUrl === undefined ? [] : [['Metrics', metricsUrl]]),
    ...(demonstrationKey === undefined
      ? databaseUrl === undefined && demo
        ? [['API key', `shown at the first start; for another one, stop the server and run: ${newKeyHint}`]]
        : []
      : [
          ['API key', `${demonstrationKey} (of the demonstration organization; shown only once)`],
          ['Try', `curl -H "X-API-Key: ${demonstrationKey}" "${url}/v1/risks?limit=3"`],
        ]),
  ];
  return `\n${lines.map(([name = '', value = '']) => `  ${name.padEnd(31)}${value}`).join('\n')}\n\n`;
}
