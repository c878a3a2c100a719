import type { ReadonlyStore } from '@isola/editor';
import { createStore } from 'zustand/vanilla';

export interface SelectionState {
  /** The item that keys act on. The preset panel previews it. */
  readonly activeId: string | undefined;
  /** The item at which a range selection starts. */
  readonly anchorId: string | undefined;
  readonly selected: ReadonlySet<string>;
}

/**
 * Effect of choosing an item, which always becomes the active item.
 *
 * - `only`: clears the selection.
 * - `toggle`: selects or deselects the item.
 * - `range`: selects all items between the anchor and the item.
 * - `keep`: does not change the selection.
 */
export type ChooseMode = 'only' | 'toggle' | 'range' | 'keep';

export interface Selection extends ReadonlyStore<SelectionState> {
  /** @param order all ids, in the order of the list. */
  readonly choose: (id: string, mode: ChooseMode, order: readonly string[]) => void;
  readonly selectAll: (order: readonly string[]) => void;
  readonly clear: () => void;
  /**
   * Deselects items that are no longer listed. When the active item is gone, the item after it becomes active, or else
   * the item before it.
   * @param before the ids in the order of the list before the change.
   */
  readonly keepListed: (order: readonly string[], before: readonly string[]) => void;
}

const none: ReadonlySet<string> = new Set();

export function createSelection(): Selection {
  const { setState, ...store } = createStore<SelectionState>(() => ({
    activeId: undefined,
    anchorId: undefined,
    selected: none,
  }));
  return {
    ...store,
    choose(id, mode, order) {
      const { anchorId, activeId, selected } = store.getState();
      switch (mode) {
        case 'only':
          setState({ activeId: id, anchorId: id, selected: none });
          break;
        case 'toggle': {
          const next = new Set(selected);
          if (!next.delete(id)) next.add(id);
          setState({ activeId: id, anchorId: id, selected: next });
          break;
        }
        case 'range': {
          const from = order.indexOf(anchorId ?? activeId ?? id);
          const to = order.indexOf(id);
          const [first, last] = from < to ? [from, to] : [to, from];
          setState({ activeId: id, selected: new Set(order.slice(Math.max(0, first), last + 1)) });
          break;
        }
        case 'keep':
          // The anchor stays, because a Shift click first focuses the row and then selects the range from the anchor.
          if (activeId !== id) setState({ activeId: id, anchorId: anchorId ?? id });
          break;
        default:
          mode satisfies never;
      }
    },
    selectAll: (order) => setState({ selected: new Set(order) }),
    clear: () => setState({ selected: none }),
    keepListed(order, before) {
      const listed = new Set(order);
      const { activeId, anchorId, selected } = store.getState();
      const kept = new Set([...selected].filter((id) => listed.has(id)));
      const next = activeId === undefined || listed.has(activeId) ? activeId : nextListed(activeId, before, listed);
      const isUnchanged = kept.size === selected.size && next === activeId;
      if (isUnchanged) return;
      setState({
        activeId: next,
        anchorId: anchorId !== undefined && listed.has(anchorId) ? anchorId : next,
        selected: kept,
      });
    },
  };
}

function nextListed(gone: string, before: readonly string[], listed: ReadonlySet<string>): string | undefined {
  const at = before.indexOf(gone);
  return before.slice(at + 1).find((id) => listed.has(id)) ?? before.slice(0, at).findLast((id) => listed.has(id));
}
