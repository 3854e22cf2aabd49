import type { Environment } from './environment.ts';
import { urlWithProtocol, networks, text, integer } from './parsers.ts';

/** Settings of the optional language model that drafts texts. */
export function textModelSettings(env: Environment) {
  const url = env.maybe(
    'TEXT_MODEL_URL',
    urlWithProtocol('http:', 'https:'),
    'Address of a language model that drafts answers and summaries: an API of the OpenAI-compatible chat form, without `/chat/completions`, such as `https://models.example.com/v1`. Without it, texts are made by rules and quotations alone.',
  );
  const name = env.maybe('TEXT_MODEL', text, 'Name of the model, as that API calls it; required with TEXT_MODEL_URL.');
  const apiKey = env.maybe('TEXT_MODEL_KEY', text, 'Key of that API, sent as a bearer token.');
  const allowedNetworks = env.take(
    'TEXT_MODEL_NETWORKS',
    networks,
    '',
    'Private networks that the language model may be in, such as `127.0.0.1/32`, separated by commas; by default it has a public address. Integrations do not reach these networks.',
  );
  const timeout = env.take(
    'TEXT_MODEL_TIMEOUT',
    integer(100, 300_000),
    '30000',
    'Maximum time in milliseconds for an answer of the language model.',
  );
  const callsPerDay = env.take(
    'TEXT_MODEL_CALLS',
    integer(0, 10_000_000),
    '1000',
    'Maximum number of calls to the language model for each organization and day (UTC); beyond it, texts are made by rules and quotations.',
  );
  if (url !== undefined && name === undefined) env.errors.push('TEXT_MODEL must be set with TEXT_MODEL_URL');
  return url === undefined || name === undefined ? undefined : { url, name, apiKey, allowedNetworks, timeout, callsPerDay };
}
