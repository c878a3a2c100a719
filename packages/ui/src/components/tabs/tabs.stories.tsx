import type { Meta, StoryObj } from '@storybook/react-vite';
import { Crop, Eraser, Image, Sun } from 'lucide-react';
import { expect, fn, waitFor } from 'storybook/test';

import { Badge } from '../badge/badge.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';

interface Tab {
  value: string;
  word: string;
  text: string;
  disabled?: boolean;
}

const tools: Tab[] = [
  { value: 'background', word: 'Background', text: 'Transparent, one colour, a scene, or a picture of your own.' },
  { value: 'edge', word: 'Edge', text: 'How soft the cut is, and how far it is drawn in.' },
  { value: 'shadow', word: 'Shadow', text: 'A shadow on the ground, so that the subject stands.' },
  { value: 'export', word: 'Export', text: 'PNG, WebP or JPEG, at the full size of the photo.' },
];

const meta = {
  title: 'Navigation/Tabs',
  component: Tabs,
  tags: ['!autodocs'],
  args: { defaultValue: 'background', onValueChange: fn(), children: contents('Tools', tools) },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  tags: ['visual'],
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('tabpanel', { name: 'Background' })).toBeVisible();
    await userEvent.click(canvas.getByRole('tab', { name: 'Shadow' }));
    await expect(args.onValueChange).toHaveBeenLastCalledWith('shadow');
    await expect(canvas.getByRole('tabpanel', { name: 'Shadow' })).toHaveTextContent('so that the subject stands');
    await expect(canvas.queryByRole('tabpanel', { name: 'Background' })).toBeNull();
  },
};

/** In controlled tabs the first tab stays active until the parent changes `value`. */
export const Controlled: Story = {
  args: { value: 'background' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: 'Edge' }));
    await expect(args.onValueChange).toHaveBeenCalledWith('edge');
    await expect(canvas.getByRole('tab', { name: 'Background' })).toHaveAttribute('data-state', 'active');
  },
};

export const Vertical: Story = {
  args: { orientation: 'vertical' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(canvas.getByRole('tab', { name: 'Edge' })).toHaveFocus());
  },
};

export const WithIconsAndCounts: Story = {
  args: {
    children: (
      <>
        <TabsList label="Tools">
          <TabsTrigger value="background">
            <Image />
            Background
          </TabsTrigger>
          <TabsTrigger value="edge">
            <Eraser />
            Edge
          </TabsTrigger>
          <TabsTrigger value="shadow">
            <Sun />
            Shadow
          </TabsTrigger>
          <TabsTrigger value="crop">
            <Crop />
            Crops
            <Badge>12</Badge>
          </TabsTrigger>
        </TabsList>
        {tools.map(({ value, text }) => (
          <TabsContent key={value} value={value} className="py-4">
            {text}
          </TabsContent>
        ))}
      </>
    ),
  },
};

export const Disabled: Story = {
  args: {
    children: contents(
      'Tools',
      tools.map((tab) => ({ ...tab, disabled: tab.value === 'shadow' })),
    ),
  },
  play: async ({ args, canvas, userEvent }) => {
    const shadow = canvas.getByRole('tab', { name: 'Shadow' });
    await expect(shadow).toBeDisabled();
    canvas.getByRole('tab', { name: 'Edge' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(canvas.getByRole('tab', { name: 'Export' })).toHaveFocus());
    await expect(args.onValueChange).not.toHaveBeenCalledWith('shadow');
  },
};

/** Hidden content stays in the page, so that it can be read without a script. */
export const KeptMounted: Story = {
  args: {
    children: (
      <>
        <TabsList label="Tools">
          {tools.map(({ value, word }) => (
            <TabsTrigger key={value} value={value}>
              {word}
            </TabsTrigger>
          ))}
        </TabsList>
        {tools.map(({ value, text }) => (
          <TabsContent key={value} value={value} forceMount className="py-4">
            {text}
          </TabsContent>
        ))}
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    const text = canvas.getByText('How soft the cut is, and how far it is drawn in.');
    await expect(text).not.toBeVisible();
    await userEvent.click(canvas.getByRole('tab', { name: 'Edge' }));
    await expect(text).toBeVisible();
  },
};

export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    const tab = (name: string) => canvas.getByRole('tab', { name });
    const press = async (keys: string, name: string) => {
      await userEvent.keyboard(keys);
      await waitFor(() => expect(tab(name)).toHaveFocus());
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    };
    await userEvent.tab();
    await expect(tab('Background')).toHaveFocus();
    await press('{ArrowRight}', 'Edge');
    await press('{End}', 'Export');
    await press('{ArrowRight}', 'Background');
    await press('{ArrowLeft}', 'Export');
    await press('{Home}', 'Background');
    await userEvent.tab();
    await expect(canvas.getByRole('tabpanel', { name: 'Background' })).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect(tab('Background')).toHaveFocus();
  },
};

