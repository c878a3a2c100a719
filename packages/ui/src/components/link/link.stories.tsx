/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { Link } from './link.tsx';

const meta = {
  title: 'Navigation/Link',
  component: Link,
  tags: ['!autodocs'],
  args: { href: '#privacy', children: 'what leaves your device' },
} satisfies Meta<typeof Link>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Inline: Story = {
  render: (args) => (
    <p className="max-w-[36em] text-16">
      The picture is worked on here, in this browser. Read <Link {...args} />, byte by byte, or watch the ledger while
      you work.
    </p>
  ),
};

export const Quiet: Story = {
  render: () => (
    <nav aria-label="Example" className="flex gap-6">
      <Link variant="quiet" href="#one" aria-current="page">
        One photo
      </Link>
      <Link variant="quiet" href="#batch">
        Batch
      </Link>
      <Link variant="quiet" href="#id">
        ID photo
      </Link>
    </nav>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  render: (args) => (
    <p className="max-w-[36em] text-16">
      照片在这个浏览器里处理，不会上传。想知道细节，请看“<Link {...args}>什么会离开你的设备</Link>
      ”——或者一边修图，一边看着右下角的账本……
    </p>
  ),
};

export const Dark: Story = { ...Inline, globals: { theme: 'dark' } };
