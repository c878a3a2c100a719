/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ImageOff, WifiOff } from 'lucide-react';
import { expect } from 'storybook/test';

import { Button } from '../button/button.tsx';
import { EmptyState } from './empty-state.tsx';

const meta = {
  title: 'Feedback/EmptyState',
  component: EmptyState,
  tags: ['!autodocs'],
  args: {
    figure: <ImageOff />,
    title: 'No photos on the table',
    children: 'What you drop here stays on this device until you close the page.',
    action: <Button variant="primary">Choose photos</Button>,
  },
} satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 2 })).toHaveTextContent('No photos on the table');
  },
};

export const Offline: Story = {
  tags: ['visual'],
  args: {
    figure: <WifiOff />,
    title: 'You are offline',
    children: 'Cutting out works without the network. AI backgrounds do not; your scene is kept.',
    action: <Button>Try again</Button>,
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    title: 'Noch keine Fotos auf dem Leuchttisch',
    children: 'Was Sie hier ablegen, bleibt auf diesem Gerät, bis Sie die Seite schließen.',
    action: <Button variant="primary">Fotos auswählen</Button>,
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    title: '桌上还没有照片',
    children: '放进来的照片只留在这台设备上，关掉页面就没有了。',
    action: <Button variant="primary">选择照片</Button>,
  },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const Dark: Story = { ...Offline, globals: { theme: 'dark' } };
