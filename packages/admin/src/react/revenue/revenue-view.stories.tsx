/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { RevenueView } from './revenue-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Revenue',
  render: renderPage(RevenueView, 'adminRevenue'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const TwoCurrencies: Story = {
  args: { rows: 10_000 },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Revenue in CNY' })).toBeVisible();
    // 128,435.00 − 2,400.00.
    await expect(canvas.getByText('CNY 126,035')).toBeVisible();
    await expect(canvas.getByText(/^3%: of 1,200/)).toBeVisible();
  },
};

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

export const Phone: Story = { args: { rows: 10_000 }, globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { args: { rows: 10_000 }, globals: { locale: 'zh' } };
export const Dark: Story = { args: { rows: 10_000 }, globals: { theme: 'dark' } };
