/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { expect, fn } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { Checkerboard } from '../checkerboard/checkerboard.tsx';
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from './card.tsx';

const meta = {
  title: 'Content/Card',
  component: Card,
  tags: ['!autodocs'],
  args: {
    className: 'max-w-90',
    children: (
      <>
        <CardHeader>
          <CardTitle>Full model</CardTitle>
          <p>Hair, fur and glass, on every kind of ground.</p>
        </CardHeader>
        <CardBody>44.3 MB, kept on this device since 14 November.</CardBody>
        <CardFooter>
          <Button size="sm">Delete</Button>
          <span className="ms-auto text-faint tabular-nums">v3.1</span>
        </CardFooter>
      </>
    ),
  },
} satisfies Meta<typeof Card>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: 'Full model', level: 3 })).toBeVisible();
    const card = canvasElement.querySelector('[data-slot=card]') ?? canvasElement;
    await expect(getComputedStyle(card).boxShadow).toBe('none');
  },
};

export const BodyOnly: Story = {
  args: { children: <CardBody>Nothing waits for you. Photos that you drop appear here.</CardBody> },
};

const follow = fn((event: MouseEvent) => event.preventDefault());
const download = fn();

/** A click anywhere on the card follows its link. The download button keeps its own action. */
export const Interactive: Story = {
  args: {
    interactive: true,
    children: (
      <>
        <Checkerboard className="h-40 rounded-t-[9px] border-b border-line" />
        <CardHeader>
          <CardTitle>
            <a href="#kettle" onClick={follow}>
              Kettle, front
            </a>
          </CardTitle>
          <p>3000 × 3000, transparent</p>
        </CardHeader>
        <CardFooter>
          <Badge tone="success">passes</Badge>
          <Button size="sm" className="ms-auto" onClick={download}>
            <Download />
            PNG
          </Button>
        </CardFooter>
      </>
    ),
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    follow.mockClear();
    const card = canvasElement.querySelector('[data-slot=card]') ?? canvasElement;
    const { left, top, width } = card.getBoundingClientRect();
    const underneath = document.elementFromPoint(left + width / 2, top + 40);
    await expect(underneath).toBe(canvas.getByRole('link', { name: 'Kettle, front' }));
    await userEvent.click(underneath ?? card);
    await expect(follow).toHaveBeenCalledOnce();
    const button = canvas.getByRole('button', { name: 'PNG' });
    const place = button.getBoundingClientRect();
    await expect(button).toContainElement(
      document.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2) as HTMLElement,
    );
    await userEvent.click(button);
    await expect(download).toHaveBeenCalledOnce();
    await expect(follow).toHaveBeenCalledOnce();
  },
};

export const Keyboard: Story = {
  ...Interactive,
  play: async ({ canvas, userEvent }) => {
    follow.mockClear();
    const link = canvas.getByRole('link', { name: 'Kettle, front' });
    await userEvent.tab();
    await expect(link).toHaveFocus();
    await expect(getComputedStyle(link, '::after').outlineStyle).toBe('solid');
    await userEvent.keyboard('{Enter}');
    await expect(follow).toHaveBeenCalledOnce();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'PNG' })).toHaveFocus();
  },
};

export const AsListItem: Story = {
  render: () => (
    <ul className="grid max-w-160 gap-4 sm:grid-cols-2">
      <Card asChild interactive>
        <li>
          <CardHeader>
            <CardTitle>
              <a href="#id-photo">ID photo</a>
            </CardTitle>
            <p>Cut to the rules of 34 countries, on white or blue.</p>
          </CardHeader>
        </li>
      </Card>
      <Card asChild interactive>
        <li>
          <CardHeader>
            <CardTitle>
              <a href="#shop">Shop pictures</a>
            </CardTitle>
            <p>Square, centred, with a shadow where the thing stands.</p>
          </CardHeader>
        </li>
      </Card>
    </ul>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem').map((item) => item.dataset['slot'])).toEqual(['card', 'card']);
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    children: (
      <>
        <CardHeader>
          <CardTitle>Vollständiges Freistellungsmodell</CardTitle>
          <p>Für Haare, Fell und Glas vor jedem Hintergrund geeignet.</p>
        </CardHeader>
        <CardFooter>
          <Button size="sm">Vom Gerät löschen</Button>
          <Button size="sm" variant="ghost">
            Einzelheiten anzeigen
          </Button>
        </CardFooter>
      </>
    ),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    children: (
      <>
        <CardHeader>
          <CardTitle>完整模型</CardTitle>
          <p>头发、皮毛和玻璃，各种背景都能处理。</p>
        </CardHeader>
        <CardBody>44.3 MB，11 月 14 日起保存在这台设备上。</CardBody>
        <CardFooter>
          <Button size="sm">删除</Button>
        </CardFooter>
      </>
    ),
  },
};

export const Dark: Story = { ...Interactive, globals: { theme: 'dark' } };
