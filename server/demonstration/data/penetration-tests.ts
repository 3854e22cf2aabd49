/** Data of a simulated and a cancelled penetration test of the appointment book. `ago` is a number of days before today. */
export const penetrationTests = {
  by: 'noor',
  targetUrl: 'https://booking.example.com',
  simulated: { ago: 16, evidenceLevel: 'safe_proof', context: 'The banner of the load balancer is known.' },
  cancelled: { ago: 4, reason: 'The target is used in a presentation today.' },
  decided: { status: 'accepted', reason: 'The simulation shows how an accepted issue looks.' },
  note: 'This is how a note to the next test looks.',
} as const;
