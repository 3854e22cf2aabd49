/** Lists providers with their checks and variables, which are the same for every organization. */
import type { Handlers } from '#contract/types';
import { toCheck, toProvider } from '#providers/catalogue';
import { providers } from '#providers/providers/index';
import { checksOf, variablesOf } from '#providers/registry';
import { toVariable } from '#providers/variables';
import { providerNotFound } from '../refusals.ts';

type Operations = 'listIntegrationProviders' | 'getIntegrationProvider' | 'listProviderChecks' | 'listProviderVariables';

export const catalog: Pick<Handlers<'integrations'>, Operations> = {
  async listIntegrationProviders({ query: { isActive, category, capability }, ports: { baseUrl } }) {
    const matchingProviders = providers.all
      .map((manifest) => toProvider(baseUrl, manifest))
      .filter(
        (provider) =>
          (isActive === undefined || provider.isActive === isActive) &&
          (category?.includes(provider.category) ?? true) &&
          (capability === undefined || provider.capabilities.includes(capability)),
      );
    return { status: 200, body: { data: matchingProviders } };
  },

  async getIntegrationProvider({ path: { providerSlug }, ports: { baseUrl } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: toProvider(baseUrl, manifest) } : providerNotFound();
  },

  async listProviderChecks({ path: { providerSlug } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: { data: checksOf(manifest).map(toCheck) } } : providerNotFound();
  },

  async listProviderVariables({ path: { providerSlug } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: { data: variablesOf(manifest).map(toVariable) } } : providerNotFound();
  },
};
