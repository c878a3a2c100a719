/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { Breadcrumb, Breadcrumbs } from './breadcrumbs.tsx';

const meta = {
  title: 'Navigation/Breadcrumbs',
  component: Breadcrumbs,
  tags: ['!autodocs'],
  args: {
    label: 'You are here',
    children: crumbs(['Home', 'ID photo', 'China', 'Passport']),
  },
} satisfies Meta<typeof Breadcrumbs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('navigation', { name: 'You are here' })).toBeVisible();
    const links = canvas.getAllByRole('link');
    await expect(links.map((link) => link.textContent)).toEqual(['Home', 'ID photo', 'China', 'Passport']);
    await expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, null, 'page']);
  },
};

/** The current page does not need a link. */
export const PlainText: Story = {
  args: {
    children: [
      <Breadcrumb key="home" asChild>
        <a href="#home">Home</a>
      </Breadcrumb>,
      <Breadcrumb key="batch" current>
        Batch
      </Breadcrumb>,
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('link')).toHaveLength(1);
    await expect(canvas.getByText('Batch')).toHaveAttribute('aria-current', 'page');
  },
};

export const Two: Story = { args: { children: crumbs(['Home', 'Pricing']) } };

export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    for (const name of ['Home', 'ID photo', 'China', 'Passport']) {
      await userEvent.tab();
      await expect(canvas.getByRole('link', { name })).toHaveFocus();
    }
  },
};

/** In a narrow container an ellipsis replaces the middle, and long names are shortened instead of wrapped. */
export const Phone: Story = {
  args: {
    children: crumbs(['Home', 'Help', 'ID photo', 'United States of America', 'Diversity visa, photo taken at home']),
  },
  render: (args) => (
    <div className="max-w-90">
      <Breadcrumbs {...args} />
    </div>
  ),
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, canvasElement }) => {
    const shown = canvas.getAllByRole('link').map((link) => link.textContent);
    await expect(shown).toEqual(['Home', 'United States of America', 'Diversity visa, photo taken at home']);
    await expect([...canvasElement.querySelectorAll('.lucide-ellipsis')].filter(isDrawn)).toHaveLength(1);
    const nav = canvas.getByRole('navigation');
    await expect(nav.scrollWidth).toBeLessThanOrEqual(nav.clientWidth);
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Sie sind hier',
    children: crumbs(['Startseite', 'Bewerbungsfoto', 'Deutschland', 'Personalausweis']),
  },
};

export const Chinese: Story = {
  globals: { locale: 'zh' },
  args: { label: '当前位置', children: crumbs(['首页', '证件照', '中国', '护照']) },
};

export const Dark: Story = { ...Chinese, globals: { theme: 'dark', locale: 'zh' } };

function crumbs(names: string[]) {
  return names.map((name) => (
    <Breadcrumb key={name} href={`#${encodeURIComponent(name)}`}>
      {name}
    </Breadcrumb>
  ));
}

function isDrawn(element: Element) {
  return element.getClientRects().length > 0;
}
