/** Ids of the editor's tools, in the order in which they are usually used. The bundle has a label for each id. */
export const toolIds = ['background', 'refine', 'retouch', 'light', 'layers', 'crop', 'export'] as const;

export type ToolId = (typeof toolIds)[number];
