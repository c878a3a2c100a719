/** Fields of React's fibers that this file reads. React's developer tools read the same fields. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly type: ComponentType | null;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

interface ComponentType {
  readonly name?: string;
  readonly displayName?: string;
  readonly render?: ComponentType;
}

interface Hook {
  onCommitFiberRoot?: (renderer: number, root: { readonly current: Fiber }, ...rest: unknown[]) => void;
}

const hookName = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
/** Tags of function components, of components that forward a ref, and of components in `memo`. */
const componentTags: ReadonlySet<number> = new Set([0, 11, 15]);
/** Flag of a component whose function was called. A component that React only passed on the way to a child lacks it. */
const performedWork = 1;

let counts = new Map<string, number>();

/**
 * Counts from now on how often React renders each component of the page. React reports its commits through the hook of
 * its developer tools. It looks for the hook when it is loaded, so a test must import this file before React.
 * @returns a function that returns the counts by the components' names.
 */
export function countRenders(): () => Readonly<Record<string, number>> {
  const own = (counts = new Map());
  return () => Object.fromEntries(own);
}

const hook = ((globalThis as Record<string, unknown>)[hookName] ??= {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  checkDCE: () => undefined,
  onCommitFiberUnmount: () => undefined,
}) as Hook;

const { onCommitFiberRoot } = hook;
hook.onCommitFiberRoot = (renderer, root, ...rest) => {
  onCommitFiberRoot?.(renderer, root, ...rest);
  count(root.current);
};

function count(fiber: Fiber): void {
  const before = fiber.alternate;
  if (componentTags.has(fiber.tag) && (!before || (fiber.flags & performedWork) !== 0)) {
    const name = nameOf(fiber.type);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // React keeps the same children if it rendered none of them.
  if (fiber.child === before?.child) return;
  for (let child = fiber.child; child; child = child.sibling) count(child);
}

function nameOf(type: ComponentType | null): string {
  return type?.displayName ?? type?.render?.name ?? type?.name ?? '';
}
