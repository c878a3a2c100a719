import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Thumbnail, type ThumbnailState } from './thumbnail.tsx';
import { storyCutOut, storyPhoto } from './story-photo.ts';

const meta = {
  title: 'Image tools/Thumbnail',
  component: Thumbnail,
  tags: ['!autodocs'],
  args: { src: storyPhoto, alt: 'kettle.jpg', state: 'waiting', stateLabel: 'waiting', size: 'lg' },
} satisfies Meta<typeof Thumbnail>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  args: { state: 'processed', stateLabel: 'cut out', src: storyCutOut },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'kettle.jpg' })).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getByText('cut out')).toHaveClass('sr-only');
  },
};

/** Waiting, processing with unknown and with known progress, processed, failed. */
export const States: Story = {
  render: (args) => (
    <div className="flex flex-wrap gap-2">
      <Thumbnail {...args} />
      <Thumbnail {...args} state="processing" stateLabel="finding the subject" />
      <Thumbnail {...args} state="processing" stateLabel="60 % done" progress={0.6} />
      <Thumbnail {...args} state="processed" stateLabel="cut out" src={storyCutOut} />
      <Thumbnail {...args} state="failed" stateLabel="failed" />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const bar = canvasElement.querySelector('[data-slot=thumbnail] rect')?.getBoundingClientRect();
    const frame = canvasElement.querySelector('[data-slot=thumbnail] img')?.getBoundingClientRect();
    await expect((bar?.width ?? 0) / (frame?.width ?? 1)).toBeCloseTo(0.6, 1);
  },
};

export const Pressable: Story = {
  args: { state: 'processed', stateLabel: 'cut out', src: storyCutOut, onClick: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'kettle.jpg cut out' });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(button);
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};

export const Selected: Story = {
  args: { ...Pressable.args, selected: true },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { pressed: true })).toBeVisible();
    await expect(canvasElement.querySelector('[data-slot=cut-line]')).toBeVisible();
  },
};

const strip: { name: string; state: ThumbnailState; words: string }[] = [
  { name: 'kettle.jpg', state: 'processed', words: 'cut out' },
  { name: 'teapot.jpg', state: 'processed', words: 'cut out' },
  { name: 'jug.jpg', state: 'processing', words: '40 % done' },
  { name: 'cup.jpg', state: 'failed', words: 'failed' },
  { name: 'saucer.jpg', state: 'waiting', words: 'waiting' },
];

/** A strip of images, operated with the keyboard. */
export const Keyboard: Story = {
  render: function Strip() {
    const [chosen, setChosen] = useState('kettle.jpg');
    return (
      <div className="flex flex-wrap gap-1">
        {strip.map(({ name, state, words }) => (
          <Thumbnail
            key={name}
            src={state === 'processed' ? storyCutOut : storyPhoto}
            alt={name}
            state={state}
            stateLabel={words}
            {...(state === 'processing' && { progress: 0.4 })}
            selected={chosen === name}
            onClick={() => setChosen(name)}
          />
        ))}
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /kettle/ })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('button', { pressed: true })).toHaveAccessibleName('jug.jpg 40 % done');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('button', { pressed: true })).toHaveAccessibleName('teapot.jpg cut out');
  },
};

export const WithBadge: Story = {
  args: { ...Default.args, badge: <Badge tone="photo">2×</Badge> },
};

/** The image is still being read. */
export const Empty: Story = {
  args: { src: '', stateLabel: 'being read' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('img')).toBeNull();
    await expect(canvas.getByText('kettle.jpg')).toHaveClass('sr-only');
  },
};

export const Disabled: Story = {
  args: { ...Pressable.args, disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toBeDisabled();
  },
};

export const Sizes: Story = {
  render: (args) => (
    <div className="flex items-end gap-3">
      <Thumbnail {...args} state="failed" size="sm" selected />
      <Thumbnail {...args} state="failed" size="md" selected />
      <Thumbnail {...args} state="failed" size="lg" selected />
      <div className="w-40">
        <Thumbnail {...args} {...Default.args} size="fill" selected />
      </div>
    </div>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { state: 'failed', alt: '水壶.jpg', stateLabel: '失败', badge: <Badge tone="photo">重试</Badge> },
};

export const Dark: Story = { ...States, globals: { theme: 'dark' } };
export const DarkStrip: Story = { ...Keyboard, globals: { theme: 'dark' } };
