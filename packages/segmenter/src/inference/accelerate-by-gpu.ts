import { accelerate, type AccelerationOptions } from './accelerated-session.ts';
import { type GpuSource, openGpu } from './open-gpu.ts';
import type { ModelSession } from './session.ts';

/** Returns a session that a graphics card takes over, if the browser has a suitable one. */
export function accelerateByGpu(
  cpu: ModelSession,
  source: GpuSource,
  onEvent: NonNullable<AccelerationOptions['onEvent']>,
): ModelSession {
  return accelerate(cpu, {
    open: (signal) => openGpu(source, signal),
    evenSlower: source.provider === 'webgpu',
    onEvent,
  });
}
