import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChevronDown, Download, Maximize, Minus, Plus, Redo2, Undo2 } from 'lucide-react';
import { expect, screen } from 'storybook/test';

import { Button } from '../button/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../dropdown-menu/dropdown-menu.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { ButtonGroup } from './button-group.tsx';

const meta = {
  title: 'Actions/ButtonGroup',
  component: ButtonGroup,
  tags: ['!autodocs'],
  args: {
    label: 'History',
    children: (
      <>
        <Button>
          <Undo2 />
          Undo
        </Button>
        <Button>
          <Redo2 />
          Redo
        </Button>
      </>
    ),
  },
} satisfies Meta<typeof ButtonGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'History' })).toBeVisible();
    const [undo, redo] = canvas.getAllByRole('button').map((button) => button.getBoundingClientRect());
    // Neighbouring buttons share one border.
    await expect((undo?.right ?? 0) - (redo?.left ?? 0)).toBe(1);
  },
};

const zoom = (
  <>
    <IconButton variant="secondary" label="Smaller">
      <Minus />
    </IconButton>
    <Button className="tabular-nums">82 %</Button>
    <IconButton variant="secondary" label="Larger">
      <Plus />
    </IconButton>
    <IconButton variant="secondary" label="Fit into the window">
      <Maximize />
    </IconButton>
  </>
);

export const Zoom: Story = { args: { label: 'Zoom', children: zoom } };

export const Vertical: Story = {
  args: {
    label: 'Zoom',
    orientation: 'vertical',
    children: (
      <>
        <IconButton variant="secondary" label="Larger">
          <Plus />
        </IconButton>
        <IconButton variant="secondary" label="Smaller">
          <Minus />
        </IconButton>
        <IconButton variant="secondary" label="Fit into the window">
          <Maximize />
        </IconButton>
      </>
    ),
  },
};

/** A default action, with other actions in a menu. Filled buttons are separated by a gap. */
export const Split: Story = {
  args: { label: 'Export', seam: 'gap' },
  render: (args) => (
    <DropdownMenu>
      <ButtonGroup {...args}>
        <Button variant="primary">
          <Download />
          Export PNG
        </Button>
        <DropdownMenuTrigger asChild>
          <Button variant="primary" aria-label="Other formats" className="px-2!">
            <ChevronDown />
          </Button>
        </DropdownMenuTrigger>
      </ButtonGroup>
      <DropdownMenuContent align="end">
        <DropdownMenuItem>Export WebP</DropdownMenuItem>
        <DropdownMenuItem>Export JPEG on white</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  ),
};

export const Keyboard: Story = {
  ...Split,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Export PNG' })).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Other formats' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(await screen.findByRole('menuitem', { name: 'Export WebP' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
  },
};

export const Pressed: Story = {
  args: {
    label: 'Edge',
    children: (
      <>
        <IconButton variant="secondary" label="Smaller" aria-pressed="false">
          <Minus />
        </IconButton>
        <IconButton variant="secondary" label="Larger" aria-pressed="true">
          <Plus />
        </IconButton>
        <IconButton variant="secondary" label="Fit into the window" aria-pressed="false">
          <Maximize />
        </IconButton>
      </>
    ),
  },
};

export const Sizes: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-3">
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <ButtonGroup key={size} label="History">
          <Button size={size}>Undo</Button>
          <Button size={size}>Redo</Button>
          <Button size={size}>Start again</Button>
        </ButtonGroup>
      ))}
    </div>
  ),
};

export const Disabled: Story = {
  args: {
    children: (
      <>
        <Button>Undo</Button>
        <Button disabled>Redo</Button>
        <Button>Start again</Button>
      </>
    ),
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Verlauf',
    children: (
      <>
        <Button>Rückgängig machen</Button>
        <Button>Wiederherstellen</Button>
      </>
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    label: '历史',
    children: (
      <>
        <Button>撤销</Button>
        <Button>重做</Button>
      </>
    ),
  },
};

export const RightToLeft: Story = {
  render: (args) => (
    <div dir="rtl">
      <ButtonGroup {...args} />
    </div>
  ),
};

export const Dark: Story = { ...Zoom, globals: { theme: 'dark' } };
