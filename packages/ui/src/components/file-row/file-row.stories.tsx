import type { Meta, StoryObj } from '@storybook/react-vite';
import { Download, RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { expect, fn } from 'storybook/test';

import { IconButton } from '../icon-button/icon-button.tsx';
import { storyCutOut, storyPhoto } from '../thumbnail/story-photo.ts';
import { Thumbnail } from '../thumbnail/thumbnail.tsx';
import { FileRow, type FileRowProps, type FileRowState } from './file-row.tsx';

const meta = {
  title: 'Image tools/FileRow',
  component: FileRow,
  tags: ['!autodocs'],
  args: {
    name: 'kettle-front.jpg',
    meta: '4032 × 3024, 4.2 MB',
    state: 'processed',
    stateLabel: 'cut out in 1.4 s',
    thumbnail: picture('processed'),
    actions: (
      <IconButton label="Download kettle-front.jpg" size="sm">
        <Download />
      </IconButton>
    ),
  },
  render: (args) => (
    <List>
      <FileRow {...args} />
    </List>
  ),
} satisfies Meta<typeof FileRow>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    const row = canvas.getByRole('listitem');
    await expect(row).toHaveAttribute('data-state', 'processed');
    await expect(row).toHaveTextContent('kettle-front.jpg');
    await expect(canvas.queryByRole('checkbox')).toBeNull();
  },
};

export const Waiting: Story = {
  args: { state: 'waiting', stateLabel: 'waiting, 12th in line', thumbnail: picture('waiting') },
};

export const Processing: Story = {
  args: {
    state: 'processing',
    stateLabel: 'refining the edge, 42 %',
    progress: 0.42,
    thumbnail: picture('processing'),
  },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'kettle-front.jpg' });
    await expect(bar).toHaveAttribute('aria-valuenow', '42');
    await expect(bar).toHaveAttribute('aria-valuetext', 'refining the edge, 42 %');
  },
};

/** The duration of the model's run is unknown, so the bar has no value. */
export const ProcessingUnknown: Story = {
  args: { state: 'processing', stateLabel: 'finding the subject', thumbnail: picture('processing') },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
  },
};

export const Failed: Story = {
  args: {
    state: 'failed',
    stateLabel: 'not a picture this browser can read',
    thumbnail: picture('failed'),
    actions: (
      <IconButton label="Try kettle-front.jpg again" size="sm">
        <RotateCcw />
      </IconButton>
    ),
  },
};

/** The name is shortened in the middle. Its end and the extension stay, and a tooltip shows the whole name. */
export const LongName: Story = {
  args: { name: 'Autumn catalogue 2026, kettle in petrol seen from the front, second version (3).jpeg' },
  decorators: [(Story) => <div className="max-w-100">{Story()}</div>],
  play: async ({ args, canvas, canvasElement }) => {
    await expect(canvas.getByTitle(args.name)).toBeVisible();
    const [head, tail] = [...canvasElement.querySelectorAll('[dir=auto] > span')];
    await expect(head?.scrollWidth).toBeGreaterThan(head?.clientWidth ?? 0);
    await expect(tail).toHaveTextContent(/\(3\)\.jpeg$/);
    await expect(tail?.scrollWidth).toBeLessThanOrEqual(Math.ceil(tail?.getBoundingClientRect().width ?? 0));
  },
};

