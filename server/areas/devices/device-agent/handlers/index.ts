import type { Handlers } from '#contract/types';
import { devices } from './devices.ts';
import { packages } from './packages.ts';
import { signingIn } from './signing-in.ts';

export const deviceAgent: Handlers<'device-agent'> = { ...signingIn, ...devices, ...packages };
