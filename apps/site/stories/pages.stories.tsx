/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';

import { expect, within } from 'storybook/test';

import { type ScreenArgs, siteScreen } from './site-screen.tsx';

const meta = { ...siteScreen, title: 'Screens/Pages' } satisfies Meta<ScreenArgs>;

export default meta;
type Story = StoryObj<ScreenArgs>;

const phone = { viewport: { value: 'phone' } };

export const Home: Story = {};
export const HomeDark: Story = { tags: ['!test'], globals: { theme: 'dark' } };
export const HomePhone: Story = { tags: ['!test'], globals: phone };
export const HomeChinese: Story = { tags: ['!test'], globals: { locale: 'zh' } };
export const AiBackground: Story = { args: { path: '/ai-background' } };
export const AiBackgroundPhone: Story = { ...AiBackground, tags: ['!test'], globals: phone };
export const IdPhoto: Story = { args: { path: '/id-photo' } };
export const IdPhotoPhone: Story = { ...IdPhoto, tags: ['!test'], globals: phone };
export const ShopPhotos: Story = { args: { path: '/ecommerce' } };
export const ShopPhotosPhone: Story = { ...ShopPhotos, tags: ['!test'], globals: phone };
export const Questions: Story = { args: { path: '/faq' } };
export const QuestionsPhone: Story = { ...Questions, tags: ['!test'], globals: { ...phone, locale: 'de' } };
export const SignIn: Story = { args: { path: '/auth' } };
export const SignInPhone: Story = { ...SignIn, tags: ['!test'], globals: phone };
export const ForgotPassword: Story = { args: { path: '/auth/forgot' } };
/** The site on a static host, which has no accounts. */
export const WithoutAccounts: Story = { args: { path: '/auth', hasAccounts: false } };
const unsaved = { path: '/faq', missing: 'page' } as const;
const withoutServer = { path: '/auth', missing: 'server' } as const;

/** Page that is not saved in the browser, opened offline, so that its code and texts cannot be loaded. */
export const Offline: Story = {
  args: unsaved,
  play: async ({ canvas }) => {
    const message = within(await canvas.findByRole('alert'));
    await expect(message.getByRole('heading')).toHaveTextContent('You are offline');
    await expect(message.getByRole('link')).toHaveAttribute('href', '/en/single');
  },
};
export const OfflinePhone: Story = { tags: ['!test'], args: unsaved, globals: { ...phone, locale: 'de' } };
export const OfflineDark: Story = { tags: ['!test'], args: unsaved, globals: { theme: 'dark', locale: 'zh' } };
/** Saved page whose server cannot be reached. */
export const SignInOffline: Story = {
  args: withoutServer,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('You are offline')).toBeVisible();
  },
};
export const SignInOfflinePhone: Story = {
  tags: ['!test'],
  args: withoutServer,
  globals: { ...phone, locale: 'ru', theme: 'dark' },
};
export const NotFound: Story = { args: { path: '/single-imge' } };
export const NotFoundDark: Story = { ...NotFound, tags: ['!test'], globals: { theme: 'dark' } };
