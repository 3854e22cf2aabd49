import type { Config } from '../config.ts';

/**
 * The settings once the port is known that was left open.
 * @param url where the service listens
 * @returns them with all addresses below the public one moved to it
 */
export function settledAt(config: Config, url: string): Config {
  const { baseUrl, appUrl, portalUrl, trustUrl, letterUrl } = config;
  if (!baseUrl.endsWith(':0')) return config;
  const at = (address: string) => (`${address}/`.startsWith(`${baseUrl}/`) ? url + address.slice(baseUrl.length) : address);
  return { ...config, baseUrl: url, appUrl: at(appUrl), portalUrl: at(portalUrl), trustUrl: at(trustUrl), letterUrl: at(letterUrl) };
}
