/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { adminStory, type AdminStoryArgs, renderPage } from '../testing/admin-story.tsx';
import { SettingsView } from './settings-view.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Settings',
  render: renderPage(SettingsView, 'adminSettings'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const General: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('rowheader', { name: 'Member' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Change: Hours until access ends' })).toBeVisible();
  },
};

const acted = fn(() => Promise.resolve());

export const PlanChange: Story = {
  args: { onAct: acted },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for plan Member' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change plan Member' }));
    const price = dialog.getByLabelText('Price in EUR');
    // 1290 cents.
    await expect(price).toHaveValue(12.9);
    await userEvent.clear(price);
    await userEvent.type(price, '19.99');
    await userEvent.click(dialog.getByRole('button', { name: 'Save plan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(acted).toHaveBeenCalledWith(
      'savePlan',
      expect.objectContaining({
        id: 'member',
        ai_images_per_month: null,
        plan_prices: [
          { currency: 'CNY', amount_minor: 9900 },
          { currency: 'EUR', amount_minor: 1999 },
        ],
      }),
    );
  },
};

export const SellerChange: Story = {
  args: { onAct: acted },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await expect(await canvas.findByText('Isola Studio GmbH')).toBeVisible();
    await expect(canvas.getByText('19%')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Change seller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change seller' }));
    const rate = dialog.getByLabelText('Tax rate in percent');
    await userEvent.clear(rate);
    await userEvent.type(rate, '7.7');
    await userEvent.click(dialog.getByRole('button', { name: 'Save seller' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(acted).toHaveBeenCalledWith('saveSetting', 'billing.seller', {
      name: 'Isola Studio GmbH',
      address: 'Lindenstraße 1\n10969 Berlin',
      email: 'billing@example.com',
      tax_id: 'DE123456789',
      tax_name: 'USt.',
      tax_rate: 770,
    });
  },
};

export const Administrators: Story = {
  args: { search: { part: 'admins' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('See users, Change plans and access of users, See payments')).toBeVisible();
  },
};

export const AdministratorsForOthers: Story = {
  args: { search: { part: 'admins' }, permissions: ['settings.read'] },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Only super admins see and change who administers.')).toBeVisible();
  },
};

export const AuditLog: Story = {
  args: { search: { part: 'audit' } },
  play: async ({ canvas }) => {
    const [first] = await canvas.findAllByText('Changed the plan Member');
    await expect(first).toBeVisible();
    await expect(canvas.getAllByText(/^Disabled the account of /)[0]).toBeVisible();
    await expect(canvas.getAllByText('80')[0]?.tagName).toBe('INS');
  },
};

export const AuditLogEmpty: Story = { args: { rows: 0, search: { part: 'audit' } } };

export const Loading: Story = { args: { isPending: true } };

export const Failed: Story = {
  args: { failure: new AdminError('network', '') },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByText('The server could not be reached'))[0]).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0);
  },
};

export const WithoutPermission: Story = {
  args: { permissions: [], search: { part: 'general' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You may not see this')).toBeVisible();
    await expect(canvas.queryByRole('table')).toBeNull();
    await expect(canvas.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(['Second factor']);
  },
};

export const Phone: Story = { globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Chinese: Story = { globals: { locale: 'zh' } };
export const Dark: Story = { globals: { theme: 'dark' } };
