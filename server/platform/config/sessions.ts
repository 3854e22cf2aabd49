import type { Environment } from './environment.ts';
import { urlWithProtocol, pem, secret, text } from './parsers.ts';

/** Settings for verifying session tokens. */
export function sessionSettings(env: Environment) {
  const hmacSecret = env.maybe(
    'SESSION_SECRET',
    secret,
    'Secret of at least 32 characters that verifies session tokens (HS256). Without this, SESSION_PUBLIC_KEY and SESSION_JWKS_URL, a key derived from SECRET verifies them.',
  );
  const publicKey = env.maybe('SESSION_PUBLIC_KEY', pem, 'Public key (PEM) that verifies session tokens (RS256 or ES256).');
  const jwksUrl = env.maybe(
    'SESSION_JWKS_URL',
    urlWithProtocol('http:', 'https:'),
    'Address of the key set that verifies session tokens (RS256 or ES256).',
  );
  const issuer = env.maybe('SESSION_ISSUER', text, 'The `iss` that session tokens must have.');
  const audience = env.maybe('SESSION_AUDIENCE', text, 'The `aud` that session tokens must have; required with SESSION_JWKS_URL.');
  if (jwksUrl !== undefined && audience === undefined)
    env.errors.push('SESSION_AUDIENCE must be set with SESSION_JWKS_URL: the key set may sign tokens for other services, too');
  return { secret: hmacSecret, publicKey, jwksUrl, issuer, audience };
}
