import type { LinearGradient } from '@isola/imaging';

/** The gradients on offer; each is worded in the bundle by its id. */
export const gradients = [
  { id: 'paper', from: '#ffffff', to: '#d8d4cc', angleDeg: 180 },
  { id: 'sand', from: '#f3e8da', to: '#cba981', angleDeg: 180 },
  { id: 'dawn', from: '#fbe3d3', to: '#d98a80', angleDeg: 160 },
  { id: 'sky', from: '#e4f1f8', to: '#6fa3c8', angleDeg: 180 },
  { id: 'slate', from: '#59616c', to: '#15181c', angleDeg: 180 },
] as const satisfies readonly ({ readonly id: string } & LinearGradient)[];
