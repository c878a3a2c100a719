import type { ArgTypes, ArgTypesEnhancer } from 'storybook/internal/types';

import type { ComponentProps, Prop } from './read-props.ts';

/** Component with the props table that `docsPlugin` attached to it. */
interface Documented {
  isolaProps?: ComponentProps;
}

/** Returns the rows of a component's props table, which also define the controls of its stories. */
export function extractArgTypes(component: unknown): ArgTypes {
  const documented = (component as Documented | undefined)?.isolaProps;
  if (!documented) return {};
  const rows: ArgTypes = Object.fromEntries(documented.props.map((prop) => [prop.name, rowOf(prop)]));
  for (const other of documented.inherits) {
    rows[`…${other}`] = {
      name: `…${other}`,
      description: describeInherited(other),
      table: { category: 'Also takes' },
      control: false,
    };
  }
  return rows;
}

export function extractComponentDescription(component: unknown): string {
  return (component as Documented | undefined)?.isolaProps?.description ?? '';
}

/** Adds a description to each arg that is passed on to the component's root element. */
export const describeAttributes: ArgTypesEnhancer = ({ argTypes, component }) => {
  const documented = (component as Documented | undefined)?.isolaProps;
  const [element] = documented?.inherits ?? [];
  if (element === undefined) return argTypes;
  return Object.fromEntries(
    Object.entries(argTypes).map(([name, row]) => [
      name,
      row.description === undefined
        ? { ...row, description: name === 'children' ? 'What it holds.' : `Passed on to \`${element}\`.` }
        : row,
    ]),
  );
};

function rowOf({ name, type, isRequired, description, defaultValue }: Prop): ArgTypes[string] {
  const words = [...type.matchAll(/'([^']*)'/g)].map(([, word = '']) => word);
  const isUnion = words.length > 1 && type.replaceAll(/'[^']*'|\s|\|/g, '') === '';
  return {
    name,
    description,
    type: isUnion
      ? { name: 'enum', value: words, required: isRequired }
      : /^(string|number|boolean)$/.test(type)
        ? { name: type as 'string' | 'number' | 'boolean', required: isRequired }
        : type.includes('=>')
          ? { name: 'function', required: isRequired }
          : { name: 'other', value: type, required: isRequired },
    ...(isUnion ? { control: { type: 'select' }, options: words } : {}),
    ...(/ReactNode|=>|\[\]/.test(type) && { control: false }),
    table: {
      type: { summary: type },
      ...(defaultValue !== undefined && { defaultValue: { summary: defaultValue } }),
    },
  };
}

function describeInherited(other: string): string {
  if (other.startsWith('<'))
    return `Every attribute of \`${other}\`, such as \`className\`, \`id\` and \`aria-*\`${/button|input|select|textarea/.test(other) ? ', and `disabled`' : ''}.`;
  if (other.includes('.')) return `Every prop of Radix’s \`${other}\`.`;
  return `Every prop of \`${other}\`.`;
}
