/** Justifications for the controls of ISO 27001, by patterns of control numbers. */
const justifications: readonly (readonly [controls: RegExp, sentence: string])[] = [
  [/^A\.(5\.1[5-8]|8\.[2-5])$/, 'Needed because patient data would otherwise be open to people who do not treat the patient.'],
  [/^A\.5\.(19|2[0-3])$/, 'Needed because the service runs on cloud services of others.'],
  [/^A\.(5\.(2[4-9]|30)|6\.8)$/, 'Needed because clinics rely on the service every day and have to hear of incidents.'],
  [/^A\.8\.(2[5-9]|3[0-4])$/, 'Needed because the organization develops and changes the service itself.'],
  [/^A\.(5\.3[1-6]|8\.1[0-2])$/, 'Required by data protection law and by the contracts with clinics.'],
  [/^A\.(7\.\d+|6\.7)$/, 'Needed because people work in an office and at home with devices that hold data.'],
];
const defaultJustification = 'Needed because of the risks to the service and to the data of patients.';

/** Returns the justification of a control. @param control the number of the control, such as `A.5.15` */
export function justificationFor(control: string): string {
  return justifications.find(([controls]) => controls.test(control))?.[1] ?? defaultJustification;
}
