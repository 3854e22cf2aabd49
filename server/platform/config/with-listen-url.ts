import type { Config } from '../config.ts';

/**
 * Replaces the base URL in the settings once the assigned port is known, if the configured port is 0.
 * @param url where the service listens
 * @returns the settings, with `url` instead of the base URL at the beginning of each URL
 */
export function withListenUrl(config: Config, url: string): Config {
  const { baseUrl, appUrl, portalUrl, trustUrl, letterUrl } = config;
  if (!baseUrl.endsWith(':0')) return config;
  const replaceBase = (original: string) => (`${original}/`.startsWith(`${baseUrl}/`) ? url + original.slice(baseUrl.length) : original);
  return {
    ...config,
    baseUrl: url,
    appUrl: replaceBase(appUrl),
    portalUrl: replaceBase(portalUrl),
    trustUrl: replaceBase(trustUrl),
    letterUrl: replaceBase(letterUrl),
  };
}
