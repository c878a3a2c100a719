import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readProps } from './read-props.ts';
import { readUsage } from './read-usage.ts';

const componentFiles = globSync('packages/ui/src/components/*/*.mdx').map((file) => file.replace(/mdx$/, 'tsx'));

test('readProps returns variants, defaults, comments and inherited attributes as rows', () => {
  const source = `
    import { cva, type VariantProps } from 'class-variance-authority';
    import { Dialog as Radix } from 'radix-ui';
    const chip = cva('', {
      variants: {
        /** How loud. */
        tone: { soft: '', loud: '' },
      },
      defaultVariants: { tone: 'soft' },
    });
    type State = 'on' | 'off';
    export interface ChipProps extends Omit<ComponentProps<'button'>, 'title'>, VariantProps<typeof chip> {
      /** Text of the component. */
      title: string;
      state?: State;
      items?: readonly string[];
    }
    /** A chip. */
    export function Chip({ title, state = 'off', tone, ...props }: ChipProps) {}
    export function ChipContent(props: ComponentProps<typeof Radix.Content> & { /** Wide. */ wide?: boolean }) {}
  `;
  expect(readProps('chip.tsx', source)).toEqual([
    {
      component: 'Chip',
      description: 'A chip.',
      inherits: ['<button>'],
      props: [
        { name: 'title', type: 'string', isRequired: true, description: 'Text of the component.' },
        { name: 'tone', type: `'soft' | 'loud'`, isRequired: false, description: 'How loud.', defaultValue: `'soft'` },
        { name: 'state', type: `'on' | 'off'`, isRequired: false, description: '', defaultValue: `'off'` },
        { name: 'items', type: 'readonly string[]', isRequired: false, description: '' },
      ],
    },
    {
      component: 'ChipContent',
      description: '',
      inherits: ['Dialog.Content'],
      props: [{ name: 'wide', type: 'boolean', isRequired: false, description: 'Wide.' }],
    },
  ]);
});

test('readUsage returns imports and JSX, without code for tests or for Storybook', () => {
  const source = `
    import { Download } from 'lucide-react';
    import { expect, fn } from 'storybook/test';
    import { Chip } from './chip.tsx';
    const meta = { title: 'Chip', component: Chip, args: { tone: 'loud', onClick: fn() } } satisfies Meta<typeof Chip>;
    export default meta;
    const label = 'Save';
    export const Default: Story = { args: { children: 'Save', disabled: true }, play: () => expect(1).toBe(1) };
    export const Icon: Story = { tags: ['visual'], render: (args) => (<Chip {...args}><Download />{label}</Chip>) };
    export const Dark: Story = { ...Default, globals: { theme: 'dark' } };
  `;
  const [usual, icon, dark] = readUsage('chip.stories.tsx', source);
  expect(usual).toEqual({
    story: 'Default',
    code: `import { Chip } from '@isola/ui/chip';\n\n<Chip tone="loud" onClick={handleClick} disabled>Save</Chip>`,
  });
  expect(icon?.code).toBe(
    `import { Download } from 'lucide-react';\nimport { Chip } from '@isola/ui/chip';\n\nconst label = 'Save';\n\n<Chip tone="loud" onClick={handleClick}><Download />{label}</Chip>`,
  );
  expect(dark?.code).toBe(usual?.code);
});

test('each prop of the UI kit has a description', () => {
  const undescribed = componentFiles.flatMap((file) =>
    readProps(file, readFileSync(file, 'utf8')).flatMap(({ component, props }) =>
      props.filter(({ description }) => description === '').map(({ name }) => `${component}.${name}`),
    ),
  );
  expect(componentFiles.length).toBeGreaterThan(50);
  expect(undescribed).toEqual([]);
});

test('each story has usage code, and each component’s page has About, Do and don’t, Keyboard and Props', () => {
  for (const file of componentFiles) {
    const stories = file.replace(/tsx$/, 'stories.tsx');
    const source = readFileSync(stories, 'utf8');
    const usage = readUsage(stories, source);
    expect(
      usage.map(({ story }) => story),
      file,
    ).toEqual([...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name));
    for (const { story, code } of usage) {
      expect(code, `${file} ${story}`).toContain(`from '@isola/ui/`);
      expect(code, `${file} ${story}`).not.toMatch(/\bplay\b|storybook|expect\(/);
    }
    const page = readFileSync(file.replace(/tsx$/, 'mdx'), 'utf8');
    expect(page, file).toMatch(/<About\s+of=\{Stories\}\s+status="(stable|new)"\s+role=/);
    expect(
      [...page.matchAll(/^## (Do and don’t|Keyboard|Props)$/gm)].map(([, heading]) => heading),
      file,
    ).toEqual(['Do and don’t', 'Keyboard', 'Props']);
    expect(page, file).toMatch(/<Do>[\s\S]*<Dont>/);
  }
});
