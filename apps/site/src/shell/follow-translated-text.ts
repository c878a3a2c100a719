/**
 * Makes React work on a page that the browser translates. Chrome, Edge and others replace text nodes with `<font>`
 * elements. React still holds the text nodes and inserts before them, removes them and changes them, although they are
 * no longer in the page. That throws a `NotFoundError`, or leaves outdated text in the page (react/react#11538,
 * #17256).
 *
 * Three members of `Node` are patched for nodes that a translator has replaced:
 *
 * - `insertBefore` inserts before the element that replaced the text.
 * - `removeChild` removes that element.
 * - `nodeValue` replaces the element with the text node again, so that the translator translates the new text.
 *
 * For all other nodes the browser's own methods run, which throw as usual.
 */
export function followTranslatedText(): void {
  // Both are called with `call`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  /** Text nodes that were removed from the page, each with the element that replaced it; undefined if none did. */
  const standIns = new WeakMap<Node, Node | undefined>();
  /** Elements that already replace a text node. */
  const taken = new WeakSet<Node>();
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: readonly MutationRecord[]): void {
    for (const { addedNodes, removedNodes, previousSibling } of records) {
      // Some translators first insert their element and then remove the text after it.
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

  /** Checks whether another script has removed this text from the page. */
  function isDisplaced(node: Node): boolean {
    note(observer.takeRecords());
    return !node.parentNode && standIns.has(node);
  }

  /** Returns the child of `parent` that contains `node` or its replacement. */
  function childOf(parent: Node, node: Node | undefined): Node | undefined {
    let child: Node | null | undefined = node?.parentNode ? node : node && standIns.get(node);
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  }

  Node.prototype.insertBefore = function <Inserted extends Node>(this: Node, node: Inserted, before: Node | null) {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as Inserted;
    const isGone = isDisplaced(before);
    // A removed text without a replacement has no known position, so the node is appended.
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
