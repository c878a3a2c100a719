/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { Checkerboard } from './checkerboard.tsx';

const meta = {
  title: 'Image tools/Checkerboard',
  component: Checkerboard,
  tags: ['!autodocs'],
  args: { className: 'h-48 max-w-120 rounded-lg border border-line' },
} satisfies Meta<typeof Checkerboard>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Dark: Story = { globals: { theme: 'dark' } };

/** Dark, light and mixed subjects. Each can be seen in both themes. */
export const Subjects: Story = {
  globals: { theme: 'dark' },
  render: () => (
    <div className="grid max-w-120 grid-cols-3 gap-3">
      {subjects.map(({ tone, colors }) => (
        <Checkerboard key={tone} tone={tone} className="grid h-32 place-items-center rounded-lg border border-line">
          <svg aria-hidden="true" viewBox="0 0 60 60" className="size-20">
            <rect width="30" height="60" fill={colors[0]} />
            <rect x="30" width="30" height="60" fill={colors[1]} />
          </svg>
        </Checkerboard>
      ))}
    </div>
  ),
};

const subjects = [
  { tone: 'dark', colors: ['#111111', '#222222'] },
  { tone: 'light', colors: ['#ffffff', '#f2f2f2'] },
  { tone: 'both', colors: ['#111111', '#ffffff'] },
] as const;
