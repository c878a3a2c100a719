/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ImageUp } from 'lucide-react';
import { expect, fn } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { DropZone, DropZoneTrigger } from './drop-zone.tsx';

const meta = {
  title: 'Forms/DropZone',
  component: DropZone,
  tags: ['!autodocs'],
  args: {
    onFiles: fn(),
    accept: 'image/jpeg,image/png,image/webp',
    className: 'max-w-140',
    children: contents('Choose photos', 'or drop them anywhere, or paste', 'JPEG, PNG, WebP, up to 50 MB'),
  },
} satisfies Meta<typeof DropZone>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Idle: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const opened = fn();
    input?.addEventListener('click', (event) => {
      event.preventDefault();
      opened();
    });
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Choose photos' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(opened).toHaveBeenCalledOnce();
  },
};

export const Keyboard: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const opened = fn((event: Event) => event.preventDefault());
    canvasElement.querySelector('input[type=file]')?.addEventListener('click', opened);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Choose photos' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard(' ');
    await expect(opened).toHaveBeenCalledTimes(2);
    await userEvent.tab();
    await expect(document.body).toHaveFocus();
  },
};

export const Over: Story = {
  args: { state: 'over' },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('[data-slot=cut-line]')).toHaveAttribute('data-state', 'running');
  },
};

export const Disabled: Story = {
  args: {
    state: 'disabled',
    children: contents('Choose photos', 'Fifty photos are in work', 'More when there is room', true),
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    children: contents(
      'Fotos auswählen',
      'oder irgendwo auf die Seite ziehen oder aus der Zwischenablage einfügen',
      'JPEG, PNG, WebP, höchstens 50 MB',
    ),
  },
};

export const Russian: Story = {
  globals: { locale: 'ru' },
  args: {
    children: contents(
      'Выбрать фотографии',
      'или перетащите их в любое место страницы, или вставьте из буфера',
      'JPEG, PNG, WebP, до 50 МБ',
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { children: contents('选择照片', '或拖到页面任意处，也可以直接粘贴', 'JPEG、PNG、WebP，最大 50 MB') },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { ...Idle, globals: { theme: 'dark' } };
export const DarkOver: Story = { ...Over, globals: { theme: 'dark' } };

function contents(choose: string, otherwise: string, formats: string, disabled = false) {
  return (
    <div className="flex flex-col gap-x-5 gap-y-4 sm:flex-row sm:items-center">
      <DropZoneTrigger>
        <Button variant="primary" size="lg" disabled={disabled}>
          <ImageUp />
          {choose}
        </Button>
      </DropZoneTrigger>
      <div className="text-13">
        <p className="text-soft">{otherwise}</p>
        <p className="text-faint">{formats}</p>
      </div>
    </div>
  );
}
