/** What can be connected, checked and set: the same for every organization. */
import type { Handlers } from '../../../contract/types.ts';
import { checkOf, providerOf } from '../../../domain/providers/catalogue.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { checksOf, variablesOf } from '../../../domain/providers/registry.ts';
import { variableOf } from '../../../domain/providers/variables.ts';
import { providerNotFound } from '../refusals.ts';

type Catalogue = 'listIntegrationProviders' | 'getIntegrationProvider' | 'listProviderChecks' | 'listProviderVariables';

export const catalogue: Pick<Handlers<'integrations'>, Catalogue> = {
  async listIntegrationProviders({ query: { activeOnly, category, capability } }) {
    const shown = providers.all
      .map(providerOf)
      .filter(
        (provider) =>
          (!activeOnly || provider.isActive) &&
          (category?.includes(provider.category) ?? true) &&
          (capability === undefined || provider.capabilities.includes(capability)),
      );
    return { status: 200, body: { data: shown } };
  },

  async getIntegrationProvider({ path: { slug } }) {
    const manifest = providers.find(slug);
    return manifest ? { status: 200, body: providerOf(manifest) } : providerNotFound();
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
