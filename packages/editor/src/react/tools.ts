import { Bandage, Brush, Crop, Eclipse, Image, type LucideIcon, Share, Type } from 'lucide-react';

import { type ToolId, toolIds } from '../commands/tool-ids.ts';

const icons: Readonly<Record<ToolId, LucideIcon>> = {
  background: Image,
  refine: Brush,
  retouch: Bandage,
  light: Eclipse,
  layers: Type,
  crop: Crop,
  export: Share,
};

export const tools = toolIds.map((id) => ({ id, icon: icons[id] }));
