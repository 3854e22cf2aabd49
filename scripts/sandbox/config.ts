/** The settings of the sandbox. */
import { type Config, ConfigError, configFrom } from '#platform/config';

/** Variables that apply to the sandbox, too. The others name databases, buckets and mail servers, which a sandbox must not reach. */
const passedOn = [
  'APP_URL',
  'BOOTSTRAP_API_KEY',
  'CORS_ORIGINS',
  'HOST',
  'LOG_LEVEL',
  'ORGANIZATION_RATE_LIMIT',
  'RATE_LIMIT',
  'VALIDATE_RESPONSES',
] as const;
/** With any other host, other machines could read the sessions. */
const ownHosts = ['127.0.0.1', 'localhost', '::1'];

/** @param dataDir a temporary folder @throws ConfigError */
export function sandboxConfig(env: Readonly<Record<string, string | undefined>>, dataDir: string): Config {
  const config = configFrom({
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(passedOn.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    PORT: env.SANDBOX_PORT || env.PORT || '4020',
    // Sessions and links stay valid after a restart on the same day.
    SECRET: 'the same in every sandbox, because it protects nothing',
    DATA_DIR: dataDir,
  });
  if (!ownHosts.includes(config.host))
    throw new ConfigError(`HOST must be one of ${ownHosts.join(', ')} for the sandbox, not ${JSON.stringify(config.host)}`);
  return config;
}
