/** @module-tag long */
import type { Locale } from '@isola/i18n';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { MembershipError } from '../api/membership-error.ts';
import { PlansView } from './plans-view.tsx';
import {
  announced,
  left,
  MembershipStory,
  membershipStory,
  type MembershipStoryArgs,
} from './testing/membership-story.tsx';

const meta = {
  ...membershipStory,
  title: 'Screens/Membership/Plans',
  render: (args, { loaded, globals }) => (
    <MembershipStory
      args={args}
      words={loaded['i18n']}
      locale={String(globals['locale']) as Locale}
      title={loaded['i18n'].t('pages:membership.title')}
    >
      <PlansView />
    </MembershipStory>
  ),
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

/** What has a price is paid for on the provider's page, in the chosen currency. */
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

/** A code for the phone: the page waits, and says that the plan is there once the provider has reported the payment. */
export const PaymentCode: Story = {
  args: {
    subscription: null,
    joining: { outcome: 'qr', content: 'weixin://wxpay/bizpayurl?pr=NwY5Mz9' },
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
    // The page asks every three seconds, and when the member comes back to it.
    globalThis.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(announced).toHaveBeenCalledWith('You now have the plan Member'), { timeout: 10_000 });
    await expect(await canvas.findByRole('link', { name: 'Manage membership' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};
let isPaid = false;

/** What cannot be paid any more is replaced by a checkout with another key. */
export const CodeExpired: Story = {
  args: {
    subscription: null,
    onAct: acted,
    joining: { outcome: 'qr', content: 'weixin://wxpay/bizpayurl?pr=NwY5Mz9' },
    checkoutStatus: () => 'expired',
  },
  play: async ({ canvas, userEvent }) => {
    acted.mockClear();
    await userEvent.click(await canvas.findByRole('button', { name: 'Join' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'New code' }));
    await waitFor(() => expect(acted).toHaveBeenCalledTimes(2));
    const keys = acted.mock.calls.map((call) => (call[1] as { key: string }).key);
    await expect(new Set(keys).size).toBe(2);
  },
};

/** Some providers want a form to be posted. */
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

/** What the change means for the next amount is said before it is made. */
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
