import type { Handlers } from '#contract/types';
import { devices } from './devices.ts';
import { packages } from './packages.ts';
import { agentSessionHandlers } from './signing-in.ts';

export const deviceAgent: Handlers<'device-agent'> = { ...agentSessionHandlers, ...devices, ...packages };
