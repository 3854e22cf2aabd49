/** What can be connected, checked and set: the same for every organization. */
import type { Handlers } from '../../../contract/types.ts';
import { checkOf, providerOf } from '../../../domain/providers/catalogue.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { checksOf, variablesOf } from '../../../domain/providers/registry.ts';
import { variableOf } from '../../../domain/providers/variables.ts';
import { providerNotFound } from '../refusals.ts';

type Catalogue = 'listIntegrationProviders' | 'getIntegrationProvider' | 'listProviderChecks' | 'listProviderVariables';

export const catalogue: Pick<Handlers<'integrations'>, Catalogue> = {
  async listIntegrationProviders({ query: { isActive, category, capability }, ports: { baseUrl } }) {
    const shown = providers.all
      .map((manifest) => providerOf(baseUrl, manifest))
      .filter(
        (provider) =>
          (isActive === undefined || provider.isActive === isActive) &&
          (category?.includes(provider.category) ?? true) &&
          (capability === undefined || provider.capabilities.includes(capability)),
      );
    return { status: 200, body: { data: shown } };
  },

  async getIntegrationProvider({ path: { providerSlug }, ports: { baseUrl } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: providerOf(baseUrl, manifest) } : providerNotFound();
  },

  async listProviderChecks({ path: { providerSlug } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: { data: checksOf(manifest).map(checkOf) } } : providerNotFound();
  },

  async listProviderVariables({ path: { providerSlug } }) {
    const manifest = providers.find(providerSlug);
    return manifest ? { status: 200, body: { data: variablesOf(manifest).map(variableOf) } } : providerNotFound();
  },
};
