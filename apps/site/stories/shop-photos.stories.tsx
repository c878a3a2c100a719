/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn, waitFor } from 'storybook/test';

import { type ScreenArgs, siteScreen } from './site-screen.tsx';

const meta = {
  ...siteScreen,
  title: 'Screens/Shop photos',
  args: { ...siteScreen.args, path: '/ecommerce', image: 'done' },
  beforeEach: [siteScreen.beforeEach, () => remember(['amazon', 'taobao', 'ozon'])],
  play: ({ canvasElement }) => opened(canvasElement),
} satisfies Meta<ScreenArgs>;

export default meta;
type Story = StoryObj<ScreenArgs>;

/** Stores the marketplaces that were chosen last on this device. @returns a function that removes them. */
function remember(shops: readonly string[]): () => void {
  const key = 'isola:marketplaces';
  localStorage.setItem(key, JSON.stringify(shops));
  return () => localStorage.removeItem(key);
}

async function opened(canvasElement: HTMLElement): Promise<void> {
  const workspace = () => canvasElement.querySelector('[data-slot=shop-photos][data-state=open]');
  await waitFor(() => expect(workspace()).not.toBeNull(), { timeout: 30_000 });
}

/** Presses the button that creates the files; its name depends on the story's language. The download is suppressed. */
const make: NonNullable<Story['play']> = async ({ canvasElement, userEvent }) => {
  await opened(canvasElement);
  const saved = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await userEvent.click(canvasElement.querySelector('[data-slot=shop-bar] button') ?? document.body);
  const unmade = () => canvasElement.querySelectorAll('[data-slot=rules][data-state=planned]');
  await waitFor(() => expect(unmade()).toHaveLength(0), { timeout: 30_000 });
  await waitFor(() => expect(saved).toHaveBeenCalledOnce(), { timeout: 30_000 });
  saved.mockRestore();
};

export const Product: Story = {};
export const ProductPhone: Story = { tags: ['!test'], globals: { viewport: { value: 'phone' } } };
export const ProductDark: Story = { tags: ['!test'], globals: { theme: 'dark' } };
export const ProductChinese: Story = { tags: ['!test'], globals: { locale: 'zh' } };
export const LongestLanguage: Story = { tags: ['!test'], globals: { locale: 'de' } };

export const NoneChosen: Story = {
  beforeEach: () => remember([]),
  play: async ({ canvas, canvasElement }) => {
    await opened(canvasElement);
    await expect(await canvas.findByRole('button', { name: /^Download/ })).toBeDisabled();
  },
};

/** Files after pressing the button. Each file is checked again after it was created. */
export const Made: Story = {
  play: async (context) => {
    await make(context);
    await expect(context.canvasElement.querySelectorAll('[data-slot=rules][data-state=pass]')).toHaveLength(3);
    // The small sample image has to be enlarged, which causes a warning but breaks no rule.
    await expect(context.canvas.getByText(/^The rules are kept\. Look once more at: /)).toBeVisible();
  },
};
export const MadePhone: Story = {
  tags: ['!test'],
  play: make,
  globals: { viewport: { value: 'phone' }, locale: 'ru' },
};
export const MadeDark: Story = { tags: ['!test'], play: make, globals: { theme: 'dark', locale: 'de' } };

/** Product moved against the edge, which the check of the file finds. */
export const Failing: Story = {
  beforeEach: () => remember(['coupang']),
  play: async (context) => {
    const { canvas, canvasElement, userEvent } = context;
    await opened(canvasElement);
    (await canvas.findByRole('button', { name: /^Coupang: move/ })).focus();
    await userEvent.keyboard(
      '{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}',
    );
    await make(context);
    await expect(canvasElement.querySelector('[data-rule=edge]')).toHaveAttribute('data-state', 'fail');
    await expect(canvasElement.querySelector('[data-rule=pixels]')).toHaveAttribute('data-state', 'pass');
  },
};
