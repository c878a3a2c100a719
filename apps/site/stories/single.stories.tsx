/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import type { SiteRouter } from '../src/router.tsx';
import { type ScreenArgs, siteScreen } from './site-screen.tsx';

const meta = {
  ...siteScreen,
  title: 'Screens/Single image',
  args: { ...siteScreen.args, path: '/single' },
} satisfies Meta<ScreenArgs>;

export default meta;
type Story = StoryObj<ScreenArgs>;

const phone = { viewport: { value: 'phone' } };

export const Empty: Story = {};
export const EmptyPhone: Story = { tags: ['!test'], globals: phone };

export const Working: Story = {
  args: { image: 'working' },
  play: ({ canvas }) => waitFor(() => expect(canvas.getByText(/62/)).toBeVisible()),
};

export const Failed: Story = {
  args: { image: 'failed' },
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
  },
};

/** Failure because the segmenter was disposed while it segmented the image. */
export const Disposed: Story = {
  args: { image: 'disposed' },
  play: async ({ canvas, loaded }) => {
    const alert = await canvas.findByRole('alert');
    const { i18n } = (loaded['router'] as SiteRouter).options.context;
    await expect(alert).toHaveTextContent(i18n.t('errors:disposed.title'));
    await expect(alert).toHaveTextContent(i18n.t('errors:disposed.text'));
  },
};

const withoutModel = { image: 'without-model', missing: 'server' } as const;

/** Offline before the model was loaded: the message mentions the connection. Once online, it is the usual message. */
export const Offline: Story = {
  args: withoutModel,
  play: async ({ canvas, loaded }) => {
    const alert = await canvas.findByRole('alert');
    const { i18n } = (loaded['router'] as SiteRouter).options.context;
    await expect(alert).toHaveAttribute('data-code', 'model-load-failed');
    await expect(alert).toHaveTextContent(i18n.t('errors:offline'));
    await canvas.findByRole('button', { name: 'Try again' });
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(alert).toHaveTextContent(i18n.t('errors:model-load-failed.text')));
  },
};
export const OfflinePhone: Story = { tags: ['!test'], args: withoutModel, globals: { ...phone, locale: 'de' } };

const image = { image: 'done' } as const;

/** Opens the panel of a tool by its name in the story's language. */
function show(tool: 'background' | 'refine' | 'light' | 'crop' | 'export'): NonNullable<Story['play']> {
  return async ({ canvas, loaded, userEvent }) => {
    const { i18n } = (loaded['router'] as SiteRouter).options.context;
    await i18n.loadNamespaces('editor');
    const button = await canvas.findByRole('button', { name: i18n.t(`editor:tools.${tool}`) });
    if (button.getAttribute('aria-expanded') !== 'true') await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'true'));
  };
}

export const Background: Story = { args: image, play: show('background') };
export const Refine: Story = { args: image, play: show('refine') };
export const AdjustLight: Story = { args: image, play: show('light') };
export const Crop: Story = { args: image, play: show('crop') };
export const Export: Story = { args: image, play: show('export') };
export const ResultDark: Story = { tags: ['!test'], args: image, globals: { theme: 'dark' } };
export const ResultPhone: Story = { tags: ['!test'], args: image, globals: phone };
export const ResultChinese: Story = { tags: ['!test'], args: image, globals: { locale: 'zh' } };
export const LongestLanguage: Story = {
  tags: ['!test'],
  args: image,
  globals: { locale: 'de' },
  play: show('light'),
};
