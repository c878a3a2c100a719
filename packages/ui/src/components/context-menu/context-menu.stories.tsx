/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Copy, Download, FolderOutput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test';

import { StoryPicture } from '../compare-slider/story-picture.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import {
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuLabel,
  ContextMenuRadioGroup,
  ContextMenuRadioItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from './context-menu.tsx';

const meta = {
  title: 'Overlays/ContextMenu',
  component: ContextMenuContent,
  tags: ['!autodocs'],
  args: { label: 'island-dusk.jpg' },
  decorators: [(Story) => <div className="min-h-110">{Story()}</div>],
} satisfies Meta<typeof ContextMenuContent>;

export default meta;
type Story = StoryObj<typeof meta>;

const copy = fn();

const english = {
  photo: 'Photo island-dusk.jpg',
  facts: '4032 × 3024, 3.1 MB',
  download: 'Download',
  copy: 'Copy',
  ground: 'Background',
  grounds: ['None', 'White', 'Studio grey'],
  edges: 'Show the edge',
  exclude: 'Leave out of the batch',
};

function PhotoMenu({ label, words }: { label: string; words: typeof english }) {
  const [ground, setGround] = useState(words.grounds[0] ?? '');
  const [edges, setEdges] = useState(true);
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild>
        <button type="button" aria-label={words.photo} className="block aspect-3/2 w-60 overflow-hidden rounded-md">
          <StoryPicture />
        </button>
      </ContextMenuTrigger>
      <ContextMenuContent label={label}>
        <ContextMenuLabel>{words.facts}</ContextMenuLabel>
        <ContextMenuItem>
          <Download />
          {words.download}
        </ContextMenuItem>
        <ContextMenuItem onSelect={copy}>
          <Copy />
          {words.copy}
          <Kbd className="ms-auto">C</Kbd>
        </ContextMenuItem>
        <ContextMenuSub>
          <ContextMenuSubTrigger>
            <FolderOutput />
            {words.ground}
          </ContextMenuSubTrigger>
          <ContextMenuSubContent>
            <ContextMenuRadioGroup value={ground} onValueChange={setGround}>
              {words.grounds.map((each) => (
                <ContextMenuRadioItem key={each} value={each}>
                  {each}
                </ContextMenuRadioItem>
              ))}
            </ContextMenuRadioGroup>
          </ContextMenuSubContent>
        </ContextMenuSub>
        <ContextMenuSeparator />
        <ContextMenuCheckboxItem checked={edges} onCheckedChange={setEdges}>
          {words.edges}
        </ContextMenuCheckboxItem>
        <ContextMenuItem disabled>
          <Trash2 />
          {words.exclude}
        </ContextMenuItem>
      </ContextMenuContent>
    </ContextMenu>
  );
}

export const Default: Story = {
  render: (args) => <PhotoMenu {...args} words={english} />,
  play: async ({ canvas, userEvent }) => {
    copy.mockClear();
    const photo = canvas.getByRole('button', { name: 'Photo island-dusk.jpg' });
    await userEvent.pointer({ keys: '[MouseRight]', target: photo, coords: { clientX: 120, clientY: 80 } });
    await waitFor(() => expect(screen.getByRole('menu', { name: 'island-dusk.jpg' })).toBeVisible());
    await userEvent.click(screen.getByRole('menuitem', { name: /Copy/ }));
    await expect(copy).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  },
};

export const Open: Story = {
  ...Default,
  play: async ({ canvas }) => {
    await fireEvent.contextMenu(canvas.getByRole('button'), { clientX: 140, clientY: 70 });
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible());
  },
};

/** The browser itself opens the menu by key. The browser test covers it with a real key. */
export const Keyboard: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    copy.mockClear();
    const photo = canvas.getByRole('button');
    const item = (name: RegExp) => screen.getByRole('menuitem', { name });
    photo.focus();
    await fireEvent.contextMenu(photo, { clientX: 120, clientY: 80 });
    await screen.findByRole('menu');
    await userEvent.keyboard('{ArrowDown}');
    await expect(item(/Download/)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect(screen.getByRole('menuitemcheckbox', { name: 'Show the edge' })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect(item(/Download/)).toHaveFocus();
    await userEvent.keyboard('b');
    await expect(item(/Background/)).toHaveFocus();

    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'None' })).toHaveFocus());
    await expect(screen.getByRole('menuitemradio', { name: 'None' })).toBeChecked();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(item(/Background/)).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(photo).toHaveFocus());
    await expect(copy).not.toHaveBeenCalled();
  },
};

export const LongPress: Story = {
  ...Default,
  play: async ({ canvas }) => {
    const finger = { pointerType: 'touch', pointerId: 4, clientX: 90, clientY: 60 };
    await fireEvent.pointerDown(canvas.getByRole('button'), finger);
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible());
  },
};

export const LongestLanguage: Story = {
  ...Open,
  globals: { locale: 'de' },
  args: { label: 'insel-daemmerung.jpg' },
  render: (args) => (
    <PhotoMenu
      {...args}
      words={{
        photo: 'Foto insel-daemmerung.jpg',
        facts: '4032 × 3024, 3,1 MB',
        download: 'Herunterladen',
        copy: 'In die Zwischenablage kopieren',
        ground: 'Hintergrund',
        grounds: ['Durchsichtig', 'Weiß', 'Studiograu'],
        edges: 'Schnittkante anzeigen',
        exclude: 'Aus der Stapelverarbeitung nehmen',
      }}
    />
  ),
};

export const Chinese: Story = {
  ...Open,
  globals: { locale: 'zh' },
  args: { label: '海岛黄昏.jpg' },
  render: (args) => (
    <PhotoMenu
      {...args}
      words={{
        photo: '照片 海岛黄昏.jpg',
        facts: '4032 × 3024，3.1 MB',
        download: '下载',
        copy: '复制',
        ground: '背景',
        grounds: ['透明', '白色', '影棚灰'],
        edges: '显示边缘',
        exclude: '移出本批',
      }}
    />
  ),
};

export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
