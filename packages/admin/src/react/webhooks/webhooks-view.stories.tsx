/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor, within } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { WebhooksView } from './webhooks-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Webhooks',
  render: renderPage(WebhooksView, 'webhookDebug'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const TenRows: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('rowheader')).toHaveLength(10);
    await expect(canvas.getByRole('button', { name: 'Send test event' })).toBeVisible();
  },
};

export const TenThousandRows: Story = { args: { rows: 10_000 } };
export const Empty: Story = { args: { rows: 0 } };

export const Loading: Story = { args: { isPending: true } };

export const Failed: Story = {
  args: { failure: new AdminError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const WithoutPermission: Story = {
  args: { permissions: [] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You may not see this')).toBeVisible();
    await expect(canvas.queryByRole('table')).toBeNull();
  },
};

export const Detail: Story = {
  args: { search: { event: '1' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Process again' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Process this event again?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Process again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

/** An event that the provider did not sign cannot be processed. */
export const Forged: Story = {
  args: { search: { event: '4' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Wrong')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Process again' })).toBeNull();
  },
};

export const Phone: Story = { globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { globals: { locale: 'zh' } };
export const Dark: Story = { globals: { theme: 'dark' } };
