/** A member in the form of the contract. */
import type { components } from '#generated/api';

export type Member = components['schemas']['Member'];
