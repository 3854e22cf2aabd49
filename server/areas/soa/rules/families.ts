/** Standing justifications, for controls that apply and of which the organization has not written anything more fitting (spec/areas/soa). */

interface Family {
  readonly controls: RegExp;
  readonly sentence: string;
}

const families: readonly Family[] = [
  { controls: /^A\.(5\.1[5-8]|8\.[2-5])$/, sentence: 'Access to information and systems is limited by need, role and risk.' },
  { controls: /^A\.5\.(19|2[0-3])$/, sentence: 'Services from outside, cloud services among them, are in scope and are governed.' },
  { controls: /^A\.(5\.(2[4-9]|30)|6\.8)$/, sentence: 'Security events have to be found, reported, handled and learned from.' },
  { controls: /^A\.8\.(2[5-9]|3[0-4])$/, sentence: 'Software and systems are built, changed or deployed in scope.' },
  { controls: /^A\.(5\.3[1-6]|8\.1[0-2])$/, sentence: 'Duties from law, contracts, privacy and the keeping of records have to be met.' },
  { controls: /^A\.(7\.\d+|6\.7)$/, sentence: 'Offices, devices or work at home bring physical risks that have to be lowered.' },
];
const anyOther = 'The control is inside the scope of the management system and is operated under it.';

/** @param control such as `A.5.15` */
export function familySentence(control: string): string {
  return families.find(({ controls }) => controls.test(control))?.sentence ?? anyOther;
}
