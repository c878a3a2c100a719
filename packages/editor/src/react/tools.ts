import { Brush, Crop, Image, type LucideIcon, Share, SunMedium } from 'lucide-react';

/** The editor's tools, in the order in which an image is mostly worked on. Each is worded in the bundle by its id. */
export const tools = [
  { id: 'background', icon: Image },
  { id: 'refine', icon: Brush },
  { id: 'light', icon: SunMedium },
  { id: 'crop', icon: Crop },
  { id: 'export', icon: Share },
] as const satisfies readonly { readonly id: string; readonly icon: LucideIcon }[];

export type ToolId = (typeof tools)[number]['id'];
