/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { createToaster, Toast, Toaster, ToastProvider, type ToastMessage } from './toast.tsx';

const meta = {
  title: 'Feedback/Toast',
  component: Toast,
  tags: ['!autodocs'],
  args: { title: 'Copied, 2.4 MB', closeLabel: 'Put away', duration: 600_000, onOpenChange: fn() },
  decorators: [(Story) => <div className="min-h-60">{Story()}</div>],
  render: (args) => (
    <ToastProvider label="Message" viewportLabel="Messages ({hotkey})">
      <Toast {...args} />
    </ToastProvider>
  ),
} satisfies Meta<typeof Toast>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ args, userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Put away' }));
    await expect(args.onOpenChange).toHaveBeenLastCalledWith(false);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Put away' })).toBeNull());
  },
};

const undo = fn();

export const WithAction: Story = {
  args: {
    title: '12 photos removed from the table',
    children: 'The files on your disk are untouched.',
    action: { label: 'Undo', altText: 'Press Control Z to bring them back', onSelect: undo },
  },
};

export const Success: Story = { args: { tone: 'success', title: 'Exported 12 photos, 38.1 MB' } };

/** Announced at once. It says what happened, what was kept, and what to do next. */
export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'The order could not be sent',
    children: 'You are offline. It is kept here and can be sent again.',
    action: { label: 'Send again', altText: 'Open the orders to send it again', onSelect: fn() },
  },
};

function ToastDemo({ messages, closeLabel = 'Put away' }: { messages: ToastMessage[]; closeLabel?: string }) {
  const [toaster] = useState(createToaster);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {messages.map((message) => (
          <Button key={message.title} onClick={() => toaster.show(message)}>
            {message.title}
          </Button>
        ))}
      </div>
      <Toaster toaster={toaster} label="Message" viewportLabel="Messages ({hotkey})" closeLabel={closeLabel} />
    </>
  );
}

const shownToasts = () =>
  within(screen.getByRole('region', { name: 'Messages (F8)' }))
    .queryAllByRole('listitem')
    .filter((item) => item.dataset['state'] === 'open');
const shownTitles = () => shownToasts().map((item) => item.querySelector('.font-medium')?.textContent);

/** At most three messages are shown; the fourth is queued. */
export const Queue: Story = {
  render: () => (
    <ToastDemo messages={['Copied', 'Saved', 'Exported', 'Renamed'].map((title) => ({ title, durationMs: 600_000 }))} />
  ),
  play: async ({ canvas, userEvent }) => {
    for (const name of ['Copied', 'Saved', 'Exported', 'Renamed']) {
      await userEvent.click(canvas.getByRole('button', { name }));
    }
    await waitFor(() => expect(shownTitles()).toEqual(['Copied', 'Saved', 'Exported']));
    await userEvent.click(screen.getAllByRole('button', { name: 'Put away' })[0] ?? document.body);
    await waitFor(() => expect(shownTitles()).toEqual(['Saved', 'Exported', 'Renamed']));
  },
};

/** The action runs, and the toast disappears. */
export const Undo: Story = {
  render: () => (
    <ToastDemo
      messages={[
        {
          title: 'Remove 12 photos',
          description: 'The files on your disk are untouched.',
          action: { label: 'Undo', altText: 'Press Control Z to bring them back', onSelect: undo },
          durationMs: 600_000,
        },
      ]}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    undo.mockClear();
    await userEvent.click(canvas.getByRole('button', { name: 'Remove 12 photos' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  },
};

/** Messages with one id follow an operation to its end. */
export const SameId: Story = {
  render: () => (
    <ToastDemo
      messages={[
        { id: 'export', title: 'Exporting 12 photos', durationMs: Infinity },
        { id: 'export', title: 'Exported, 38.1 MB', tone: 'success', durationMs: Infinity },
      ]}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Exporting 12 photos' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Exporting 12 photos']));
    await userEvent.click(canvas.getByRole('button', { name: 'Exported, 38.1 MB' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Exported, 38.1 MB']));
  },
};

export const Keyboard: Story = {
  ...Undo,
  play: async ({ canvas, userEvent }) => {
    undo.mockClear();
    const remove = canvas.getByRole('button', { name: 'Remove 12 photos' });
    remove.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownToasts()).toHaveLength(1));
    await expect(remove).toHaveFocus();
    await userEvent.keyboard('[F8]');
    await expect(screen.getByRole('list')).toHaveFocus();
    await userEvent.tab();
    await expect(shownToasts()[0]).toHaveFocus();
    await userEvent.tab();
    await expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(undo).toHaveBeenCalledOnce();
    await waitFor(() => expect(shownToasts()).toHaveLength(0));

    remove.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownToasts()).toHaveLength(1));
    await userEvent.keyboard('[F8]');
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(shownToasts()).toHaveLength(0));
    await expect(undo).toHaveBeenCalledOnce();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    title: 'Zwölf Fotos aus der Stapelverarbeitung entfernt',
    children: 'Die Dateien auf Ihrer Festplatte bleiben unverändert.',
    closeLabel: 'Meldung ausblenden',
    action: { label: 'Rückgängig machen', altText: 'Mit Strg Z zurückholen', onSelect: undo },
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    title: '已从列表移走 12 张照片',
    children: '硬盘上的原文件没有改动。',
    closeLabel: '收起',
    action: { label: '撤销', altText: '按 Control Z 找回', onSelect: undo },
  },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { ...WithAction, globals: { theme: 'dark' } };
export const DarkDanger: Story = { ...Danger, globals: { theme: 'dark' } };
