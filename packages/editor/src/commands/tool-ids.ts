/** The editor's tools, in the order in which an image is mostly worked on. Each is worded in the bundle by its id. */
export const toolIds = ['background', 'refine', 'light', 'crop', 'export'] as const;

export type ToolId = (typeof toolIds)[number];
