import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { Banner } from './banner.tsx';

const meta = {
  title: 'Feedback/Banner',
  tags: ['!autodocs'],
  component: Banner,
  args: { title: 'A new version is ready', children: 'It is taken when you reload. Your photos stay.' },
} satisfies Meta<typeof Banner>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = {
  args: { actions: <Button size="sm">Reload now</Button> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('A new version is ready');
  },
};

export const Success: Story = {
  args: { tone: 'success', title: '50 photos are saved', children: 'isola-2026-11-21.zip, 84.2 MB' },
};

export const Warning: Story = {
  args: {
    tone: 'warning',
    title: 'You are offline',
    children: 'What is already here goes on working. AI backgrounds wait for the network.',
  },
};

export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'The model could not be fetched',
    children: 'The connection broke after 23.4 of 44.3 MB; that part is kept.',
    actions: (
      <>
        <Button size="sm">Go on from there</Button>
        <Button size="sm" variant="ghost">
          Use the small model
        </Button>
      </>
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('The model could not be fetched');
  },
};

export const Dismissable: Story = {
  render: () => <Banner title="Press space to see the original" onDismiss={dismiss} dismissLabel="Put away" />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Put away' }));
    await expect(dismiss).toHaveBeenCalledOnce();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    tone: 'danger',
    title: 'Das Modell konnte nicht heruntergeladen werden',
    children: 'Die Verbindung brach nach 23,4 von 44,3 MB ab; dieser Teil bleibt erhalten.',
    actions: <Button size="sm">Herunterladen fortsetzen</Button>,
  },
};

export const Phone: Story = {
  globals: { locale: 'zh', viewport: { value: 'phone' } },
  args: {
    tone: 'danger',
    title: '模型没有下载完',
    children: '连接在 23.4 / 44.3 MB 处断开，已下载的部分会保留。',
    actions: <Button size="sm">继续下载</Button>,
  },
};

export const Dark: Story = {
  tags: ['visual'],
  globals: { theme: 'dark' },
  render: () => (
    <div className="grid gap-3">
      <Banner {...meta.args} />
      <Banner {...meta.args} {...Success.args} />
      <Banner {...meta.args} {...Warning.args} />
      <Banner {...meta.args} {...Danger.args} />
    </div>
  ),
};

export const Light: Story = { ...Dark, globals: { theme: 'light' } };

const dismiss = fn();
