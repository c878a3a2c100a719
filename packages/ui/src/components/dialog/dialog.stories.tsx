/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Field } from '../field/field.tsx';
import { Input } from '../input/input.tsx';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter, DialogTrigger } from './dialog.tsx';

const meta = {
  title: 'Overlays/Dialog',
  component: DialogContent,
  tags: ['!autodocs'],
  args: { title: 'Rename the photo', closeLabel: 'Close', size: 'sm' },
} satisfies Meta<typeof DialogContent>;

export default meta;
type Story = StoryObj<typeof meta>;

const rename = fn();

export const Default: Story = {
  render: function Rename(args) {
    const [open, setOpen] = useState(false);
    return (
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button>Rename</Button>
        </DialogTrigger>
        <DialogContent {...args}>
          <form
            className="contents"
            onSubmit={(event) => {
              event.preventDefault();
              rename(new FormData(event.currentTarget).get('name'));
              setOpen(false);
            }}
          >
            <DialogBody>
              <Field label="File name">
                <Input name="name" defaultValue="white-tiger-03" />
              </Field>
            </DialogBody>
            <DialogFooter>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button variant="primary" type="submit">
                Rename
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
    );
  },
  play: async ({ canvas, userEvent }) => {
    rename.mockClear();
    const trigger = canvas.getByRole('button', { name: 'Rename' });
    await userEvent.click(trigger);
    const dialog = await screen.findByRole('dialog', { name: 'Rename the photo' });
    await expect(within(dialog).getByRole('textbox', { name: 'File name' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

export const Keyboard: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    rename.mockClear();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('textbox');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.tab();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.tab();
    await expect(dialog.getByRole('button', { name: 'Rename' })).toHaveFocus();
    await userEvent.tab();
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.tab();
    await expect(field).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const trigger = canvas.getByRole('button', { name: 'Rename' });
    await waitFor(() => expect(trigger).toHaveFocus());
    await expect(rename).not.toHaveBeenCalled();

    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    await userEvent.keyboard('white-tiger-cut-out{Enter}');
    await expect(rename).toHaveBeenCalledWith('white-tiger-cut-out');
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

const marketplaces = [
  ['Amazon', 'White ground, 2000 × 2000, the subject fills 85 %'],
  ['Shopify', 'Transparent PNG, 2048 × 2048'],
  ['Taobao', '白底图 800 × 800, at most 3 MB'],
  ['eBay', 'White or light ground, at least 1600 px'],
  ['Etsy', 'At least 2000 px on the shorter side'],
  ['Zalando', 'White ground, 1800 × 2600, portrait'],
  ['Rakuten', 'At least 700 × 700, text on at most 20 %'],
  ['Ozon', 'White ground, 900 × 1200, portrait'],
  ['Mercado Libre', 'White ground, 1200 × 1200'],
];

export const Scrolling: Story = {
  args: {
    title: 'Export 12 photos for shops',
    description: 'Each shop gets a folder of its own, in one ZIP.',
    size: 'md',
  },
  render: (args) => (
    <Dialog defaultOpen>
      <DialogContent {...args}>
        <DialogBody>
          <ul className="divide-y divide-line">
            {marketplaces.map(([name, rules]) => (
              <li key={name} className="py-3 first:pt-0">
                <p className="font-medium">{name}</p>
                <p className="text-13 text-soft">{rules}</p>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary">Export 12 photos</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  ),
};

export const Large: Story = { ...Scrolling, args: { ...Scrolling.args, size: 'lg' } };

/** For a picture: as high as the window. */
export const ExtraLarge: Story = { ...Scrolling, args: { ...Scrolling.args, size: 'xl' } };

/** Without a body: a title, a sentence and two buttons. */
export const Short: Story = {
  args: {
    title: 'Take up where you left off?',
    description: '白虎-03.jpg, with 14 brush strokes, was open when this tab was closed.',
  },
  render: (args) => (
    <Dialog defaultOpen>
      <DialogContent {...args}>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Start anew</Button>
          </DialogClose>
          <Button variant="primary">Take it up</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  ),
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    title: 'Hintergrundentfernung für 12 Fotos abbrechen?',
    description: 'Acht Fotos sind schon fertig. Sie bleiben auf diesem Gerät und lassen sich herunterladen.',
    closeLabel: 'Schließen',
  },
  render: (args) => (
    <Dialog defaultOpen>
      <DialogContent {...args}>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Weiterarbeiten</Button>
          </DialogClose>
          <Button variant="primary">Stapelverarbeitung abbrechen</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    title: '继续上次的工作？',
    description: '关闭标签页时，白虎-03.jpg 还开着，画了 14 笔。',
    closeLabel: '关闭',
  },
  render: (args) => (
    <Dialog defaultOpen>
      <DialogContent {...args}>
        <DialogFooter>
          <DialogClose asChild>
            <Button>重新开始</Button>
          </DialogClose>
          <Button variant="primary">继续</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  ),
};

export const Dark: Story = { ...Scrolling, globals: { theme: 'dark' } };
export const Phone: Story = { ...Scrolling, globals: { viewport: { value: 'phone' } } };
export const PhoneShort: Story = { ...LongestLanguage, globals: { locale: 'de', viewport: { value: 'phone' } } };
