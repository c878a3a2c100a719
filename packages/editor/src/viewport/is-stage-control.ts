/** Checks whether the target belongs to a control that lies over the stage. */
export function isStageControl(target: EventTarget | null, root: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const control = target.closest('button, a, input, select, textarea, [data-stage-control]');
  return control !== null && root.contains(control);
}
