/**
 * A rule for oxlint: text beside something that comes and goes stands in an element of its own.
 *
 * A browser that translates a page puts `<font>` elements in the place of text nodes. React inserts before the node that
 * follows, and removes the node that goes; where that is a text node, it is no longer in the page, and React fails. A text
 * that is its element's only child is no node to React, and safe.
 */

/** The kinds of syntax that the rule reads, as ESTree has them. */
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

/** Kinds of content that an expression may produce. `unknown`: only the type of the expression would tell. */
type Content = 'element' | 'text' | 'nothing' | 'unknown';

interface Child {
  readonly isText: boolean;
  /** Whether React removes the child and inserts it again. */
  readonly comesAndGoes: boolean;
}

interface Context {
  readonly report: (problem: { readonly node: Syntax; readonly message: string }) => void;
}

const message =
  'Text beside something that comes and goes stands in an element of its own, else a translated page falls over.';

/** Elements in which a child of unknown type is text more often than not. */
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

/** Lists the kinds of content of a node. @returns none for white space, which no translator touches. */
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

/** @returns the last name of an expression: `name` of `photo.name` and of `name()`. */
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
