/** The kinds of reasons that may justify a control, by its family (soa, rule 8). */

export interface Family {
  /** Categories of risks whose passages may justify the control. */
  readonly risks: readonly string[];
  /** Whether passages of the context may justify the control. */
  readonly context: boolean;
  /** Whether laws among the adopted frameworks may justify the control. */
  readonly law: boolean;
  /** Whether reliance on vendors may justify the control. */
  readonly vendors?: boolean;
}

const families: readonly (Family & { readonly controls: RegExp })[] = [
  { controls: /^A\.(5\.1[5-8]|8\.[2-5])$/, risks: ['technology', 'people', 'operations'], context: true, law: false },
  { controls: /^A\.5\.(19|2[0-3])$/, risks: ['vendor_management'], context: true, law: false, vendors: true },
  { controls: /^A\.(5\.(2[4-9]|30)|6\.8)$/, risks: ['resilience', 'operations'], context: false, law: true },
  { controls: /^A\.8\.(2[5-9]|3[0-4])$/, risks: ['technology'], context: true, law: false },
  { controls: /^A\.(5\.3[1-6]|8\.1[0-2])$/, risks: ['regulatory'], context: true, law: true },
  { controls: /^A\.(7\.\d+|6\.7)$/, risks: ['operations'], context: true, law: false },
];
const defaultFamily: Family = { risks: [], context: true, law: false };

/** @param control number of the control, such as `A.5.15` */
export function familyOf(control: string): Family {
  return families.find(({ controls }) => controls.test(control)) ?? defaultFamily;
}

/** The laws that require controls of every family with `law`. Other laws, such as DORA, require only some of these families. */
export const laws = ['GDPR', 'HIPAA'];
