/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { MembershipError } from '../api/membership-error.ts';
import { PlansView } from './plans-view.tsx';
import { announced, left, membershipStory, type MembershipStoryArgs, renderPage } from './testing/membership-story.tsx';

const meta = {
  ...membershipStory,
  title: 'Screens/Membership/Plans',
  render: renderPage(PlansView, 'membership'),
} satisfies Meta<MembershipStoryArgs>;

export default meta;
type Story = StoryObj<MembershipStoryArgs>;

export const Visitor: Story = {
  args: { isSignedIn: false },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Sign in to join' })).toBeVisible();
    await expect(canvas.queryByText('Your plan')).toBeNull();
  },
};

const acted = fn();

/** A plan with a price is paid on the provider's page, in the chosen currency. */
export const FreeMember: Story = {
  args: {
    subscription: null,
    onAct: acted,
    joining: { outcome: 'redirect', url: 'https://checkout.example.com/c/1' },
  },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    left.mockClear();
    await userEvent.selectOptions(await canvas.findByLabelText('Currency'), 'EUR');
    await expect(canvas.getByText('€29')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://checkout.example.com/c/1'));
    await expect(acted.mock.calls[0]?.[1]).toMatchObject({
      plan: 'member',
      currency: 'EUR',
      returnPath: '/membership/manage',
    });
  },
};

/** The dialog with the code waits, and announces the plan once the provider has reported the payment. */
export const PaymentCode: Story = {
  args: {
    subscription: null,
    joining: { outcome: 'qr', content: 'weixin://wxpay/bizpayurl?pr=NwY5Mz9', checkout: 'checkout-1' },
    checkoutStatus: () => (isPaid ? 'completed' : 'open'),
  },
  play: async ({ canvas, userEvent }) => {
    isPaid = false;
    announced.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Join' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Scan to pay' }));
    await waitFor(() => expect(dialog.getByRole('img', { name: 'QR code of the payment' })).toBeVisible());
    await expect(dialog.getByText('Waiting for your payment')).toBeVisible();
    isPaid = true;
    // The page polls every three seconds, and when it gets the focus.
    globalThis.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(announced).toHaveBeenCalledWith('You now have the plan Member'));
    await expect(await canvas.findByRole('link', { name: 'Manage membership' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
let isPaid = false;

/** A new code is ordered with another key. */
export const CodeExpired: Story = {
  args: {
    subscription: null,
    onAct: acted,
    joining: { outcome: 'qr', content: 'weixin://wxpay/bizpayurl?pr=NwY5Mz9', checkout: 'checkout-1' },
    checkoutStatus: () => 'expired',
  },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Join' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'New code' }));
    await waitFor(() => expect(acted).toHaveBeenCalledTimes(2));
    const [first, second] = acted.mock.calls.map(([, request]) => request.key);
    await expect(second).not.toBe(first);
  },
};

/** Some providers expect a form to be posted. */
export const PaymentFormPosted: Story = {
  args: {
    subscription: null,
    joining: {
      outcome: 'form',
      url: 'https://pay.example.com/gateway.do',
      method: 'POST',
      fields: { biz_content: '{}', sign: 'abc' },
    },
  },
  play: async ({ canvas, userEvent }) => {
    left.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Join' }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    await expect(left.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', fields: { sign: 'abc' } });
  },
};

export const Active: Story = {
  tags: ['!test'],
  args: { subscription: {} },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Manage membership' })).toBeVisible();
  },
};

/** The dialog names the price at the next renewal before the plan is changed. */
export const Changing: Story = {
  args: { subscription: {}, hasStudio: true, onAct: acted },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Change to this plan' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change to studio?' }));
    await waitFor(() => expect(dialog.getByText(/it renews for CNY 499/)).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: 'Change plan' }));
    await waitFor(() => expect(announced).toHaveBeenLastCalledWith('Your plan is studio now'));
    await expect(acted.mock.calls[0]?.[1]).toMatchObject({ action: 'change', plan: 'studio' });
  },
};

export const PastDue: Story = {
  tags: ['!test'],
  args: { subscription: { status: 'past_due' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Payment past due')).toBeVisible();
  },
};

export const Loading: Story = { tags: ['!test'], args: { isPending: true } };

export const Failed: Story = {
  tags: ['!test'],
  args: { failure: new MembershipError('network', '') },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server could not be reached')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const Phone: Story = {
  tags: ['!test'],
  args: { subscription: null },
  globals: { locale: 'de', viewport: { value: 'phone' } },
};
export const Chinese: Story = { tags: ['!test'], args: { subscription: null }, globals: { locale: 'zh' } };
export const Dark: Story = { tags: ['!test'], args: { subscription: {} }, globals: { theme: 'dark' } };
