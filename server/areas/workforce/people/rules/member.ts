/** A member in the shape of the contract. */
import type { components } from '#generated/api';

export type Member = components['schemas']['Member'];
