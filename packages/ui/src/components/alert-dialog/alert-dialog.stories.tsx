/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor, within } from 'storybook/test';

import { Button } from '../button/button.tsx';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogTrigger,
} from './alert-dialog.tsx';

const meta = {
  title: 'Overlays/AlertDialog',
  component: AlertDialogContent,
  tags: ['!autodocs'],
  args: {
    title: 'Delete 12 photos from this device?',
    description: 'Their cut-outs and brush strokes go with them. The originals in your folders stay where they are.',
  },
} satisfies Meta<typeof AlertDialogContent>;

export default meta;
type Story = StoryObj<typeof meta>;

const remove = fn();

export const Default: Story = {
  render: (args) => (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button>Delete</Button>
      </AlertDialogTrigger>
      <AlertDialogContent {...args}>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep them</AlertDialogCancel>
          <AlertDialogAction onClick={remove}>Delete 12 photos</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  ),
  play: async ({ canvas, userEvent }) => {
    remove.mockClear();
    const trigger = canvas.getByRole('button', { name: 'Delete' });
    await userEvent.click(trigger);
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 12 photos from this device?' });
    await expect(dialog).toHaveAccessibleDescription(/originals in your folders stay/);
    await expect(within(dialog).getByRole('button', { name: 'Keep them' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 12 photos' }));
    await expect(remove).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(trigger).toHaveFocus());
  },
};

export const Keyboard: Story = {
  ...Default,
  play: async ({ canvas, userEvent }) => {
    remove.mockClear();
    const trigger = canvas.getByRole('button', { name: 'Delete' });
    const keep = () => screen.getByRole('button', { name: 'Keep them' });
    const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(keep()).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await gone();
    await waitFor(() => expect(trigger).toHaveFocus());

    await userEvent.keyboard(' ');
    await waitFor(() => expect(keep()).toHaveFocus());
    await userEvent.tab();
    await expect(screen.getByRole('button', { name: 'Delete 12 photos' })).toHaveFocus();
    await userEvent.tab();
    await expect(keep()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await gone();
    await expect(remove).not.toHaveBeenCalled();
    await waitFor(() => expect(trigger).toHaveFocus());

    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(keep()).toHaveFocus());
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(remove).toHaveBeenCalledOnce();
    await gone();
  },
};

export const Open: Story = {
  render: (args) => (
    <AlertDialog defaultOpen>
      <AlertDialogContent {...args}>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep them</AlertDialogCancel>
          <AlertDialogAction>Delete 12 photos</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  ),
};

/** Neutral tone, for an action that cannot be undone but loses nothing. */
export const Neutral: Story = {
  args: {
    tone: 'neutral',
    title: 'Send the order for 40 backgrounds?',
    description: 'The credits are used once the work has begun. Finished pictures stay in your history for 30 days.',
  },
  render: (args) => (
    <AlertDialog defaultOpen>
      <AlertDialogContent {...args}>
        <AlertDialogFooter>
          <AlertDialogCancel>Not yet</AlertDialogCancel>
          <AlertDialogAction>Use 40 credits</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  ),
};

/** The dialog stays open while the action runs, and closes when it is done. */
export const Working: Story = {
  args: { title: 'Delete the account?', description: 'Your 320 credits and the history end with it, at once.' },
  render: function Working(args) {
    const [state, setState] = useState<'closed' | 'asking' | 'deleting'>('asking');
    return (
      <AlertDialog open={state !== 'closed'} onOpenChange={(open) => setState(open ? 'asking' : 'closed')}>
        <AlertDialogContent {...args}>
          <AlertDialogFooter>
            <AlertDialogCancel disabled={state === 'deleting'}>Keep it</AlertDialogCancel>
            <AlertDialogAction
              loading={state === 'deleting'}
              onClick={(event) => {
                event.preventDefault();
                setState('deleting');
              }}
            >
              {state === 'deleting' ? 'Deleting' : 'Delete the account'}
            </AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    );
  },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the account' }));
    await expect(screen.getByRole('button', { name: 'Deleting' })).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(screen.getByRole('alertdialog')).toBeVisible());
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    title: '12 Fotos von diesem Gerät löschen?',
    description:
      'Die freigestellten Bilder und Pinselstriche werden mitgelöscht. Die Originale in Ihren Ordnern bleiben unberührt.',
  },
  render: (args) => (
    <AlertDialog defaultOpen>
      <AlertDialogContent {...args}>
        <AlertDialogFooter>
          <AlertDialogCancel>Behalten</AlertDialogCancel>
          <AlertDialogAction>12 Fotos endgültig löschen</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  ),
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    title: '从本机删除 12 张照片？',
    description: '抠图结果和画笔修改会一并删除。文件夹里的原图不受影响。',
  },
  render: (args) => (
    <AlertDialog defaultOpen>
      <AlertDialogContent {...args}>
        <AlertDialogFooter>
          <AlertDialogCancel>保留</AlertDialogCancel>
          <AlertDialogAction>删除 12 张照片</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  ),
};

export const Dark: Story = { ...Open, globals: { theme: 'dark' } };
export const Phone: Story = { ...LongestLanguage, globals: { locale: 'de', viewport: { value: 'phone' } } };
