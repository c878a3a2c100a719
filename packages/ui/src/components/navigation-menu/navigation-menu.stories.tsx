/** @module-tag long */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import {
  NavigationMenu,
  NavigationMenuContent,
  NavigationMenuItem,
  NavigationMenuLink,
  NavigationMenuTrigger,
} from './navigation-menu.tsx';

interface Place {
  name: string;
  about: string;
}

interface Words {
  label: string;
  home: string;
  tools: string;
  toolPlaces: Place[];
  help: string;
  helpPlaces: Place[];
  pricing: string;
}

const english: Words = {
  label: 'Isola',
  home: 'One photo',
  tools: 'More tools',
  toolPlaces: [
    { name: 'Batch', about: 'Fifty photos at a time' },
    { name: 'ID photo', about: 'The rules of 34 countries' },
    { name: 'Shop pictures', about: 'Square, centred, on white' },
  ],
  help: 'Help',
  helpPlaces: [
    { name: 'What leaves your device', about: 'Byte by byte' },
    { name: 'Keyboard', about: 'Every shortcut' },
  ],
  pricing: 'Pricing',
};

const meta = {
  title: 'Navigation/NavigationMenu',
  component: NavigationMenu,
  tags: ['!autodocs'],
  args: { label: english.label, children: places(english) },
  parameters: {
    a11y: {
      config: {
        rules: [
          // Excludes the focus proxy of Radix, which moves the focus on into the panel and never keeps it.
          { id: 'aria-hidden-focus', selector: '[aria-hidden="true"]:not(span[tabindex="0"])' },
        ],
      },
    },
  },
  decorators: [(Story) => <div className="min-h-80">{Story()}</div>],
} satisfies Meta<typeof NavigationMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('navigation', { name: 'Isola' })).toBeVisible();
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveTextContent('One photo');
    const trigger = canvas.getByRole('button', { name: 'More tools' });
    await userEvent.click(trigger);
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await waitFor(() => expect(canvas.getByRole('link', { name: /Batch/ })).toBeVisible());
    await userEvent.click(canvas.getByRole('button', { name: 'Help' }));
    await waitFor(() => expect(canvas.getByRole('link', { name: /Keyboard/ })).toBeVisible());
    await waitFor(() => expect(canvas.queryByRole('link', { name: /Batch/ })).toBeNull());
  },
};

export const Keyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'One photo' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    const tools = canvas.getByRole('button', { name: 'More tools' });
    await waitFor(() => expect(tools).toHaveFocus());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(canvas.getByRole('link', { name: 'Pricing' })).toHaveFocus());
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(canvas.getByRole('link', { name: 'One photo' })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(tools).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    const batch = await canvas.findByRole('link', { name: /Batch/ });
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(batch).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(canvas.getByRole('link', { name: /ID photo/ })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(tools).toHaveFocus());
    await expect(tools).toHaveAttribute('aria-expanded', 'false');
  },
};

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { expanded: false, name: /More tools|工具/ }));
    await waitFor(() => expect(canvas.getByRole('link', { name: /Batch|批量/ })).toBeVisible());
  },
};

export const LongestLanguage: Story = {
  globals: { locale: 'de' },
  args: {
    label: 'Isola',
    children: places({
      label: 'Isola',
      home: 'Einzelbild',
      tools: 'Weitere Werkzeuge',
      toolPlaces: [
        { name: 'Stapelverarbeitung', about: 'Fünfzig Fotografien auf einmal' },
        { name: 'Bewerbungs- und Passfotos', about: 'Nach den Vorschriften von 34 Ländern' },
      ],
      help: 'Hilfe',
      helpPlaces: [{ name: 'Tastaturkürzel', about: 'Sämtliche Tastenkombinationen' }],
      pricing: 'Preisübersicht',
    }),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Weitere Werkzeuge' }));
    await waitFor(() => expect(canvas.getByRole('link', { name: /Stapelverarbeitung/ })).toBeVisible());
  },
};

export const Chinese: Story = {
  ...Open,
  globals: { locale: 'zh' },
  args: {
    label: 'Isola',
    children: places({
      label: 'Isola',
      home: '单张',
      tools: '更多工具',
      toolPlaces: [
        { name: '批量', about: '一次五十张' },
        { name: '证件照', about: '34 个国家和地区的规格' },
      ],
      help: '帮助',
      helpPlaces: [{ name: '快捷键', about: '全部快捷键' }],
      pricing: '价格',
    }),
  },
};

export const Dark: Story = { ...Open, globals: { theme: 'dark' } };

function places(words: Words) {
  return (
    <>
      <NavigationMenuItem>
        <NavigationMenuLink href="#one" active>
          {words.home}
        </NavigationMenuLink>
      </NavigationMenuItem>
      <Panel trigger={words.tools} places={words.toolPlaces} />
      <Panel trigger={words.help} places={words.helpPlaces} />
      <NavigationMenuItem>
        <NavigationMenuLink asChild>
          <a href="#pricing">{words.pricing}</a>
        </NavigationMenuLink>
      </NavigationMenuItem>
    </>
  );
}

function Panel({ trigger, places }: { trigger: string; places: Place[] }) {
  return (
    <NavigationMenuItem>
      <NavigationMenuTrigger>{trigger}</NavigationMenuTrigger>
      <NavigationMenuContent>
        {places.map(({ name, about }) => (
          <NavigationMenuLink key={name} href={`#${encodeURIComponent(name)}`}>
            {name}
            <small>{about}</small>
          </NavigationMenuLink>
        ))}
      </NavigationMenuContent>
    </NavigationMenuItem>
  );
}
