/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import { Avatar } from './avatar.tsx';

/** Portrait as an inline SVG, so that the story loads no file. */
const portrait = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#9db4c0"/><circle cx="32" cy="25" r="12" fill="#c98d6b"/><path d="M8 64c2-18 12-24 24-24s22 6 24 24z" fill="#3f4f5c"/></svg>`,
)}`;

const meta = {
  title: 'Data/Avatar',
  component: Avatar,
  tags: ['!autodocs'],
  args: { name: 'Anna Weber', src: portrait },
} satisfies Meta<typeof Avatar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    const avatar = canvas.getByRole('img', { name: 'Anna Weber' });
    await waitFor(() => expect(avatar).toHaveAttribute('data-state', 'picture'));
  },
};

export const Initial: Story = {
  args: { src: '' },
  play: async ({ canvas }) => {
    const avatar = canvas.getByRole('img', { name: 'Anna Weber' });
    await expect(avatar).toHaveTextContent(/^A$/);
    await expect(avatar).toHaveAttribute('data-state', 'initial');
  },
};

/** The image cannot be loaded, so the initial stays. */
export const Broken: Story = {
  args: { src: 'data:image/png;base64,AAAA' },
  play: async ({ args, canvas }) => {
    const avatar = canvas.getByRole('img', { name: 'Anna Weber' });
    // A second image with the same source fails after the avatar's own image has failed.
    const probe = new Image();
    probe.src = args.src ?? '';
    await expect(probe.decode()).rejects.toThrow();
    await expect(avatar).toHaveTextContent(/^A$/);
    await expect(avatar.querySelector('img')).toBeNull();
  },
};

export const Nameless: Story = {
  args: { name: '', src: '', 'aria-label': 'A member without a name' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'A member without a name' })).toHaveTextContent(/^$/);
  },
};

export const Sizes: Story = {
  render: (args) => (
    <div className="flex items-center gap-3">
      <Avatar {...args} size="sm" />
      <Avatar {...args} />
      <Avatar {...args} size="lg" />
      <Avatar name="Ömer" size="sm" />
      <Avatar name="Жанна" />
      <Avatar name="王小明" size="lg" lang="zh" />
    </div>
  ),
};

/** Next to the person's name, the avatar is hidden from screen readers. */
export const BesideTheName: Story = {
  render: (args) => (
    <div className="flex items-center gap-2.5">
      <Avatar {...args} aria-hidden />
      <span>
        <span className="block text-14 font-medium">Anna Weber</span>
        <span className="block text-12 text-faint">Studio, since May 2025</span>
      </span>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('img')).toBeNull();
  },
};

export const Chinese: Story = { globals: { locale: 'zh' }, args: { name: '王小明', src: '', size: 'lg' } };
export const Dark: Story = { ...Sizes, globals: { theme: 'dark' } };
