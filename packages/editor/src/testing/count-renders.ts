/** Fields of React's fibers that are read here; React's developer tools read the same fields. */
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
/** A function, one that forwards a ref, and one within `memo`. */
const componentTags: ReadonlySet<number> = new Set([0, 11, 15]);
/** The flag of a component that was called, and not only passed by on the way to a child. */
const performedWork = 1;

let counts = new Map<string, number>();

/**
 * Counts from now on how often React renders each component of the page. React tells of what it commits through the hook of
 * its developer tools, which it looks for as it is loaded: a test imports this file before it.
 * @returns reads the counts, by the components' names.
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
  // React keeps the very same children where it has rendered none of them.
  if (fiber.child === before?.child) return;
  for (let child = fiber.child; child; child = child.sibling) count(child);
}

function nameOf(type: ComponentType | null): string {
  return type?.displayName ?? type?.render?.name ?? type?.name ?? '';
}