/** With `manual` the arrow keys move the focus without activating a tab. */
export const KeyboardManual: Story = {
  args: { activationMode: 'manual' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    const edge = canvas.getByRole('tab', { name: 'Edge' });
    await waitFor(() => expect(edge).toHaveFocus());
    await expect(edge).toHaveAttribute('aria-selected', 'false');
    await userEvent.keyboard(' ');
    await expect(edge).toHaveAttribute('aria-selected', 'true');
  },
};

const german: Tab[] = [
  { value: 'background', word: 'Hintergrund', text: 'Durchsichtig, eine Farbe, eine Szene oder ein eigenes Bild.' },
  { value: 'edge', word: 'Kantenglättung', text: 'Wie weich der Schnitt ist und wie weit er nach innen rückt.' },
  { value: 'shadow', word: 'Schattenwurf', text: 'Ein Schatten auf dem Boden, damit das Motiv steht.' },
  { value: 'export', word: 'Herunterladen', text: 'PNG, WebP oder JPEG in der vollen Größe des Fotos.' },
];

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: { children: contents('Werkzeuge', german) },
};

/** The row is wider than the phone. It scrolls, and starts with the active tab in the middle. */
export const Phone: Story = {
  ...LongestLanguage,
  args: { ...LongestLanguage.args, defaultValue: 'shadow' },
  globals: { locale: 'de', viewport: { value: 'phone' } },
  decorators: [(Story) => <div className="max-w-[358px]">{Story()}</div>],
  play: async ({ canvas }) => {
    const list = canvas.getByRole('tablist');
    const { left, right } = canvas.getByRole('tab', { name: 'Schattenwurf' }).getBoundingClientRect();
    const row = list.getBoundingClientRect();
    await expect(list.scrollWidth).toBeGreaterThan(list.clientWidth);
    await expect(left).toBeGreaterThanOrEqual(row.left);
    await expect(right).toBeLessThanOrEqual(row.right);
    await expect(list.offsetHeight).toBe(list.clientHeight);
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: {
    children: contents('工具', [
      { value: 'background', word: '背景', text: '透明、纯色、场景，或者你自己的图片。' },
      { value: 'edge', word: '边缘', text: '边缘的柔和程度，以及向内收缩多少。' },
      { value: 'shadow', word: '阴影', text: '在地面上加一道影子，让主体站得住。' },
      { value: 'export', word: '导出', text: 'PNG、WebP 或 JPEG，保持照片的原始尺寸。' },
    ]),
  },
};

export const Dark: Story = { globals: { theme: 'dark' } };
export const DarkVertical: Story = { ...Vertical, globals: { theme: 'dark' } };

function contents(label: string, tabs: Tab[]) {
  return (
    <>
      <TabsList label={label}>
        {tabs.map(({ value, word, disabled = false }) => (
          <TabsTrigger key={value} value={value} disabled={disabled}>
            {word}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map(({ value, text }) => (
        <TabsContent key={value} value={value} className="p-4 ps-3">
          {text}
        </TabsContent>
      ))}
    </>
  );
}
