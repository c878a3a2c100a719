const nothing = () => undefined;

/** A layout for `EditorCommands` whose buttons do nothing: for components that are tried without the whole editor. */
export const idleLayout = {
  canCompare: true,
  toggleCompare: nothing,
  toggleOutline: nothing,
  chooseTool: nothing,
  openNewImage: nothing,
  announce: nothing,
};
