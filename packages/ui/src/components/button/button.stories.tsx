import type { Meta, StoryObj } from '@storybook/react-vite';
import { Download, ImageUp, Trash2 } from 'lucide-react';
import { expect, fn } from 'storybook/test';

import { Button } from './button.tsx';

const meta = {
  title: 'Actions/Button',
  tags: ['!autodocs'],
  component: Button,
  args: { children: 'Choose photos', onClick: fn() },
} satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Choose photos' }));
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onClick).toHaveBeenCalled();
  },
};

export const Variants: Story = {
  tags: ['visual'],
  render: () => (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary">
        <ImageUp />
        Choose photos
      </Button>
      <Button>
        <Download />
        Download
      </Button>
      <Button variant="ghost">Start again</Button>
      <Button variant="danger">
        <Trash2 />
        Delete 12 photos
      </Button>
    </div>
  ),
};

export const Sizes: Story = {
  render: () => (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" size="sm">
        Export
      </Button>
      <Button variant="primary">
        <Download />
        Export
      </Button>
      <Button variant="primary" size="lg">
        <ImageUp />
        Choose photos
      </Button>
    </div>
  ),
};

export const Disabled: Story = {
  args: { disabled: true },
  render: (args) => (
    <div className="flex flex-wrap items-center gap-3">
      <Button {...args} variant="primary" />
      <Button {...args} />
      <Button {...args} variant="ghost" />
      <Button {...args} variant="danger" />
    </div>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getAllByRole('button')[0] ?? document.body);
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Loading: Story = {
  args: { loading: true, variant: 'primary', children: 'Saving 12 of 50' },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button');
    await expect(button).toHaveAttribute('data-state', 'loading');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const AsLink: Story = {
  args: { asChild: true, children: <a href="#export">Open the export</a> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link')).toHaveAttribute('data-slot', 'button');
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: { variant: 'primary', size: 'lg', children: 'Sicherungskopie herunterladen' },
};

/** A label that does not fit in one line wraps, and the button grows. Short labels keep the height of the size. */
export const Wrapping: Story = {
  globals: { locale: 'de' },
  render: () => (
    <div className="flex w-48 flex-col items-start gap-3">
      <Button wrap size="sm">
        Aus den zuletzt verwendeten Farben entfernen
      </Button>
      <Button wrap>Sicherungskopie der Benutzereinstellungen herunterladen</Button>
      <Button wrap size="sm">
        Kurz
      </Button>
    </div>
  ),
  play: async ({ canvas }) => {
    const [small, medium, short] = canvas.getAllByRole('button');
    await expect(small?.clientHeight).toBeGreaterThan(36);
    await expect(medium?.clientHeight).toBeGreaterThan(40);
    await expect(short?.offsetHeight).toBe(32);
    for (const button of [small, medium]) await expect(button?.scrollWidth).toBe(button?.clientWidth);
    await expect(small?.offsetWidth).toBeLessThanOrEqual(192);
  },
};

export const Russian: Story = {
  globals: { locale: 'ru' },
  args: { variant: 'primary', size: 'lg', children: 'Выбрать фотографии' },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  render: () => (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" size="lg">
        <ImageUp />
        选择照片
      </Button>
      <Button>
        <Download />
        下载
      </Button>
      <Button variant="ghost">重新开始</Button>
    </div>
  ),
};

/** The stories of the kit are translated where the product has the same text. */
export const WordsOfTheProduct: Story = {
  globals: { locale: 'fr' },
  parameters: { words: 'product' },
  decorators: [
    (Story) => (
      <section>
        <Story />
      </section>
    ),
  ],
  render: () => (
    <div className="flex gap-3">
      <Button>Download</Button>
      <Button aria-label="Undo">↶</Button>
      <Button>Start the kettle</Button>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Télécharger' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Annuler' })).toBeVisible();
    // Text that the product does not contain stays as written.
    await expect(canvas.getByRole('button', { name: 'Start the kettle' })).toBeVisible();
  },
};

export const Dark: Story = { ...Variants, globals: { theme: 'dark' } };
export const DarkDisabled: Story = { ...Disabled, globals: { theme: 'dark' } };
