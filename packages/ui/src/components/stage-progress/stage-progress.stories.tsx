/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { StageProgress, type Stage } from './stage-progress.tsx';

const loading: Stage[] = [
  { id: 'decode', label: 'Reading the photo', state: 'done', detail: '4032 × 3024' },
  { id: 'model', label: 'Fetching the model', state: 'active', detail: '23.4 of 44.3 MB', fraction: 0.528 },
  { id: 'segment', label: 'Finding the subject', state: 'waiting' },
  { id: 'refine', label: 'Refining the edge', state: 'waiting' },
];

const meta = {
  title: 'Feedback/StageProgress',
  component: StageProgress,
  tags: ['!autodocs'],
  args: {
    label: 'Progress',
    stages: loading,
    stateLabels: { waiting: 'to come', active: 'going on', done: 'done', failed: 'failed' },
  },
} satisfies Meta<typeof StageProgress>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Fetching: Story = {
  play: async ({ canvas }) => {
    const stages = canvas.getAllByRole('listitem');
    await expect(stages.map((stage) => stage.dataset['state'])).toEqual(['done', 'active', 'waiting', 'waiting']);
    await expect(stages[1]).toHaveAttribute('aria-current', 'step');
    await expect(stages[1]).toHaveTextContent('23.4 of 44.3 MB');
    // Stages are announced, but not numbers that change ten times a second.
    await expect(canvas.getByRole('status')).toHaveTextContent(/^Fetching the model$/);
  },
};

/** The duration of the model's run is unknown, so the animated cut line replaces the bar. */
export const Segmenting: Story = {
  tags: ['visual'],
  args: {
    stages: [
      { id: 'decode', label: 'Reading the photo', state: 'done', detail: '4032 × 3024' },
      { id: 'model', label: 'Fetching the model', state: 'done', detail: 'kept from last time' },
      { id: 'segment', label: 'Finding the subject', state: 'active', detail: 'WebGPU · 0.8 s' },
      { id: 'refine', label: 'Refining the edge', state: 'waiting' },
    ],
  },
};

export const Done: Story = {
  args: {
    stages: [
      { id: 'decode', label: 'Reading the photo', state: 'done', detail: '4032 × 3024' },
      { id: 'model', label: 'Fetching the model', state: 'done', detail: 'kept from last time' },
      { id: 'segment', label: 'Finding the subject', state: 'done', detail: '1.4 s' },
      { id: 'refine', label: 'Refining the edge', state: 'done', detail: '0.3 s' },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  },
};

export const Failed: Story = {
  args: {
    stages: [
      { id: 'decode', label: 'Reading the photo', state: 'done', detail: '4032 × 3024' },
      { id: 'model', label: 'Fetching the model', state: 'failed', detail: 'stopped at 23.4 of 44.3 MB' },
      { id: 'segment', label: 'Finding the subject', state: 'waiting' },
      { id: 'refine', label: 'Refining the edge', state: 'waiting' },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Fetching the model');
  },
};

/** The page has a separate live region. */
export const Silent: Story = {
  args: { announce: false },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('status')).toBeNull();
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Fortschritt',
    stages: [
      { id: 'decode', label: 'Foto wird eingelesen', state: 'done', detail: '4032 × 3024' },
      {
        id: 'model',
        label: 'Modell wird heruntergeladen',
        state: 'active',
        detail: '23,4 von 44,3 MB',
        fraction: 0.528,
      },
      { id: 'segment', label: 'Motiv wird gesucht', state: 'waiting' },
      { id: 'refine', label: 'Kante wird verfeinert', state: 'waiting' },
    ],
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '进度',
    stages: [
      { id: 'decode', label: '读取照片', state: 'done', detail: '4032 × 3024' },
      { id: 'model', label: '获取模型', state: 'active', detail: '23.4 / 44.3 MB', fraction: 0.528 },
      { id: 'segment', label: '寻找主体', state: 'waiting' },
      { id: 'refine', label: '修整边缘', state: 'waiting' },
    ],
  },
};

export const Phone: Story = { ...Chinese, globals: { locale: 'zh', viewport: { value: 'phone' } } };
export const PhoneInGerman: Story = { ...LongestLanguage, globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Dark: Story = { ...Segmenting, globals: { theme: 'dark' } };
export const DarkFailed: Story = { ...Failed, globals: { theme: 'dark' } };
