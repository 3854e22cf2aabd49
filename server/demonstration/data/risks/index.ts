import { governance } from './governance.ts';
import { people } from './people.ts';
import { regulatory } from './regulatory.ts';
import { resilience } from './resilience.ts';
import type { RiskData } from './risk.ts';
import { technology } from './technology.ts';

export const risks: readonly RiskData[] = [...technology, ...resilience, ...people, ...governance, ...regulatory];

/** A duplicate risk that was deleted. Only the audit log contains this risk. */
export const duplicate = {
  title: 'Ransomware on employee laptops',
  description: 'A phishing mail leads to encrypted laptops.',
  category: 'technology',
  by: 'tobias',
  created: 215,
  deleted: 212,
} as const;
