import type { Meta, StoryObj } from '@storybook/react-vite';
import { Copy, Download, Globe, Store, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { expect, fn, screen, waitFor } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenu,
  tags: ['!autodocs'],
  decorators: [(Story) => <div className="min-h-96">{Story()}</div>],
} satisfies Meta<typeof DropdownMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

const copy = fn();

export const Default: Story = {
  render: () => (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Export</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>PNG, 4032 × 3024</DropdownMenuLabel>
        <DropdownMenuItem>
          <Download />
          Download
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={copy}>
          <Copy />
          Copy
          <Kbd className="ms-auto">C</Kbd>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled>
          <Trash2 />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menu');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(copy).toHaveBeenCalled();
    await waitFor(() => expect(canvas.getByRole('button')).toHaveFocus());
  },
};

export const Open: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu).toBeVisible());
  },
};

const exportWords = {
  trigger: 'Export',
  facts: 'PNG, 4032 × 3024',
  download: 'Download',
  copy: 'Copy',
  shop: 'For a shop',
  shops: ['Amazon', 'Shopify', 'Taobao'],
  metadata: 'Keep camera data',
  remove: 'Delete',
};

function ExportMenu({ words, defaultOpen = false }: { words: typeof exportWords; defaultOpen?: boolean }) {
  const [metadata, setMetadata] = useState(false);
  return (
    <DropdownMenu defaultOpen={defaultOpen}>
      <DropdownMenuTrigger asChild>
        <Button>{words.trigger}</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>{words.facts}</DropdownMenuLabel>
        <DropdownMenuItem>
          <Download />
          {words.download}
        </DropdownMenuItem>
        <DropdownMenuItem>
          <Copy />
          {words.copy}
          <Kbd className="ms-auto">C</Kbd>
        </DropdownMenuItem>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger>
            <Store />
            {words.shop}
          </DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            {words.shops.map((name) => (
              <DropdownMenuItem key={name} onSelect={() => chooseShop(name)}>
                {name}
              </DropdownMenuItem>
            ))}
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSeparator />
        <DropdownMenuCheckboxItem checked={metadata} onCheckedChange={setMetadata}>
          {words.metadata}
        </DropdownMenuCheckboxItem>
        <DropdownMenuItem disabled>
          <Trash2 />
          {words.remove}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const chooseShop = fn();

export const WithSubmenu: Story = {
  render: () => <ExportMenu words={exportWords} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'For a shop' }));
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Taobao' })).toBeVisible());
  },
};

export const Keyboard: Story = {
  render: () => <ExportMenu words={exportWords} />,
  play: async ({ canvas, userEvent }) => {
    chooseShop.mockClear();
    const trigger = canvas.getByRole('button');
    const item = (name: RegExp | string) => screen.getByRole('menuitem', { name });
    const gone = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(item('Download')).toHaveFocus());
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{End}');
    await expect(screen.getByRole('menuitemcheckbox')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect(item('Download')).toHaveFocus();
    await userEvent.keyboard('f');
    await expect(item('For a shop')).toHaveFocus();

    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(item('Amazon')).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    await expect(item('Shopify')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(item('For a shop')).toHaveFocus());
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Amazon' })).toBeNull());
    await userEvent.keyboard('{Escape}');
    await gone();
    await waitFor(() => expect(trigger).toHaveFocus());

    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(item('Download')).toHaveFocus());
    await userEvent.keyboard('f{Enter}');
    await waitFor(() => expect(item('Amazon')).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await expect(chooseShop).toHaveBeenCalledWith('Amazon');
    await gone();
    await waitFor(() => expect(trigger).toHaveFocus());

    await userEvent.keyboard(' ');
    await waitFor(() => expect(item('Download')).toHaveFocus());
    await userEvent.keyboard('k{Enter}');
    await gone();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByRole('menuitemcheckbox', { name: 'Keep camera data' })).toBeChecked();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  render: () => (
    <ExportMenu
      defaultOpen
      words={{
        trigger: 'Exportieren',
        facts: 'PNG, 4032 × 3024',
        download: 'Herunterladen',
        copy: 'In die Zwischenablage kopieren',
        shop: 'Für einen Marktplatz',
        shops: ['Amazon', 'Zalando'],
        metadata: 'Aufnahmedaten behalten',
        remove: 'Endgültig löschen',
      }}
    />
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  render: () => (
    <ExportMenu
      defaultOpen
      words={{
        trigger: '导出',
        facts: 'PNG，4032 × 3024',
        download: '下载',
        copy: '复制',
        shop: '按平台导出',
        shops: ['淘宝', '亚马逊'],
        metadata: '保留拍摄信息',
        remove: '删除',
      }}
    />
  ),
};

const languages: Record<string, string> = {
  zh: '简体中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  de: 'Deutsch',
  ru: 'Русский',
};

export const Languages: Story = {
  render: function Languages() {
    const [locale, setLocale] = useState('zh');
    return (
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost">
            <Globe />
            {languages[locale]}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuRadioGroup value={locale} onValueChange={setLocale}>
            {Object.entries(languages).map(([code, name]) => (
              <DropdownMenuRadioItem key={code} value={code} lang={code}>
                {name}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));
    await expect(canvas.getByText('Deutsch')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await userEvent.click(canvas.getByRole('button'));
    await expect(await screen.findByRole('menuitemradio', { name: 'Deutsch' })).toBeChecked();
  },
};

export const Dark: Story = { ...WithSubmenu, globals: { theme: 'dark' } };
export const Phone: Story = { ...WithSubmenu, globals: { viewport: { value: 'phone' } } };
