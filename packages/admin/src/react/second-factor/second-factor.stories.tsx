/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import { AdminError } from '../../api/admin-error.ts';
import { SettingsView } from '../settings/settings-view.tsx';
import { adminStory, type AdminStoryArgs, announced, renderPage } from '../testing/admin-story.tsx';

const meta = {
  ...adminStory,
  title: 'Screens/Administration/Second factor',
  args: { ...adminStory.args, search: { part: 'second-factor' }, permissions: ['users.read'] },
  render: renderPage(SettingsView, 'adminSettings'),
} satisfies Meta<AdminStoryArgs>;

export default meta;
type Story = StoryObj<AdminStoryArgs>;

export const NotSetUp: Story = {};

export const Scan: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Set up second factor' }));
    await expect(await canvas.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  },
};

/** Sets a second factor up, after a wrong code, and removes it again. */
export const SetUpAndRemoved: Story = {
  play: async ({ canvas, userEvent }) => {
    announced.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Set up second factor' }));
    await expect(await canvas.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const code = canvas.getByRole('textbox', { name: 'Code from your app' });
    await userEvent.type(code, '654 321{Enter}');
    await expect(await canvas.findByText(/^This code is not right/)).toBeVisible();
    await expect(code).toHaveFocus();
    await userEvent.clear(code);
    await userEvent.type(code, '123 456{Enter}');
    const codes = await canvas.findByRole('list', { name: 'Recovery codes' });
    await expect(codes.children).toHaveLength(10);
    await userEvent.click(canvas.getByRole('button', { name: 'I have kept them' }));
    await expect(await canvas.findByText('9 recovery codes left')).toBeVisible();
    await expect(announced).toHaveBeenCalledWith('The second factor is set up');
    await userEvent.click(canvas.getByRole('button', { name: 'Remove second factor' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Recovery code' }), '123456{Enter}');
    await waitFor(() => expect(announced).toHaveBeenCalledWith('The second factor is removed'));
    await expect(await canvas.findByText('Not set up')).toBeVisible();
  },
};

export const RecoveryCodes: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Set up second factor' }));
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Code from your app' }), '123456{Enter}');
    await expect(await canvas.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await expect(canvas.getByText('Set up')).toBeVisible();
    await expect(canvas.queryByText('Not set up')).toBeNull();
  },
};

export const FewCodesLeft: Story = { args: { hasSecondFactor: true, recoveryCodesLeft: 2 } };

export const Failed: Story = { args: { failure: new AdminError('network', '') } };

export const Phone: Story = { ...Scan, globals: { viewport: { value: 'phone' } } };
