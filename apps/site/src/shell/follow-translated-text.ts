/**
 * Lets React work on a page while the browser translates it. Chrome, Edge and others put `<font>` elements in the place of
 * text nodes. React keeps the text nodes: it inserts before them, removes and rewrites them, although they are no longer in
 * the page. That throws a `NotFoundError`, or leaves the words of an earlier state (react/react#11538, #17256).
 *
 * Three members of `Node` are changed for nodes that are not where the caller believes them to be:
 *
 * - `insertBefore` inserts before the element that took the text's place.
 * - `removeChild` removes that element.
 * - `nodeValue` puts the text back in the element's place, so that a translator sees new words and translates them.
 *
 * A node that no other script displaced is left to the browser's own method, which throws as ever.
 */
export function followTranslatedText(): void {
  // They are called with `call`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  /** Text nodes that left the page, each with what stands in its place; undefined where nothing does. */
  const standIns = new WeakMap<Node, Node | undefined>();
  /** Elements that stand for a text already. */
  const taken = new WeakSet<Node>();
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: readonly MutationRecord[]): void {
    for (const { addedNodes, removedNodes, previousSibling } of records) {
      // Some translators insert their element first, and then remove the text behind it.
      const before = previousSibling?.nodeName === 'FONT' ? previousSibling : undefined;
      for (const node of removedNodes) if (node instanceof Text) displace(node, addedNodes[0] ?? before);
      for (const node of addedNodes) standIns.delete(node);
    }
  }

  function displace(text: Text, beside: Node | undefined): void {
    const standIn = beside && !taken.has(beside) ? beside : undefined;
    if (standIn) taken.add(standIn);
    standIns.set(text, standIn);
  }

  /** Whether another script took this text out of the page. */
  function isDisplaced(node: Node): boolean {
    note(observer.takeRecords());
    return !node.parentNode && standIns.has(node);
  }

  /** @returns the child of `parent` that holds `node`, or stands in its place. */
  function childOf(parent: Node, node: Node | undefined): Node | undefined {
    let child: Node | null | undefined = node?.parentNode ? node : node && standIns.get(node);
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  }

  Node.prototype.insertBefore = function <Inserted extends Node>(this: Node, node: Inserted, before: Node | null) {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as Inserted;
    const isGone = isDisplaced(before);
    // A text whose place is lost is followed by nothing that React knows.
    return insertBefore.call(this, node, childOf(this, before) ?? (isGone ? null : before)) as Inserted;
  };

  Node.prototype.removeChild = function <Removed extends Node>(this: Node, node: Removed) {
    if (node.parentNode === this) return removeChild.call(this, node) as Removed;
    if (node.parentNode && this.contains(node)) return removeChild.call(node.parentNode, node) as Removed;
    const isGone = isDisplaced(node);
    const standIn = childOf(this, node);
    if (standIn) removeChild.call(this, standIn);
    else if (!isGone) removeChild.call(this, node);
    return node;
  };

  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (isDisplaced(this)) {
        const standIn = standIns.get(this);
        standIn?.parentNode?.replaceChild(this, standIn);
      }
      nodeValue?.set?.call(this, value);
    },
  });
}
