import type { Handlers } from '#contract/types';
import { azureSetup } from './azure.ts';
import { exceptions } from './exceptions.ts';
import { gcpSetup } from './gcp.ts';
import { reading } from './reading.ts';
import { scanning } from './scanning.ts';

export const cloudSecurity: Handlers<'cloud-security'> = { ...reading, ...exceptions, ...scanning, ...gcpSetup, ...azureSetup };
