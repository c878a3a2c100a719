/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { Kbd } from './kbd.tsx';

const meta = { title: 'Content/Kbd', component: Kbd, tags: ['!autodocs'], args: { children: 'Z' } } satisfies Meta<
  typeof Kbd
>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Shortcut: Story = {
  render: () => (
    <span className="inline-flex items-center gap-1 text-13 text-soft">
      Redo <Kbd>⌘</Kbd>
      <Kbd>⇧</Kbd>
      <Kbd>Z</Kbd>
    </span>
  ),
};

export const Dark: Story = { ...Shortcut, globals: { theme: 'dark' } };
