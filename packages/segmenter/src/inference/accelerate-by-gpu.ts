import { accelerate, type AccelerationOptions } from './accelerated-session.ts';
import { type GpuSource, mayHaveGpu, openGpu } from './open-gpu.ts';
import type { ModelSession } from './session.ts';

/** @returns the session itself where this browser has no graphics card for it; else one that a card may take over. */
export function accelerateByGpu(
  cpu: ModelSession,
  source: GpuSource,
  onEvent: NonNullable<AccelerationOptions['onEvent']>,
): ModelSession {
  if (!mayHaveGpu()) return cpu;
  return accelerate(cpu, {
    open: (signal) => openGpu(source, signal),
    evenSlower: source.provider === 'webgpu',
    onEvent,
  });
}
