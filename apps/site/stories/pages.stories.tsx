import type { Meta, StoryObj } from '@storybook/react-vite';

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
/** A static host has no accounts. */
export const WithoutAccounts: Story = { args: { path: '/auth', hasAccounts: false } };
export const NotFound: Story = { args: { path: '/single-imge' } };
export const NotFoundDark: Story = { ...NotFound, tags: ['!test'], globals: { theme: 'dark' } };
