import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a component of the interface kit: its source, its page and its stories, to be completed by hand.
 * @param name name in words with hyphens: `tag-group`.
 * @returns the files that were written.
 * @throws {Error} when the component already exists.
 */
export function newComponent(root: string, name: string): readonly string[] {
  const folder = join(root, 'packages/ui/src/components', name);
  if (existsSync(folder)) throw new Error(`The component ${name} already exists: ${folder}`);
  mkdirSync(folder, { recursive: true });
  const component = name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const title = name.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
  const files = {
    [`${name}.tsx`]: source(name, component),
    [`${name}.mdx`]: page(name, title),
    [`${name}.stories.tsx`]: stories(name, component, title),
  };
  return Object.entries(files).map(([file, text]) => {
    const path = join(folder, file);
    writeFileSync(path, text);
    return path;
  });
}

function source(name: string, component: string): string {
  return `import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const variants = cva('inline-flex items-center text-14', {
  variants: {
    tone: {
      neutral: 'text-ink',
      soft: 'text-soft',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

export interface ${component}Props extends ComponentProps<'div'>, VariantProps<typeof variants> {}

/** Say in one sentence what it is for. */
export function ${component}({ tone, className, ...props }: ${component}Props) {
  return <div data-slot="${name}" className={cn(variants({ tone }), className)} {...props} />;
}
`;
}

function page(name: string, title: string): string {
  return `import { ArgTypes, Canvas, Controls, Meta } from '@storybook/addon-docs/blocks';
import * as Stories from './${name}.stories.tsx';
import { About } from '../../docs/about.tsx';
import { Do, DoDont, Dont } from '../../docs/do-dont.tsx';

<Meta of={Stories} />

# ${title}

Say what it is for, and which other component to take instead where it does not fit.

<About of={Stories} status="new" role="none: text" />

<Canvas of={Stories.Default} />

<Controls of={Stories.Default} />

## Keyboard

Say what each key does, or that it takes no focus.

## Do and don’t

<DoDont>
  <Do>An example of good use.</Do>
  <Dont>An example of bad use.</Dont>
</DoDont>

## Props

<ArgTypes of={Stories} />
`;
}

function stories(name: string, component: string, title: string): string {
  return `import type { Meta, StoryObj } from '@storybook/react-vite';

import { ${component} } from './${name}.tsx';

const meta = {
  title: 'Content/${title}',
  component: ${component},
  tags: ['!autodocs'],
  args: { children: '${title}' },
} satisfies Meta<typeof ${component}>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Soft: Story = { args: { tone: 'soft' } };

export const Dark: Story = { globals: { theme: 'dark' } };
`;
}
