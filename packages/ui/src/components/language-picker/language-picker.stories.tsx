/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';

import { LanguagePicker } from './language-picker.tsx';

const languages = [
  { code: 'zh', lang: 'zh-Hans', name: '简体中文', href: '#/' },
  { code: 'en', lang: 'en', name: 'English', href: '#/en' },
  { code: 'ja', lang: 'ja', name: '日本語', href: '#/ja' },
  { code: 'ko', lang: 'ko', name: '한국어', href: '#/ko' },
  { code: 'es', lang: 'es', name: 'Español', href: '#/es' },
  { code: 'fr', lang: 'fr', name: 'Français', href: '#/fr' },
  { code: 'de', lang: 'de', name: 'Deutsch', href: '#/de' },
  { code: 'ru', lang: 'ru', name: 'Русский', href: '#/ru' },
];

const meta = {
  title: 'Navigation/LanguagePicker',
  component: LanguagePicker,
  tags: ['!autodocs'],
  args: { label: 'Language', languages, current: 'en', onSelect: fn((_code, event) => event.preventDefault()) },
  decorators: [
    (Story) => (
      <div className="flex min-h-96 items-start justify-end">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof LanguagePicker>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Language English' });
    await expect(canvas.queryByRole('link')).toBeNull();
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'true'));
    await expect(canvas.getAllByRole('link')).toHaveLength(8);
    await expect(canvas.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');

    const german = canvas.getByRole('link', { name: 'Deutsch' });
    await expect(german).toHaveAttribute('href', '#/de');
    await expect(german).toHaveAttribute('hreflang', 'de');
    await userEvent.click(german);
    await expect(args.onSelect).toHaveBeenCalledWith('de', expect.anything());
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
    await expect(canvas.queryByRole('link')).toBeNull();
  },
};

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await waitFor(() => expect(canvas.getByRole('link', { name: '日本語' })).toBeVisible());
  },
};

/** The browser itself handles Escape. The browser test covers it with a real key. */
export const Keyboard: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab();
    const button = canvas.getByRole('button', { name: 'Language English' });
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'true'));

    const link = (name: string) => canvas.getByRole('link', { name });
    await userEvent.keyboard('{ArrowDown}');
    await expect(link('English')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(link('日本語')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect(link('Русский')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(link('简体中文')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect(link('Русский')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect(link('简体中文')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('zh', expect.anything());
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  },
};

/** The destination is set on the router's link. The props contain styles, language and `aria-current`. */
export const WithRouterLink: Story = {
  args: {
    renderLink: (language, props) => (
      <a href={`#/go${language.href.slice(1)}`} {...props}>
        {language.name}
      </a>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    const link = await canvas.findByRole('link', { name: '한국어' });
    await expect(link).toHaveAttribute('href', '#/go/ko');
    await expect(link).toHaveAttribute('lang', 'ko');
  },
};

export const IconOnly: Story = {
  args: { showName: 'never' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Language English' })).toBeVisible();
    await expect(canvas.getByText('English', { selector: 'span' })).not.toBeVisible();
  },
};

/** At the bottom of a page the list opens upwards. */
export const AtTheFoot: Story = {
  ...Open,
  decorators: [
    (Story) => (
      <div className="fixed inset-x-0 bottom-0 flex border-t border-line p-4">
        <Story />
      </div>
    ),
  ],
};

export const LongestLanguage: Story = {
  ...Open,
  globals: { locale: 'ru' },
  args: { label: 'Язык', current: 'ru' },
};

export const Chinese: Story = { ...Open, globals: { locale: 'zh' }, args: { label: '语言', current: 'zh' } };
export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
export const Phone: Story = { ...Open, globals: { viewport: { value: 'phone' } } };