export const Selectable: Story = {
  args: { selectLabel: 'Select kettle-front.jpg', onSelectedChange: fn() },
  play: async ({ args, canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Select kettle-front.jpg' });
    await userEvent.click(box);
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(true);
    await expect(canvas.getByRole('listitem')).toHaveAttribute('data-selected', 'true');
    await userEvent.click(box);
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(false);
    await expect(canvas.getByRole('listitem')).not.toHaveAttribute('data-selected');
  },
};

/** The checkbox does not change until its parent changes `selected`. */
export const Controlled: Story = {
  args: { ...Selectable.args, selected: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox'));
    await expect(args.onSelectedChange).toHaveBeenCalledWith(false);
    await expect(canvas.getByRole('checkbox')).toBeChecked();
  },
};

type File = Pick<FileRowProps, 'name' | 'meta' | 'state' | 'stateLabel' | 'progress'>;

const batch: File[] = [
  { name: 'kettle-front.jpg', meta: '4032 × 3024, 4.2 MB', state: 'processed', stateLabel: 'cut out in 1.4 s' },
  { name: 'kettle-side.jpg', meta: '4032 × 3024, 4.0 MB', state: 'processing', stateLabel: '64 %', progress: 0.64 },
  { name: 'notes.pdf', meta: '220 kB', state: 'failed', stateLabel: 'not a picture' },
  { name: 'kettle-lid, without the knob.png', meta: '3000 × 3000, 9.1 MB', state: 'waiting', stateLabel: 'waiting' },
];

const chinese: File[] = [
  { name: '水壶-正面.jpg', meta: '4032 × 3024，4.2 MB', state: 'processed', stateLabel: '已抠图，用时 1.4 秒' },
  { name: '水壶-侧面.jpg', meta: '4032 × 3024，4.0 MB', state: 'processing', stateLabel: '正在寻找主体' },
  { name: '说明.pdf', meta: '220 kB', state: 'failed', stateLabel: '不是图片' },
  {
    name: '产品图-壶盖-白色背景-最终版-第二稿.png',
    meta: '3000 × 3000，9.1 MB',
    state: 'waiting',
    stateLabel: '等待中',
  },
];

export const Batch: Story = {
  tags: ['visual'],
  render: () => <Rows files={batch} select="Select" remove="Remove" />,
};

export const Keyboard: Story = {
  ...Batch,
  tags: ['!visual'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('checkbox', { name: 'Select kettle-front.jpg' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('checkbox', { name: 'Select kettle-front.jpg' })).toBeChecked();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Remove kettle-front.jpg' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    await expect(canvas.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    name: 'Herbstkatalog 2026 Wasserkessel Vorderansicht.jpeg',
    meta: '4032 × 3024, 4,2 MB',
    state: 'failed',
    stateLabel: 'Bilddateiformat wird von diesem Browser nicht unterstützt',
    thumbnail: picture('failed'),
  },
};

export const Chinese: Story = {
  ...Batch,
  globals: { locale: 'zh' },
  render: () => <Rows files={chinese} select="选择" remove="移除" />,
};

export const Phone: Story = { ...Batch, tags: ['!visual'], globals: { viewport: { value: 'phone' } } };
export const PhoneInGerman: Story = { ...LongestLanguage, globals: { locale: 'de', viewport: { value: 'phone' } } };
export const Dark: Story = { ...Batch, globals: { theme: 'dark' } };

function List({ children }: { children: ReactNode }) {
  return <ul className="max-w-200 border-t border-line">{children}</ul>;
}

function Rows({ files, select, remove }: { files: File[]; select: string; remove: string }) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <List>
      {files.map((file) => (
        <FileRow
          key={file.name}
          {...file}
          thumbnail={picture(file.state, file.progress)}
          selectLabel={`${select} ${file.name}`}
          selected={chosen.includes(file.name)}
          onSelectedChange={(on) =>
            setChosen(on ? [...chosen, file.name] : chosen.filter((name) => name !== file.name))
          }
          actions={
            <IconButton label={`${remove} ${file.name}`} size="sm">
              <X />
            </IconButton>
          }
        />
      ))}
    </List>
  );
}

function picture(state: FileRowState, progress?: number) {
  return (
    <Thumbnail
      size="sm"
      src={state === 'processed' ? storyCutOut : storyPhoto}
      alt=""
      state={state}
      stateLabel=""
      {...(progress !== undefined && { progress })}
    />
  );
}
