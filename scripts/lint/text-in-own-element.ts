/**
 * Rule for oxlint: text next to something that comes and goes must be in a separate element.
 *
 * A browser that translates a page replaces text nodes with `<font>` elements. React inserts an element before the node
 * that follows it, and removes the node that goes. If that node is a replaced text node, it is no longer in the page,
 * and React throws. React does not track a text that is its element's only child as a node, so such a text is safe.
 */

/** Kinds of syntax that the rule reads, as defined by ESTree. */
type Syntax =
  | { readonly type: 'JSXElement'; readonly openingElement: { readonly name: Syntax }; readonly children: Syntax[] }
  | { readonly type: 'JSXFragment'; readonly children: Syntax[] }
  | { readonly type: 'JSXText'; readonly value: string }
  | { readonly type: 'Literal'; readonly value: unknown }
  | { readonly type: 'JSXIdentifier' | 'Identifier'; readonly name: string }
  | { readonly type: 'MemberExpression'; readonly property: Syntax }
  | { readonly type: 'CallExpression'; readonly callee: Syntax }
  | { readonly type: 'ConditionalExpression'; readonly consequent: Syntax; readonly alternate: Syntax }
  | { readonly type: 'LogicalExpression'; readonly operator: string; readonly left: Syntax; readonly right: Syntax }
  | { readonly type: 'JSXExpressionContainer' | 'TSAsExpression' | 'TSNonNullExpression'; readonly expression: Syntax }
  | { readonly type: 'TemplateLiteral' | 'BinaryExpression' | 'JSXEmptyExpression' };

/** Kinds of content that an expression may produce. `unknown` means that only the type of the expression would tell. */
type Content = 'element' | 'text' | 'nothing' | 'unknown';

interface Child {
  readonly isText: boolean;
  /** True when React may remove the child and insert it again. */
  readonly comesAndGoes: boolean;
}

interface Context {
  readonly report: (problem: { readonly node: Syntax; readonly message: string }) => void;
}

const message = 'Wrap text next to conditional content in its own element; otherwise a translated page crashes.';

/** Elements in which a child of unknown type is usually text. */
const phrasing = new Set(
  'a b button code dd dt em figcaption h1 h2 h3 h4 h5 h6 label legend li option output p span strong summary td th'.split(
    ' ',
  ),
);
const namesOfTexts = /(?:label|title|text|words|value|unit|message|status|hint|name|description)$/i;
const functionsOfTexts = /^t$|^format|words|name$|label$/i;

const textInOwnElement = {
  create({ report }: Context) {
    const check = (node: Extract<Syntax, { children: unknown }>) => {
      const children = childrenOf(node, node.type === 'JSXElement' ? nameOf(node.openingElement.name) : '');
      if (children.some((child, at) => isInTheWay(child, at, children))) report({ node, message });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default { meta: { name: 'isola' }, rules: { 'text-in-own-element': textInOwnElement } };

function isInTheWay({ isText, comesAndGoes }: Child, at: number, all: readonly Child[]): boolean {
  if (!comesAndGoes) return false;
  if (isText) return all.length > 1;
  const following = all.slice(at + 1).find((child) => child.isText || !child.comesAndGoes);
  return following?.isText ?? false;
}

function childrenOf({ children }: { readonly children: Syntax[] }, element: string): Child[] {
  return children.flatMap((child) => {
    if (child.type === 'JSXFragment') return childrenOf(child, element);
    const contents = new Set(contentsOf(child));
    if (contents.size === 0) return [];
    const mayBeText = contents.has('unknown') && (phrasing.has(element) || namesOfTexts.test(nameOf(child)));
    return {
      isText: contents.has('text') || mayBeText,
      comesAndGoes: contents.has('nothing') || (contents.has('element') && contents.size > 1),
    };
  });
}

/** Returns the kinds of content of a node. White space has none, because translators do not touch it. */
function contentsOf(node: Syntax): Content[] {
  switch (node.type) {
    case 'JSXElement':
      return ['element'];
    case 'JSXFragment':
      return node.children.flatMap(contentsOf);
    case 'JSXText':
      return node.value.trim() === '' ? [] : ['text'];
    case 'Literal':
      if (node.value === null || typeof node.value === 'boolean') return ['nothing'];
      return typeof node.value === 'string' && node.value.trim() === '' ? [] : ['text'];
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return ['text'];
    case 'JSXEmptyExpression':
      return [];
    case 'Identifier':
      return [node.name === 'undefined' ? 'nothing' : 'unknown'];
    case 'CallExpression': {
      const name = nameOf(node);
      if (name === 'map' || name === 'flatMap') return ['element', 'nothing'];
      if (name.startsWith('render')) return ['element'];
      return [functionsOfTexts.test(name) ? 'text' : 'unknown'];
    }
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? (['nothing'] as const) : contentsOf(node.left)), ...contentsOf(node.right)];
    case 'ConditionalExpression':
      return [...contentsOf(node.consequent), ...contentsOf(node.alternate)];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return contentsOf(node.expression);
    default:
      return ['unknown'];
  }
}

/** Returns the last name in an expression: `name` for `photo.name` and for `name()`. */
function nameOf(node: Syntax): string {
  switch (node.type) {
    case 'JSXIdentifier':
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return nameOf(node.property);
    case 'CallExpression':
      return nameOf(node.callee);
    case 'JSXExpressionContainer':
      return nameOf(node.expression);
    default:
      return '';
  }
}
