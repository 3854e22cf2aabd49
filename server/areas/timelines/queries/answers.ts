/** Records as they are answered after a change. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { findTimeline, type TimelineRecord } from './timelines.ts';

type Context = Pick<OrganizationContext, 'db' | 'ports'>;

/** @throws when the timeline is gone, which its lock rules out */
export async function recordOf({ db, ports }: Context, id: string): Promise<TimelineRecord> {
  const timeline = await findTimeline(db, ports.access.staffEmailDomains, id);
  if (!timeline) throw new Error(`the timeline ${id} is gone`);
  return timeline;
}

/** @throws when the phase is gone, which the lock of its timeline rules out */
export function phaseIn({ phases }: TimelineRecord, id: string): components['schemas']['TimelinePhase'] {
  const phase = phases.find((one) => one.id === id);
  if (!phase) throw new Error(`the phase ${id} is gone`);
  return phase;
}
