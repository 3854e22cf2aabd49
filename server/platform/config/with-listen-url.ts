import type { Config } from '../config.ts';

/**
 * Completes the settings once an open port is known.
 * @param url where the service listens
 * @returns the settings, with addresses below the public one moved to `url`
 */
export function withListenUrl(config: Config, url: string): Config {
  const { baseUrl, appUrl, portalUrl, trustUrl, letterUrl } = config;
  if (!baseUrl.endsWith(':0')) return config;
  const at = (address: string) => (`${address}/`.startsWith(`${baseUrl}/`) ? url + address.slice(baseUrl.length) : address);
  return { ...config, baseUrl: url, appUrl: at(appUrl), portalUrl: at(portalUrl), trustUrl: at(trustUrl), letterUrl: at(letterUrl) };
}
