const nothing = () => undefined;

/** Layout for `EditorCommands` whose actions do nothing, for tests of components without the whole editor. */
export const idleLayout = {
  canCompare: true,
  toggleCompare: nothing,
  toggleOutline: nothing,
  chooseTool: nothing,
  openNewImage: nothing,
  announce: nothing,
};
